import type { Onboarding } from '../accounts/onboarding.ts'
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
import { Passkeys } from '../shares/passkeys.ts'
import { PasskeyTries } from '../shares/passkey-tries.ts'
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
import { DoorLinks } from '../viewing/door-links.ts'
import { Readers } from '../viewing/readers.ts'
import { Unlocking } from '../viewing/unlocking.ts'
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
}

/** The services about files: how they come, how they are sent, and how they are read. */
export type Sharing = ReturnType<typeof openSharing>

export function openSharing(needs: SharingNeeds) {
  const { config, clock, log, database, storage, vault, keyRing, jobs, rates, post, words, metrics } = needs
  const { onboarding } = needs
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
  const tries = new PasskeyTries({ database, keyRing, rates, tracking, post, publicUrl })
  const locking = { vault, keyRing, hashes, uploads, rendering, tracking, tries }
  const passkeys = new Passkeys({ database, ...locking, clock, log })
  const shares = new Shares({
    database,
    uploads,
    passkeys,
    tracking,
    onboarding,
    post,
    publicUrl,
    words,
    clock,
  })
  const tour = new Tour({ uploads, shares, onboarding, rates })
  const codeKeys = keyRing.derive('door-codes')
  const codes = new Codes({ database, rates, tracking, post, jobs, codeKeys, clock })
  const doorLinks = new DoorLinks({ database, rates, jobs, post, publicUrl, clock })
  const readers = new Readers({ database, clock })
  const unlocking = new Unlocking({ database, rendering, tries, clock })
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
    passkeys,
    shares,
    tour,
    codes,
    doorLinks,
    readers,
    unlocking,
    viewing,
  }
}
