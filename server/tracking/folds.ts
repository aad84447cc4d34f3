import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { Fold } from './fold.ts'

const rowsAtOnce = 2000
const maxSubjects = 100
/** In total; about 100 bytes each. */
const maxThings = 200_000

type Remembered = { fold: Fold; caughtUp: Promise<void> }

/**
 * Folds of the most recently requested subjects. The stream only grows, so each is continued from where it was instead
 * of being read from its beginning; one that was evicted is read again.
 */
export class Folds {
  readonly #kysely: Kysely<Schema>
  /** The least recently used first. */
  readonly #remembered = new Map<string, Remembered>()

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely
  }

  /** Includes everything that was committed before this call. */
  async of(subjectGuid: string): Promise<Fold> {
    const known = this.#remembered.get(subjectGuid) ?? { fold: new Fold(), caughtUp: Promise.resolve() }
    this.#remembered.delete(subjectGuid)
    this.#remembered.set(subjectGuid, known)
    // One after the other, so that no event is added twice. A failure for one is retried for the next.
    known.caughtUp = known.caughtUp.catch(() => undefined).then(() => this.#catchUp(subjectGuid, known.fold))
    await known.caughtUp
    this.#forget()
    return known.fold
  }

  async #catchUp(subjectGuid: string, fold: Fold): Promise<void> {
    for (;;) {
      const rows = await this.#kysely
        .selectFrom('event')
        .select(['sequence', 'at', 'kind', 'email', 'visit_guid', 'detail'])
        .where('subject_guid', '=', subjectGuid)
        .where('sequence', '>', fold.after)
        .orderBy('sequence')
        .limit(rowsAtOnce)
        .execute()
      for (const row of rows) fold.add(row)
      if (rows.length < rowsAtOnce) return
    }
  }

  #forget(): void {
    let things = 0
    for (const { fold } of this.#remembered.values()) things += fold.size
    for (const [subjectGuid, { fold }] of this.#remembered) {
      if (this.#remembered.size <= maxSubjects && things <= maxThings) return
      this.#remembered.delete(subjectGuid)
      things -= fold.size
    }
  }
}
