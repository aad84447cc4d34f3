import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import { seenFolders } from '#server/viewing/access/item-facts.ts'
import { getsMarked } from '#server/viewing/reading/watermark.ts'
import { accessTo, zipRefusal } from './access.ts'
import { isFile, isFolder, type ZipEntryRow, type ZipRow } from './zip-rows.ts'

/** One check covers what begins within this time (ms), if the client keeps up: small files come by the thousand. */
const holds = 50
/** How many entries are checked together. Of a room they need one query, of shares one each. */
const atOnce = { room: 256, shares: 8 }

type GateOf = {
  kysely: Kysely<Schema>
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

  constructor(of: GateOf) {
    this.#of = of
  }

  /** All of them. Throws zipChanged. */
  async requireAll(): Promise<void> {
    await this.#check(this.#of.entries)
    this.#checkedTo = 0
  }

  /** The entry that comes next. Throws zipChanged. */
  async require(index: number): Promise<void> {
    if (index < this.#checkedTo && performance.now() - this.#checkedAt < holds) return
    const { entries, zip } = this.#of
    const to = index + (zip.room_guid === null ? atOnce.shares : atOnce.room)
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
    const { kysely, identity, zip, clock } = this.#of
    await this.#checkFolders(entries)
    const files = entries.filter(isFile)
    const guids = files.map(({ share_guid: guid }) => guid!)
    const accesses = await accessTo(kysely, identity, { roomGuid: zip.room_guid, guids }, clock())
    for (const { share_guid: guid, file_guid: fileGuid, is_marked: isMarked } of files) {
      const found = accesses.get(guid!)
      const isSame = found?.file.guid === fileGuid && (isMarked === 1 || !getsMarked(found))
      if (!found || !isSame || zipRefusal(found, clock()) !== null) throw new Problem('zipChanged')
    }
  }

  async #checkFolders(entries: readonly ZipEntryRow[]): Promise<void> {
    const { kysely, identity, zip, clock } = this.#of
    const guids = entries.filter(isFolder).map(({ share_guid: guid }) => guid!)
    if (guids.length === 0 || zip.room_guid === null) return
    const emails = await allProvedEmails(kysely, identity)
    const place = { roomGuid: zip.room_guid, itemGuids: guids }
    const seen = await seenFolders(kysely, identity, emails, place, clock())
    if (seen.size < guids.length) throw new Problem('zipChanged')
  }
}
