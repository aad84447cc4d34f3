import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import { Erasing } from './account-data/erasing.ts'
import { Exports } from './account-data/exports.ts'
import { HandingOver } from './account-data/handing-over.ts'
import { Feedback } from './accounts/keeping/feedback.ts'
import type { Config } from './config.ts'
import { openDatabase, type Database, type OpenOptions } from './db/open.ts'
import { Health } from './health.ts'
import { RateLimits } from './http/limits/rate.ts'
import { Outgoing } from './http/outgoing/outgoing.ts'
import { SentForms } from './http/limits/sent-forms.ts'
import { Transfers, shareOfEach } from './http/bytes/transfers.ts'
import { Jobs } from './jobs/queue.ts'
import type { Log } from './log.ts'
import type { MailTransport } from './mail/email.ts'
import { OutboxTransport } from './mail/outbox.ts'
import { Mailer, type OnDelivered } from './mail/mailer.ts'
import { Metrics } from './metrics.ts'
import { refuseHalfRestored } from './operations/half-restored.ts'
import { LostEmails } from './operations/console/lost-emails.ts'
import { openOperator, type Operator } from './services/operator.ts'
import { openAudit, type AuditServices } from './services/audit.ts'
import { CloudConnections } from './clouds/connections.ts'
import { openClouds } from './services/clouds.ts'
import { openPeople, type People } from './services/people.ts'
import { limitedParts, openPlans } from './services/plans.ts'
import { openExports } from './services/exports.ts'
import { wordFilterOf } from './services/words.ts'
import { sweptOften } from './services/swept.ts'
import { RenderEngine } from './rendering/engine.ts'
import { htmlText } from './rendering/text/html-text.ts'
import { logoDrawing } from './rendering/logos/logo-drawing.ts'
import { openSharing, type Sharing } from './services/sharing.ts'
import type { WordFilter } from './rules/text/text.ts'
import type { KeyRing } from './storage/keys/key-ring.ts'
import { openKeys } from './storage/keys/open-keys.ts'
import { openStorage } from './storage/open.ts'
import type { Storage } from './storage/storage.ts'
import { Vault } from './storage/vault.ts'
import { Events, openAuditKey, type AuditKey } from '#server/events/events.ts'
import { countInRoom } from '#server/tracking/rooms/room-figures.ts'
import { Tracking } from './tracking/tracking.ts'
import type { Swept } from './uploads/uploads.ts'

/** The first of each signs, and every one is accepted. */
export type Keys = { cookies: string[]; forms: PurposeKeys }

export type Services = Readonly<
  Omit<People, 'accounts'> &
    Omit<Sharing, 'own'> &
    Omit<AuditServices, 'retention'> & {
      accounts: People['accounts'] & { feedback: Feedback; exports: Exports; erasing: Erasing }
      plans: ReturnType<typeof openPlans>
      clouds: ReturnType<typeof openClouds>
      exports: ReturnType<typeof openExports>
      config: Config
      clock: () => number
      log: Log
      keys: Keys
      keyRing: KeyRing
      auditKey: AuditKey
      database: Database
      storage: Storage
      vault: Vault
      jobs: Jobs
      events: Events
      /** Requests to addresses that users enter. */
      outgoing: Outgoing
      /** Records the outcome of an email. */
      noteDelivery: OnDelivered
      /** What the operator's screens and commands share. */
      operator: Operator
      rates: RateLimits
      sentForms: SentForms
      /** The transfers of files in progress. */
      transfers: Transfers
      /** The same for page images. */
      pageTransfers: Transfers
      /** Words that texts for other people must not have; empty if the operator turned the list off. */
      words: { blockedWords?: WordFilter }
      metrics: Metrics
      health: Health
      /**
       * Ends and removes what has expired, and remakes what has an earlier format, every ten minutes; returns how many
       * rows were removed.
       */
      sweep(): Promise<number>
      /**
       * Removes stored bytes that nothing uses, and has closed accounts and old deleted shares erased: it walks the
       * whole storage, so once a day.
       */
      sweepStorage(): Promise<Swept>
      close(): Promise<void>
    }
>

export type OpenServicesOptions = {
  as?: 'server' | 'guest'
  engine?: RenderEngine | undefined
  threads?: OpenOptions['threads']
}

/**
 * Builds every service once, from the left to the right of the import law. A guest works beside a running server, on
 * its database and storage, and begins nothing by itself. An engine that is given draws for others too, and stays.
 */
