import type { Database } from '#server/db/open.ts'
import type { Jobs, Payload } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { AuditKey } from '../audit-key.ts'
import { cutBeginning, lockHead } from '../erase.ts'
import { installation, type NewEvent } from '../event.ts'
import { eraseValues } from './erase-values.ts'

const kind = 'audit-retention'
const day = 86_400_000
const chainsPerBatch = 200
const rowsPerBatch = 1000

type Deps = {
  database: Database
  auditKey: AuditKey
  jobs: Jobs
  events: { record(tx: null, event: NewEvent & { kind: 'EventsErased' }): Promise<void> }
  clock: () => number
  log: Log
  /** How many days events are kept; null for as long as what they are about. */
  days: number | null
}

/**
 * Erases events that are older than the installation keeps them, chain by chain from the beginning, in small
 * transactions. Each chain keeps its last event, and its seal says where it begins now. The installation's own chain says
 * where others ended, so it is never cut: of its older events the values go. A job goes on where it was interrupted.
 */
export class Retention {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, (payload) => this.#goOn(payload))
  }

  /** Has the erasing begun; called once a day. */
  async sweep(): Promise<void> {
    const { database, jobs, clock, days } = this.#deps
    if (days === null) return
    // The beginning of a day: one job for it, however often this is called.
    const before = Math.floor(clock() / day) * day - days * day
    const first = { before: String(before), after: '', events: '0', chains: '0' }
    await database.transaction((tx) => jobs.add(tx, kind, first, { isOnce: true }))
  }

  async #goOn({ before = '0', after = '', events = '0', chains = '0' }: Payload): Promise<void> {
    const { database, jobs } = this.#deps
    const heads = await this.#chainsAfter(after)
    let [erased, touched] = [Number(events), Number(chains)]
    for (const subject of heads) {
      const count = await this.#shorten(subject, Number(before))
      erased += count
      if (count > 0) touched++
    }
    if (heads.length < chainsPerBatch) return this.#end(Number(before), { events: erased, chains: touched })
    const next = { before, after: heads.at(-1)!, events: String(erased), chains: String(touched) }
    await database.transaction((tx) => jobs.add(tx, kind, next))
  }

  async #chainsAfter(after: string): Promise<string[]> {
    const rows = await this.#deps.database.kysely
      .selectFrom('event_head')
      .select('subject_guid')
      .where('subject_guid', '>', after)
      .where('subject_guid', '!=', installation)
      .orderBy('subject_guid')
      .limit(chainsPerBatch)
      .execute()
    return rows.map((row) => row.subject_guid)
  }

  /** Returns how many events were erased. */
  async #shorten(subject: string, before: number): Promise<number> {
    const { database, auditKey } = this.#deps
    let erased = 0
    for (;;) {
      const count = await database.transaction(async (tx) => {
        const head = await lockHead(tx, subject)
        if (!head) return 0
        const old = await tx
          .selectFrom('event')
          .select(['sequence', 'at'])
          .where('subject_guid', '=', subject)
          .where('sequence', '>=', head.kept_from)
          .where('sequence', '<', Math.min(head.sequence, head.kept_from + rowsPerBatch))
          .orderBy('sequence')
          .execute()
        const firstKept = old.findIndex(({ at }) => at >= before)
        const gone = firstKept === -1 ? old.length : firstKept
        if (gone > 0) await cutBeginning(tx, auditKey, head, head.kept_from + gone)
        return gone
      })
      erased += count
      if (count < rowsPerBatch) return erased
    }
  }

  async #end(before: number, counts: { events: number; chains: number }): Promise<void> {
    const { database, auditKey, events, log } = this.#deps
    const rows = await database.kysely
      .selectFrom('event')
      .selectAll()
      .where('subject_guid', '=', installation)
      .where('at', '<', before)
      .where('kind', 'not in', ['TrailErased', 'EventsErased'])
      .where((row) => row.or([row('person_hash', 'is', null), row('detail_hash', 'is', null)]))
      .orderBy('sequence')
      .execute()
    for (const row of rows) await eraseValues(database, auditKey, row, { person: true, detail: true })
    if (counts.events === 0 && rows.length === 0) return
    const detail = { before: new Date(before).toISOString(), ...counts }
    await events.record(null, { subject: installation, kind: 'EventsErased', client: null, detail })
    log.info(detail, 'old events were erased')
  }
}
