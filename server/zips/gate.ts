import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { seenFolders } from '#server/viewing/access/item-facts.ts'
import { getsMarked } from '#server/viewing/reading/watermark.ts'
import { accessTo, zipRefusal } from './access.ts'
import { isFile, isFolder, type ZipEntryRow, type ZipRow } from './zip-rows.ts'

/** One check covers what begins within this time (ms), if the client keeps up: small files come by the thousand. */
const holds = 50
/**
 * How many entries are checked together: few at first, since large ones outlast a check, and twice as many each time
 * all of them began in time. Of a room they need one query, of shares one each.
 */
const least = 4
const atOnce = { room: 256, shares: 8 }
/** Of more than this the database is asked in its own thread: everyone else would wait for so long a reading. */
const few = 256
/** All of them are checked in parts, each of which is forgotten before the next. */
const most = 1_000

type GateOf = {
  database: Pick<Database, 'kysely' | 'lookups'>
  identity: Identity
  zip: Pick<ZipRow, 'room_guid'>
  entries: readonly ZipEntryRow[]
  clock: () => number
}

/** Asks the policy again, on the way, whether the files of an archive may still be sent as they are listed. */
export class Gate {
  readonly #of: GateOf
  #checkedTo = 0
  #checkedAt = -Infinity
  #ahead = least

  constructor(of: GateOf) {
    this.#of = of
  }

  /** All of them. Throws zipChanged. */
  async requireAll(): Promise<void> {
    const { entries } = this.#of
    for (let at = 0; at < entries.length; at += most) await this.#check(entries.slice(at, at + most))
    this.#checkedTo = 0
  }

  /** The entry that comes next. Throws zipChanged. */
  async require(index: number): Promise<void> {
    if (index < this.#checkedTo && performance.now() - this.#checkedAt < holds) return
    const { entries, zip } = this.#of
    const isUsedUp = this.#checkedTo > 0 && index >= this.#checkedTo
    const largest = zip.room_guid === null ? atOnce.shares : atOnce.room
    this.#ahead = isUsedUp ? Math.min(this.#ahead * 2, largest) : least
    const to = index + this.#ahead
    const startedAt = performance.now()
    await this.#check(entries.slice(index, to))
    this.#checkedTo = to
    this.#checkedAt = startedAt
  }

  /** The client let time pass: what comes next is checked again. */
  expire(): void {
    this.#checkedTo = 0
  }

  async #check(entries: readonly ZipEntryRow[]): Promise<void> {
    const { identity, zip, clock } = this.#of
    const kysely = this.#kyselyFor(entries)
    await this.#checkFolders(kysely, entries)
    const files = entries.filter(isFile)
    const guids = files.map(({ share_guid: guid }) => guid!)
    const accesses = await accessTo(kysely, identity, { roomGuid: zip.room_guid, guids }, clock())
    for (const { share_guid: guid, file_guid: fileGuid, is_marked: isMarked } of files) {
      const found = accesses.get(guid!)
      const isSame = found?.file.guid === fileGuid && (isMarked === 1 || !getsMarked(found))
      if (!found || !isSame || zipRefusal(found, clock()) !== null) throw new Problem('zipChanged')
    }
  }

  #kyselyFor({ length }: readonly ZipEntryRow[]): Database['kysely'] {
    const { kysely, lookups } = this.#of.database
    return length > few ? kysely : lookups
  }

  async #checkFolders(kysely: Database['kysely'], entries: readonly ZipEntryRow[]): Promise<void> {
    const { identity, zip, clock } = this.#of
    const guids = entries.filter(isFolder).map(({ share_guid: guid }) => guid!)
    if (guids.length === 0 || zip.room_guid === null) return
    const emails = await allProvedEmails(kysely, identity)
    const place = { roomGuid: zip.room_guid, itemGuids: guids }
    const seen = await seenFolders(kysely, identity, emails, place, clock())
    if (seen.size < guids.length) throw new Problem('zipChanged')
  }
}
