import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { UploadTable } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'

/** How long an upload belongs to one request that is heard no more of; milliseconds. */
export const leaseTime = 15_000

type Kysely = Database['kysely']

/** Whose upload it is: an account's own, or what someone brings to a room. */
export type Whose = { owner: { guid: string }; roomGuid?: string; broughtBy?: string }

/** The row, if it is theirs and has not run out. Throws Problem notFound for everything else. */
export async function requireOwn(
  kysely: Kysely,
  guid: string,
  { owner, roomGuid, broughtBy }: Whose,
  now: number,
): Promise<UploadTable> {
  const row = await kysely
    .selectFrom('upload')
    .selectAll()
    .where('guid', '=', guid)
    .where('owner_guid', '=', owner.guid)
    .where('room_guid', roomGuid === undefined ? 'is' : '=', roomGuid ?? null)
    .where('brought_by', broughtBy === undefined ? 'is' : '=', broughtBy?.toLowerCase() ?? null)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  if (!row) throw new Problem('notFound')
  return row
}

/** An account's unfinished uploads, which an index finds among those that became files. */
export function unfinishedOf(kysely: Kysely, ownerGuid: string) {
  return kysely.selectFrom('upload').where('owner_guid', '=', ownerGuid).where('finished_at', 'is', null)
}

/** Bytes that they take, besides one. */
export async function bytesUnfinished(kysely: Kysely, ownerGuid: string, besides = ''): Promise<number> {
  const { bytes } = await unfinishedOf(kysely, ownerGuid)
    .select((row) => row.fn.sum<number | string | null>('received').as('bytes'))
    .where('guid', '<>', besides)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** One request's hold on an upload: of several at the same moment one gets it, in whatever process. */
export class Hold {
  readonly #kysely: Kysely
  readonly #guid: string
  readonly #clock: () => number
  readonly #holder = newGuid()
  /** 0 while it is not held. */
  #until = 0

  constructor(kysely: Kysely, guid: string, clock: () => number) {
    this.#kysely = kysely
    this.#guid = guid
    this.#clock = clock
  }

  /** Answers the row as it is now. Throws Problem uploadHeld, notFound. */
  async take(): Promise<UploadTable> {
    const now = this.#clock()
    const row = await this.#kysely
      .updateTable('upload')
      .set({ held_by: this.#holder, held_until: now + leaseTime })
      .where('guid', '=', this.#guid)
      .where('finished_at', 'is', null)
      // A clock that was put back must not lock anyone out for longer than that either.
      .where((row) => row.or([row('held_until', '<=', now), row('held_until', '>', now + leaseTime)]))
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new Problem(await this.#whyNot())
    this.#until = now + leaseTime
    return row
  }

  /** Whether it must be renewed before more is written. */
  get isDue(): boolean {
    return this.#clock() > this.#until - (leaseTime * 2) / 3
  }

  /** Notes what has changed, and renews the hold. Throws Problem uploadHeld where another request has it by now. */
  async note(changes: Partial<UploadTable> = {}, kysely: Kysely | Transaction = this.#kysely): Promise<void> {
    const until = this.#clock() + leaseTime
    await this.#change({ ...changes, held_until: until }, kysely)
    this.#until = until
  }

  async #change(changes: Partial<UploadTable>, kysely: Kysely | Transaction): Promise<void> {
    const noted = await kysely
      .updateTable('upload')
      .set(changes)
      .where('guid', '=', this.#guid)
      .where('held_by', '=', this.#holder)
      .returning('guid')
      .executeTakeFirst()
    if (!noted) throw new Problem(await this.#whyNot())
  }

  /** The same, and lets go with it; in a transaction, once that is committed. */
  async end(changes: Partial<UploadTable>, tx?: Transaction): Promise<void> {
    await this.#change({ ...changes, held_by: null, held_until: 0 }, tx ?? this.#kysely)
    if (tx) tx.onCommit(() => void (this.#until = 0))
    else this.#until = 0
  }

  /** Lets go, if that is not done yet. */
  async release(): Promise<void> {
    if (this.#until === 0) return
    await this.#kysely
      .updateTable('upload')
      .set({ held_by: null, held_until: 0 })
      .where('guid', '=', this.#guid)
      .where('held_by', '=', this.#holder)
      .execute()
  }

  async #whyNot(): Promise<'uploadHeld' | 'notFound'> {
    const row = await this.#kysely
      .selectFrom('upload')
      .select('guid')
      .where('guid', '=', this.#guid)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    return row ? 'uploadHeld' : 'notFound'
  }
}
