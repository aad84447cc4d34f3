import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Accounts } from './accounts/accounts.ts'
import { Sessions } from './accounts/sessions.ts'
import type { Config } from './config.ts'
import { openDatabase, type Database } from './db/open.ts'
import { RateLimits } from './http/rate.ts'
import { Jobs } from './jobs/queue.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mail/letter.ts'
import { OutboxMailer } from './mail/outbox.ts'
import { Post } from './mail/post.ts'
import { RenderEngine } from './rendering/engine.ts'
import { Rendering } from './rendering/rendering.ts'
import { Shares } from './shares/shares.ts'
import { defaultBlockedWords } from './rules/blocked-words.ts'
import { BlockedWords } from './rules/text.ts'
import { deriveKey, loadInstallationKey } from './storage/installation-key.ts'
import { openStorage } from './storage/open.ts'
import { Vault } from './storage/vault.ts'
import { Tracking } from './tracking/tracking.ts'
import { Uploads } from './uploads/uploads.ts'
import { Codes } from './viewing/codes.ts'
import { Readers } from './viewing/readers.ts'
import { Viewing } from './viewing/viewing.ts'

export type Keys = { cookies: string; forms: Buffer }

export type Services = Readonly<{
  config: Config
  clock: () => number
  log: Log
  keys: Keys
  database: Database
  jobs: Jobs
  rates: RateLimits
  accounts: Accounts
  sessions: Sessions
  codes: Codes
  readers: Readers
  tracking: Tracking
  uploads: Uploads
  rendering: Rendering
  shares: Shares
  viewing: Viewing
  /** Ends and removes what has run out: rows only, for every ten minutes. */
  sweep(): Promise<void>
  /** Removes stored bytes that nothing uses: it walks the whole storage, for once a day. */
  sweepStorage(): Promise<void>
  close(): Promise<void>
}>

/**
 * Builds every service once, from the left to the right of the import law. A guest works beside a running server, on
 * its database and storage, and begins nothing by itself.
 */
export async function openServices(
  config: Config,
  clock: () => number,
  log: Log,
  { as = 'server' }: { as?: 'server' | 'guest' } = {},
): Promise<Services> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const installationKey = loadInstallationKey(config.dataDir, config.secretKeys[0] ?? null)
  const url = config.databaseUrl ?? `sqlite:${path.join(config.dataDir, 'strongroom.db')}`
  const database = await openDatabase({ url, log, as })
  const { dataDir, s3 } = config
  const isAlone = as === 'server' && database.kind === 'sqlite'
  const storage = await openStorage({ dataDir, s3, isAlone, log })
  const vault = new Vault({ database, storage, installationKey, clock })
  const jobs = new Jobs({ database, clock, log })
  const rates = new RateLimits({ database, clock })
  const mailer = await makeMailer(config, clock)
  const post: Post = new Post({
    jobs,
    mailer,
    publicUrl: config.publicUrl,
    clock,
    log,
    onDelivered: (recipientGuid, outcome): Promise<void> => shares.noteDelivery(recipientGuid, outcome),
  })
  const sessions = new Sessions({ database, clock })
  const accounts = new Accounts({ database, sessions, rates, jobs, post, clock, config })
  const tracking = new Tracking({ database, clock })
  const engine = new RenderEngine({ workers: config.renderWorkers, log })
  const rendering = new Rendering({ database, vault, jobs, engine, clock, log })
  const onReceived = rendering.start.bind(rendering)
  const uploads = new Uploads({ database, vault, storage, clock, log, onReceived })
  const words = blockedWordsOf(config)
  const shares = new Shares({ database, uploads, tracking, post, publicUrl: config.publicUrl, words, clock })
  const codeKey = deriveKey(installationKey, 'door-codes')
  const codes = new Codes({ database, rates, tracking, post, jobs, codeKey, clock })
  const readers = new Readers({ database, clock })
  const viewing = new Viewing({ database, tracking, rates, rendering, vault, clock })
  return Object.freeze({
    config,
    clock,
    log,
    keys: {
      cookies: deriveKey(installationKey, 'cookies').toString('base64url'),
      forms: deriveKey(installationKey, 'forms'),
    },
    database,
    jobs,
    rates,
    accounts,
    sessions,
    codes,
    readers,
    tracking,
    uploads,
    rendering,
    shares,
    viewing,
    async sweep() {
      for (const service of [accounts, codes, readers, viewing, rendering, rates, jobs]) await service.sweep()
    },
    sweepStorage: () => uploads.sweep(),
    async close() {
      await jobs.stop()
      mailer.close?.()
      await engine.close()
      await database.close()
    },
  })
}

async function makeMailer(config: Config, clock: () => number): Promise<Mailer> {
  const { smtpUrl, mailFrom: from, dataDir } = config
  if (!smtpUrl) return new OutboxMailer({ folder: path.join(dataDir, 'outbox'), from, clock })
  // Loaded only where it is used.
  const { SmtpMailer } = await import('./mail/smtp.ts')
  return new SmtpMailer({ url: smtpUrl, from, clock })
}

/** The words that texts may not have: the operator's own list in the data folder, or ours; none when switched off. */
function blockedWordsOf(config: Config): { blockedWords?: BlockedWords } {
  if (!config.blockedWords) return {}
  const own = path.join(config.dataDir, 'blocked-words.txt')
  return {
    blockedWords: BlockedWords.parse(existsSync(own) ? readFileSync(own, 'utf8') : defaultBlockedWords),
  }
}
