import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { SealBroken } from '#server/storage/sealed/sealing.ts'
import { ObjectMissing } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'

type Deps = { database: Database; vault: Vault; jobs: Jobs; clock: () => number; log: Log }

const kind = 'object-hash'
/** After the upload and its first page, which someone is waiting for; milliseconds. */
const delay = 60_000
const maxADay = 20_000
const batch = 100

/** The SHA-256 of uploads, computed by a job some time after the upload. */
export class Hashes {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ object }) => this.#take(object!))
  }

  /** Queues the hash of a new object, if the transaction commits. */
  async takeLater(tx: Transaction, objectGuid: string): Promise<void> {
    const { jobs, clock } = this.#deps
    await jobs.add(tx, kind, { object: objectGuid }, { runAt: clock() + delay })
  }

  /** For objects of earlier versions, and those whose job failed: once a day, while none is waiting. */
  async sweep(): Promise<void> {
    const { database, jobs, clock } = this.#deps
    const waiting = await database.kysely
      .selectFrom('job')
      .select('guid')
      .where('kind', '=', kind)
      .where('failed_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (waiting) return
    const found = await database.kysely
      .selectFrom('object')
      .select('guid')
      .where('sha256', 'is', null)
      .where('created_at', '<', clock() - 2 * delay)
      .limit(maxADay)
      .execute()
    for (let at = 0; at < found.length; at += batch) {
      await database.transaction(async (tx) => {
        for (const { guid } of found.slice(at, at + batch)) await jobs.add(tx, kind, { object: guid })
      })
    }
  }

  async #take(objectGuid: string): Promise<void> {
    const { vault, log } = this.#deps
    try {
      await vault.takeHash(objectGuid)
    } catch (error) {
      // Removed in the meantime, or damaged, which no retry would fix.
      if (!(error instanceof ObjectMissing) && !(error instanceof SealBroken)) throw error
      if (await vault.has(objectGuid))
        log.error({ err: error, object: objectGuid }, 'A stored object is damaged')
    }
  }
}
