import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { UploadTable } from '#server/db/schema.ts'
import { unfinishedFor } from '#server/rules/files/resumable.ts'
import { Problem } from '#server/rules/problems.ts'
import type { BegunObject } from '#server/storage/vault.ts'

/** How long an upload belongs to one request that is heard no more of; milliseconds. */
export const leaseTime = 15_000

type Kysely = Database['kysely']

/** Whose upload it is: an account's own, or what someone brings to a room. */
export type Whose = { owner: { guid: string }; roomGuid?: string; broughtBy?: string }

type NewUpload = Pick<UploadTable, 'name' | 'size' | 'sha256'> & {
  roomGuid: string | null
  parentGuid: string | null
  broughtBy: string | null
}

/** The row of an upload of which nothing has arrived. */
export function newRow(
  { guid, wrappedKey, header, sealed }: BegunObject,
  owner: { guid: string },
  { roomGuid, parentGuid, broughtBy, ...about }: NewUpload,
  now: number,
): UploadTable {
  return {
    ...about,
    guid,
    owner_guid: owner.guid,
    room_guid: roomGuid,
    parent_guid: parentGuid,
    brought_by: broughtBy?.toLowerCase() ?? null,
    kind: null,
    media_type: null,
    received: 0,
    sealed: sealed.size,
    crc32: sealed.crc32,
    rest: null,
    mark: sealed.mark,
    header,
    wrapped_key: wrappedKey,
    created_at: now,
    ends_at: now + unfinishedFor,
    finished_at: null,
    held_by: null,
    held_until: 0,
  }
}

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

/** How many they are and the bytes that they take, besides one. */
export async function sumOfUnfinished(
  kysely: Kysely,
  ownerGuid: string,
  besides = '',
): Promise<{ bytes: number; count: number }> {
  const { bytes, count } = await unfinishedOf(kysely, ownerGuid)
    .select((row) => row.fn.sum<number | string | null>('received').as('bytes'))
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('guid', '<>', besides)
    .executeTakeFirstOrThrow()
  return { bytes: Number(bytes ?? 0), count: Number(count) }
}

/** One request's hold on an upload: of several at the same moment one gets it, in whatever process. */
export class Hold {
  readonly #kysely: Kysely
  readonly #guid: string
  readonly #clock: () => number
  readonly #holder = newGuid()
  /** 0 while it is not held. */
  #until = 0
  #unwritten: UploadTable | null = null

  constructor(kysely: Kysely, guid: string, clock: () => number) {
    this.#kysely = kysely
    this.#guid = guid
    this.#clock = clock
  }

  /** For the request that begins an upload: no one else knows of it before its row is written, with the first note. */
  static ofNew(kysely: Kysely, row: UploadTable, clock: () => number): Hold {
    const hold = new Hold(kysely, row.guid, clock)
    hold.#unwritten = row
    return hold
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
    return this.#unwritten === null && this.#clock() > this.#until - (leaseTime * 2) / 3
  }

  /** Notes what has changed, and renews the hold. Throws Problem uploadHeld where another request has it by now. */
  async note(changes: Partial<UploadTable> = {}, kysely: Kysely | Transaction = this.#kysely): Promise<void> {
    const until = this.#clock() + leaseTime
    await this.#change({ ...changes, held_until: until }, kysely)
    this.#until = until
  }

  async #change(changes: Partial<UploadTable>, kysely: Kysely | Transaction): Promise<void> {
    if (this.#unwritten) {
      const row = { ...this.#unwritten, held_by: this.#holder, ...changes }
      await kysely.insertInto('upload').values(row).execute()
      this.#unwritten = null
      return
    }
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
