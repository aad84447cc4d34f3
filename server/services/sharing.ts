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
import { Shares } from '../shares/shares.ts'
import { Tour } from '../shares/tour.ts'
import type { KeyRing } from '../storage/key-ring.ts'
import type { Storage } from '../storage/storage.ts'
import type { Vault } from '../storage/vault.ts'
import { Tracking } from '../tracking/tracking.ts'
import { Hashes } from '../uploads/hashes.ts'
import { Measuring } from '../uploads/measuring.ts'
import { Uploads } from '../uploads/uploads.ts'
import { Usage } from '../uploads/usage.ts'
import { Codes } from '../viewing/codes.ts'
import { Copies } from '../viewing/copies.ts'
import { DoorLinks } from '../viewing/door-links.ts'
import { DownloadLinks } from '../viewing/download-links.ts'
import { Readers } from '../viewing/readers.ts'
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
  const engine = new RenderEngine({ workers: config.renderWorkers, log })
  const rendering = new Rendering({ database, vault, jobs, engine, clock, log, metrics })
  const hashes = new Hashes({ database, vault, jobs, clock, log })
  const onReceived = async (tx: Transaction, fileGuid: string, objectGuid: string): Promise<void> => {
    await rendering.start(tx, fileGuid)
    await hashes.takeLater(tx, objectGuid)
  }
  const measuring = new Measuring({ rates, mayStrangers: config.sendTest })
  const usage = new Usage({ database, quota: config.storageQuota })
  const uploads = new Uploads({ database, vault, storage, usage, clock, log, metrics, onReceived })
  const shares = new Shares({ database, uploads, tracking, onboarding, post, publicUrl, words, clock })
  const reminders = new Reminders({ database, tracking, post, quietAddresses, publicUrl, clock })
  const links = new Links({ database, tracking, post, publicUrl, words, clock })
  const tour = new Tour({ uploads, shares, onboarding, rates })
  const codeKeys = keyRing.derive('door-codes')
  const codes = new Codes({ database, rates, tracking, post, jobs, codeKeys, clock })
  const doorLinks = new DoorLinks({ database, rates, jobs, post, publicUrl, clock })
  const readers = new Readers({ database, clock })
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
  const copies = new Copies({ database, viewing, rendering, vault, clock })
  const downloadLinks = new DownloadLinks({ keys: keyRing.derive('download-links'), clock })
  const tracks = new Tracks({ database, viewing, tracking, rates, words, clock })
  return {
    engine,
    hashes,
    tracking,
    rendering,
    measuring,
    usage,
    uploads,
    shares,
    links,
    reminders,
    tour,
    codes,
    doorLinks,
    readers,
    viewing,
    copies,
    downloadLinks,
    tracks,
  }
}