export async function openServices(
  config: Config,
  clock: () => number,
  log: Log,
  { as = 'server', engine: given, threads }: OpenServicesOptions = {},
): Promise<Services> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  refuseHalfRestored(config.dataDir)
  const url = config.databaseUrl ?? `sqlite:${path.join(config.dataDir, 'strongroom.db')}`
  const { reserveBytes } = config
  const database = await openDatabase({ url, log, as, isPatient: as === 'guest', reserveBytes, threads })
  const { keyRing, storage, auditKey } = await openSealed(config, { database, clock, log, as }).catch(
    async (error: unknown) => {
      await database.close()
      throw error
    },
  )
  const metrics = new Metrics()
  const vault = new Vault({ database, storage, keys: keyRing, clock })
  const jobs = new Jobs({ database, clock, log, metrics })
  const lostEmails = new LostEmails({ database, clock, keyRing, jobs })
  const rates = new RateLimits({ database, clock })
  const sentForms = new SentForms({ database, clock, log })
  const transport = await makeTransport(config, clock)
  const mailer: Mailer = new Mailer({
    jobs,
    transport,
    publicUrl: config.publicUrl,
    clock,
    log,
    metrics,
    onDelivered: (...delivery) => noteDelivery(...delivery),
    onLost: (...lost) => lostEmails.note(...lost),
  })
  const noteDelivery: OnDelivered = async (...delivery) => {
    await sharing.shares.sent.noteDelivery(...delivery)
    await sharing.rooms.members.noteDelivery(...delivery)
  }
  const words = wordFilterOf(config, clock)
  const outgoing = new Outgoing({ allowed: config.outgoingNetworks })
  const events = new Events({ database, clock, log, auditKey })
  events.onCount('roomActivity', countInRoom)
  const common = { config, clock, log, database, keyRing, jobs, rates, mailer, words, events }
  const { audit, auditTrail, retention } = openAudit({ ...common, auditKey })
  const tracking = new Tracking({ database, clock, auditKey })
  const connections = new CloudConnections(common)
  const engine = given ?? new RenderEngine({ workers: config.renderWorkers, log })
  const people = openPeople({
    ...common,
    outgoing,
    drawLogo: logoDrawing(engine),
    textOf: htmlText,
    onEntered: (...entered) => connections.noteEntered(...entered),
  })
  const plans = openPlans({ config, clock, database, jobs, rates, mailer, words, events })
  const { onboarding, quietAddresses, sessions } = people.accounts
  const feedback = new Feedback({ database, rates, mailer, words })
  const deps = { ...common, storage, vault, metrics, tracking, engine, outgoing }
  const { own, ...sharing } = openSharing({ ...deps, onboarding, quietAddresses })
  const exported = openExports({ ...deps, auditTrail, people, sharing })
  const clouds = openClouds({ ...common, plans: config.plans, sharing, connections })
  events.requireAll()
  const { publicUrl } = config
  const exports = new Exports({ database, rates, publicUrl, events, clock })
  const handingOver = new HandingOver({
    ...deps,
    plans: config.plans,
    usage: sharing.files.usage,
    parts: own.givenParts,
    limited: limitedParts,
  })
  people.teams.membership.handOverBy(handingOver)
  const erasing = new Erasing({
    database,
    vault,
    events,
    jobs,
    clock,
    log,
    takeBack: (...whose) => connections.revokeAll(...whose),
  })
  const waiting = () => jobs.waiting()
  const health = new Health({ database, storage, waiting, dataDir: config.dataDir, log })
  metrics.ask({ waiting, activeSessions: () => sessions.countActive(), health: () => health.readings() })
  const operator = openOperator({
    ...deps,
    health,
    lostEmails,
    transport,
    noteDelivery,
    audit,
    confinement: () => sharing.files.confining.kind(),
  })
  const services: Services = Object.freeze({
    config,
    clock,
    log,
    keys: {
      cookies: keyRing.derive('cookies').map((key) => key.export().toString('base64url')),
      forms: keyRing.derive('forms'),
    },
    keyRing,
    auditKey,
    audit,
    auditTrail,
    database,
    storage,
    vault,
    jobs,
    events,
    noteDelivery,
    operator,
    rates,
    sentForms,
    transfers: new Transfers(config.transfers),
    pageTransfers: new Transfers(config.transfers, shareOfEach.pages),
    words,
    ...people,
    plans,
    accounts: { ...people.accounts, feedback, exports, erasing },
    ...sharing,
    outgoing,
    clouds,
    exports: exported,
    metrics,
    health,
    async sweep() {
      let removed = 0
      for (const service of [
        ...sweptOften(people, sharing),
        clouds.copies,
        exported.prepared,
        plans.changes,
        plans.links,
        plans.payments,
        rates,
        sentForms,
        jobs,
        lostEmails,
        connections,
      ])
        removed += await service.sweep()
      await own.renewGrids()
      return removed
    },
    async sweepStorage() {
      await own.hashes.sweep()
      await clouds.origins.sweepDaily()
      await erasing.sweep()
      await sharing.shares.trash.sweep()
      await sharing.rooms.trash.sweep()
      await sharing.rooms.itemTrash.sweep()
      await retention.sweep()
      return sharing.files.uploads.sweep()
    },
    async close() {
      metrics.close()
      clouds.copies.close()
      // Before the jobs, which wait for what is being converted.
      await own.converters.close()
      await jobs.stop()
      transport.close?.()
      await outgoing.close()
      if (!given) await engine.close()
      await database.close()
    },
  })
  operator.cleanups.doneBy(services)
  return services
}

/** The keys of the installation, and the bytes that are sealed under them. */
async function openSealed(
  { dataDir, secretKeys, s3, reserveBytes }: Config,
  { database, clock, log, as }: { database: Database; clock: () => number; log: Log; as: 'server' | 'guest' },
): Promise<{ keyRing: KeyRing; storage: Storage; auditKey: AuditKey }> {
  const keyRing = await openKeys({ database, dataDir, secretKeys, as })
  const auditKey = await openAuditKey({ database, keyRing, clock })
  const isAlone = as === 'server' && database.kind === 'sqlite'
  const kept = database.kind === 'sqlite' ? { reserveBytes } : {}
  return { keyRing, auditKey, storage: await openStorage({ dataDir, s3, isAlone, ...kept, log }) }
}

/** How emails are sent, as the installation is configured. */
export async function makeTransport(config: Config, clock: () => number): Promise<MailTransport> {
  const { smtpUrl, mailFrom: from, dataDir } = config
  if (!smtpUrl) return new OutboxTransport({ folder: path.join(dataDir, 'outbox'), from, clock })
  // Loaded only where it is used.
  const { SmtpTransport } = await import('./mail/smtp.ts')
  return new SmtpTransport({ url: smtpUrl, from, clock })
}
