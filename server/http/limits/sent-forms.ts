import { setTimeout as passing } from 'node:timers/promises'
import { sql, type SqlBool, type Updateable } from 'kysely'
import { newGuid, type Database } from '#server/db/open.ts'
import type { SentFormTable } from '#server/db/tables/operator/machinery-tables.ts'
import type { Log } from '#server/log.ts'
import { Problem } from '#server/rules/problems.ts'
import { openSmall, sealSmall } from '#server/storage/sealed/small-seal.ts'

/** How long a form being processed belongs to one request, unless that renews it; milliseconds. */
const leaseTime = 15_000
/** A clock this much behind was set back; milliseconds. The clocks of several machines differ by less. */
const smallestJump = 60_000
/** How long a second submission waits for the outcome of the first: beyond the lease of a dead process. */
const maxWait = 2 * leaseTime
const lookAgain = 200

export type SentForm<Answer> = {
  /** Identifies the form and its sender; the same for each submission of it. */
  key: string
  /** For how many milliseconds a submission counts as the same. */
  keptFor: number
  /** How many milliseconds a second submission waits for the first. */
  maxWait?: number
  /** What is stored is sealed by this key of 32 bytes, which only the form itself leads to. */
  seal?: Buffer
  work: () => Promise<Answer>
  /** What is stored so that the answer can be repeated; null for one that changed nothing, or must not be stored. */
  keep: (answer: Answer) => Promise<string | null>
  repeat: (kept: string) => Promise<Answer>
}

type Deps = {
  database: Database
  clock: () => number
  log: Log
  /** Waits for so many milliseconds. */
  pause?: (milliseconds: number) => Promise<unknown>
}

/**
 * Forms that are processed once however often they are sent: by a double click, by a browser that retries, or from a
 * copy of the page. The database says who comes first, so that this applies across processes.
 */
export class SentForms {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Answers the outcome of `work`, or that of the same form sent before; while that is in progress, waits for it. A
   * failed attempt, or one whose answer is not stored, does not count. Work of a dead process starts over. Throws
   * Problem formUnderWay after a wait of half a minute, or `maxWait`.
   */
  async once<Answer>(form: SentForm<Answer>): Promise<Answer> {
    const holder = newGuid()
    const { pause = passing } = this.#deps
    const patience = form.maxWait ?? maxWait
    for (let waited = 0; waited <= patience; waited += lookAgain) {
      if (await this.#claim(form, holder)) return this.#work(form, holder)
      const kept = await this.#kept(form)
      if (kept !== null) return form.repeat(kept)
      await pause(lookAgain)
    }
    throw new Problem('formUnderWay')
  }

  /** Removes what is no longer kept, and answers how much. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#deps.database.kysely
      .deleteFrom('sent_form')
      .where('ends_at', '<=', this.#deps.clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  /** One statement, so that of two at the same moment only one gets it. */
  async #claim(
    { key, keptFor }: Pick<SentForm<unknown>, 'key' | 'keptFor'>,
    holder: string,
  ): Promise<boolean> {
    const now = this.#deps.clock()
    const row = { key, held_by: holder, held_until: now + leaseTime, outcome: null, ends_at: now + keptFor }
    const isLeft = sql<SqlBool>`(sent_form.outcome is null and (sent_form.held_until <= ${now}
      or sent_form.held_until > ${now + leaseTime + smallestJump}))`
    const claimed = await this.#deps.database.kysely
      .insertInto('sent_form')
      .values(row)
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(row)
          .where((sent) => sent.or([isLeft, sent('sent_form.ends_at', '<=', now)])),
      )
      .returning('key')
      .executeTakeFirst()
    return claimed !== undefined
  }

  async #kept({ key, seal }: Pick<SentForm<unknown>, 'key' | 'seal'>): Promise<string | null> {
    const row = await this.#deps.database.kysely
      .selectFrom('sent_form')
      .select('outcome')
      .where('key', '=', key)
      .executeTakeFirst()
    const outcome = row?.outcome ?? null
    if (outcome === null || !seal) return outcome
    return openSmall(seal, key, Buffer.from(outcome, 'base64url'))?.toString('utf8') ?? null
  }

  async #work<Answer>({ key, seal, work, keep }: SentForm<Answer>, holder: string): Promise<Answer> {
    const renewal = setInterval(() => {
      void this.#note(key, holder, { held_until: this.#deps.clock() + leaseTime })
    }, leaseTime / 3)
    try {
      const answer = await work()
      const kept = await keep(answer)
      const outcome =
        kept === null || !seal ? kept : sealSmall(seal, key, Buffer.from(kept)).toString('base64url')
      await this.#note(key, holder, outcome === null ? null : { outcome })
      return answer
    } catch (error) {
      await this.#note(key, holder, null)
      throw error
    } finally {
      clearInterval(renewal)
    }
  }

  /**
   * Records the outcome of a form, or with null that it was never sent. What was done is done: its person gets the
   * answer even if this fails.
   */
  async #note(key: string, holder: string, change: Updateable<SentFormTable> | null): Promise<void> {
    const { database, log } = this.#deps
    const { kysely } = database
    const isOwn = sql<SqlBool>`key = ${key} and held_by = ${holder}`
    try {
      if (change) await kysely.updateTable('sent_form').set(change).where(isOwn).execute()
      else await kysely.deleteFrom('sent_form').where(isOwn).execute()
    } catch (error) {
      log.error({ err: error }, 'A form that was sent could not be noted')
    }
  }
}
