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
import { Reminders } from '../shares/reminders.ts'
import { Presets } from '../shares/presets.ts'
import { Sending } from '../shares/sending.ts'
import { Activity } from '../shares/activity.ts'
import { Editing } from '../shares/editing.ts'
import { Recipients } from '../shares/people.ts'
import { SendingAgain } from '../shares/again.ts'
import { Bin } from '../shares/bin.ts'
import { Requests } from '../shares/requests.ts'
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
  const engine = new RenderEngine({ workers: config.renderWorkers, log })
  const onRendered = (tx: Transaction, fileGuid: string): Promise<void> => versions.showWaiting(tx, fileGuid)
  const rendering = new Rendering({ database, vault, jobs, engine, clock, log, metrics, onRendered })
  const hashes = new Hashes({ database, vault, jobs, clock, log })
  const onReceived = async (tx: Transaction, fileGuid: string, objectGuid: string): Promise<void> => {
    await rendering.start(tx, fileGuid)
    await hashes.takeLater(tx, objectGuid)
  }
  const measuring = new Measuring({ rates, mayStrangers: config.sendTest })
  const usage = new Usage({ database, quota: config.storageQuota })
  const uploads = new Uploads({ database, vault, storage, usage, clock, log, metrics, onReceived })
  const reminders = new Reminders({ database, tracking, post, quietAddresses, publicUrl, clock })
  const shares = new Shares({ database, tracking, clock })
  const sending = new Sending({
    database,
    uploads,
    tracking,
    onboarding,
    jobs,
    post,
    publicUrl,
    words,
    clock,
    log,
  })
  const presets = new Presets({ database, words, clock })
  const tour = new Tour({ uploads, sending, onboarding, rates })
  const editing = new Editing({ database, tracking, post, publicUrl, words, clock })
  const versions: Versions = new Versions({ database, uploads, vault, tracking, clock })
  const recipients = new Recipients({ database, tracking, rates, post, publicUrl, clock })
  const activity = new Activity({ database, tracking, rates })
  const bin = new Bin({ database, vault, tracking, jobs, clock, log })
  const sendingAgain = new SendingAgain({ database, rates, post, publicUrl, clock })
  const requests = new Requests({ database, tracking, post, publicUrl, words, clock })
  const codeKeys = keyRing.derive('door-codes')
  const codes = new Codes({ database, rates, tracking, post, jobs, codeKeys, clock })
  const doorLinks = new DoorLinks({ database, rates, jobs, post, publicUrl, clock })
  const notices = new CommentNotices({ database, jobs, post, publicUrl, clock })
  const readers = new Readers({ database, clock })
  const received = new Received({ database, clock })
  const forwarding = new Forwarding({ database, tracking, rates, post, publicUrl, words, clock })
  const accessNeeds = { database, tracking, rates, jobs, post, publicUrl, words, clock }
  const accessRequests = new AccessRequests(accessNeeds)
  const viewing = new Viewing({
    database,
    tracking,
    onboarding,
    rates,
    rendering,
    vault,
    post,
    publicUrl,
    clock,
  })
  return {
    engine,
    hashes,
    tracking,
    rendering,
    measuring,
    usage,
    uploads,
    shares,
    reminders,
    sending,
    presets,
    editing,
    versions,
    recipients,
    activity,
    bin,
    sendingAgain,
    tour,
    requests,
    forwarding,
    accessRequests,
    codes,
    doorLinks,
    readers,
    received,
    viewing,
    readerFiles: new ReaderFiles({ database, clock }),
    receipts: new Receipts({ database, tracking, clock }),
    acceptances: new Acceptances({ database, tracking, post, publicUrl, clock }),
    acceptanceRecords: new AcceptanceRecords({ database }),
    comments: new Comments({ database, tracking, rates, notices, words, clock }),
    threads: new Threads({ database, tracking, notices, words, clock }),
    introductions: new Introductions({ database, tracking, words, clock }),
  }
}
