import type { Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { installation } from '#server/events/events.ts'
import { projectionOf, leftBy, type VisitFilter } from './filtered.ts'
import { Projection, type ReadingFigures } from './projection.ts'

const batchSize = 2000
const maxSubjects = 100
/** In total; about 100 bytes each. */
const maxThings = 200_000

/** What filters leave of one subject, the latest last, each up to an event. */
const maxFiltered = 4

type Filtered = { after: number; figures: ReadingFigures }
type Remembered = { projection: Projection; caughtUp: Promise<void>; filtered: Map<string, Filtered> }

/** Recorded when events, or what they said of a person, were erased: the only ways in which what was read can change. */
const erasures = ['EventsErased', 'PersonErased'] as const

/**
 * Projections of the most recently requested subjects. Each is continued from where it was instead of being read from its
 * beginning; one that was evicted is read again, and all of them once anything was erased.
 */
export class Projections {
  readonly #kysely: Kysely<Schema>
  /** The least recently used first. */
  readonly #remembered = new Map<string, Remembered>()
  #erasures = 0

  constructor(kysely: Kysely<Schema>) {
    this.#kysely = kysely
  }

  /** Includes everything that was committed before this call. */
  async of(subjectGuid: string): Promise<Projection> {
    return (await this.#known(subjectGuid)).projection
  }

  /** What a projection tells of the visits alone that a filter leaves: kept until something else happens. */
  async toldOf(
    subjectGuid: string,
    filter: VisitFilter,
    version: number,
    maxReaders: number,
  ): Promise<ReadingFigures> {
    const { projection: whole, filtered } = await this.#known(subjectGuid)
    const key = JSON.stringify([filter, version, maxReaders])
    const { after } = whole
    const kept = filtered.get(key)
    if (kept?.after === after) return kept.figures
    const projection = await projectionOf(this.#kysely, subjectGuid, leftBy(whole.starts, filter))
    const figures = projection.figures(version, maxReaders)
    filtered.delete(key)
    filtered.set(key, { after, figures })
    for (const [oldest] of filtered) if (filtered.size > maxFiltered) filtered.delete(oldest)
    this.#forget()
    return figures
  }

  async #known(subjectGuid: string): Promise<Remembered> {
    await this.#forgetWhatWasErased()
    const known = this.#remembered.get(subjectGuid) ?? {
      projection: new Projection(),
      caughtUp: Promise.resolve(),
      filtered: new Map<string, Filtered>(),
    }
    this.#remembered.delete(subjectGuid)
    this.#remembered.set(subjectGuid, known)
    // One after the other, so that no event is added twice. A failure for one is retried for the next.
    known.caughtUp = known.caughtUp
      .catch(() => undefined)
      .then(() => this.#catchUp(subjectGuid, known.projection))
    await known.caughtUp
    this.#forget()
    return known
  }

  async #catchUp(subjectGuid: string, projection: Projection): Promise<void> {
    for (;;) {
      const rows = await eventsAfter(this.#kysely, { subjectGuid, after: projection.after })
      for (const row of rows) projection.add(row)
      if (rows.length < batchSize) return
    }
  }

  /** Which may have happened in another process. */
  async #forgetWhatWasErased(): Promise<void> {
    const [row] = await erasureCount(this.#kysely, {})
    const count = Number(row!.count)
    if (count === this.#erasures) return
    this.#erasures = count
    this.#remembered.clear()
  }

  #forget(): void {
    let things = 0
    for (const known of this.#remembered.values()) things += sizeOf(known)
    for (const [subjectGuid, known] of this.#remembered) {
      if (this.#remembered.size <= maxSubjects && things <= maxThings) return
      things -= sizeOf(known) - known.projection.size
      known.filtered.clear()
      if (this.#remembered.size <= maxSubjects && things <= maxThings) return
      this.#remembered.delete(subjectGuid)
      things -= known.projection.size
    }
  }
}

const eventsAfter = prepared(
  (kysely, { subjectGuid, after }: Slots<{ subjectGuid: string; after: number }>) =>
    kysely
      .selectFrom('event')
      .select(['sequence', 'at', 'kind', 'email', 'visit_guid', 'detail'])
      .where('subject_guid', '=', subjectGuid)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .limit(batchSize),
)

const erasureCount = prepared((kysely) =>
  kysely
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('subject_guid', '=', installation)
    .where('kind', 'in', erasures),
)

function sizeOf({ projection, filtered }: Remembered): number {
  return [...filtered.values()].reduce(
    (sum, { figures }) => sum + figures.perRecipient.length + figures.lastPages.length,
    projection.size,
  )
}
