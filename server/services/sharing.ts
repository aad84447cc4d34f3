import type { Onboarding } from '../accounts/onboarding.ts'
import type { QuietAddresses } from '../accounts/quiet-addresses.ts'
import type { Config } from '../config.ts'
import type { Database, Transaction } from '../db/open.ts'
import type { RateLimits } from '../http/rate.ts'
import type { Jobs } from '../jobs/queue.ts'
import type { Log } from '../log.ts'
import type { Post } from '../mail/post.ts'
import type { Metrics } from '../metrics.ts'
import { RenderEngine } from '../rendering/engine.ts'
import { Rendering } from '../rendering/rendering.ts'
import type { WordFilter } from '../rules/text.ts'
import { Links } from '../shares/links.ts'
import { Reminders } from '../shares/reminders.ts'
import { Presets } from '../shares/presets.ts'
import { Sending } from '../shares/sending.ts'
import { Activity } from '../shares/activity.ts'
import { Endings } from '../shares/endings.ts'
import { Editing } from '../shares/editing.ts'
import { Recipients } from '../shares/people.ts'
import { SendingAgain } from '../shares/again.ts'
import { Bin } from '../shares/bin.ts'
import { Requests } from '../shares/requests.ts'
import { Passkeys } from '../shares/passkeys.ts'
import { PasskeyTries } from '../shares/passkey-tries.ts'
import { Shares } from '../shares/shares.ts'
import { Tour } from '../shares/tour.ts'
import { Versions } from '../shares/versions.ts'
import type { KeyRing } from '../storage/key-ring.ts'
import type { Storage } from '../storage/storage.ts'
import type { Vault } from '../storage/vault.ts'
import { Tracking } from '../tracking/tracking.ts'
import { Hashes } from '../uploads/hashes.ts'
import { Measuring } from '../uploads/measuring.ts'
import { Uploads } from '../uploads/uploads.ts'
import { Usage } from '../uploads/usage.ts'
import { AccessRequests } from '../viewing/access-requests.ts'
import { AcceptanceRecords } from '../viewing/acceptance-records.ts'
import { Acceptances } from '../viewing/acceptances.ts'
import { Codes } from '../viewing/codes.ts'
import { CommentNotices } from '../viewing/comment-notices.ts'
import { Comments } from '../viewing/comments.ts'
import { DoorLinks } from '../viewing/door-links.ts'
import { Forwarding } from '../viewing/forwarding.ts'
import { Received } from '../viewing/received.ts'
import { Introductions } from '../viewing/introductions.ts'
import { ReaderFiles } from '../viewing/reader-files.ts'
import { Readers } from '../viewing/readers.ts'
import { Receipts } from '../viewing/receipts.ts'
import { Threads } from '../viewing/threads.ts'
import { Unlocking } from '../viewing/unlocking.ts'
import { Copies } from '../viewing/copies.ts'
import { DownloadLinks } from '../viewing/download-links.ts'
import { Tracks } from '../viewing/tracks.ts'
import { Viewing } from '../viewing/viewing.ts'

export type SharingNeeds = {
  config: Config
  clock: () => number
  log: Log
  database: Database
  storage: Storage
  vault: Vault
  keyRing: KeyRing
  jobs: Jobs
  rates: RateLimits
  post: Post
  /** Words that texts for other people may not have. */
  words: { blockedWords?: WordFilter }
  metrics: Metrics
  onboarding: Onboarding
  quietAddresses: QuietAddresses
}

/** The services about files: how they come, how they are sent, and how they are read. */
export type Sharing = ReturnType<typeof openSharing>

export function openSharing(needs: SharingNeeds) {
  const { config, clock, log, database, storage, vault, keyRing, jobs, rates, post, words, metrics } = needs
  const { onboarding, quietAddresses } = needs
  const { publicUrl } = config
  const tracking = new Tracking({ database, clock })
  /** What most of them need. */
  const base = { database, tracking, onboarding, jobs, rates, post, publicUrl, words, vault, clock, log }
  const engine = new RenderEngine({ workers: config.renderWorkers, log })
  const onRendered = (tx: Transaction, fileGuid: string): Promise<void> => versions.showWaiting(tx, fileGuid)
  const rendering = new Rendering({ ...base, engine, metrics, onRendered })
  const hashes = new Hashes(base)
  const onReceived = async (tx: Transaction, fileGuid: string, objectGuid: string): Promise<void> => {
    await rendering.start(tx, fileGuid)
    await hashes.takeLater(tx, objectGuid)
  }
  const usage = new Usage({ database, quota: config.storageQuota })
  const uploads = new Uploads({ ...base, storage, usage, metrics, onReceived })
  const tries = new PasskeyTries({ ...base, keyRing })
  const passkeys = new Passkeys({ ...base, keyRing, hashes, uploads, rendering, tries })
  const sending = new Sending({ ...base, uploads, passkeys })
  const versions: Versions = new Versions({ ...base, uploads, passkeys })
  const codes = new Codes({ ...base, codeKeys: keyRing.derive('door-codes') })
  const notices = new CommentNotices({ ...base, quietAddresses })
  const viewing = new Viewing({ ...base, rendering })
  return {
    engine,
    hashes,
    tracking,
    rendering,
    measuring: new Measuring({ rates, mayStrangers: config.sendTest }),
    usage,
    uploads,
    passkeys,
    shares: new Shares(base),
    reminders: new Reminders({ ...base, quietAddresses }),
    sending,
    presets: new Presets(base),
    editing: new Editing(base),
    endings: new Endings(base),
    versions,
    recipients: new Recipients(base),
    activity: new Activity(base),
    bin: new Bin(base),
    sendingAgain: new SendingAgain(base),
    tour: new Tour({ ...base, uploads, sending }),
    requests: new Requests(base),
    forwarding: new Forwarding(base),
    accessRequests: new AccessRequests(base),
    codes,
    doorLinks: new DoorLinks(base),
    readers: new Readers(base),
    received: new Received(base),
    unlocking: new Unlocking({ ...base, rendering, tries }),
    viewing,
    readerFiles: new ReaderFiles(base),
    receipts: new Receipts(base),
    acceptances: new Acceptances(base),
    acceptanceRecords: new AcceptanceRecords(base),
    comments: new Comments({ ...base, notices }),
    threads: new Threads({ ...base, notices }),
    introductions: new Introductions(base),
    links: new Links(base),
    copies: new Copies({ ...base, viewing, rendering }),
    downloadLinks: new DownloadLinks({ keys: keyRing.derive('download-links'), clock }),
    tracks: new Tracks({ ...base, viewing }),
  }
}
