import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import { nameKey } from '#server/rules/names.ts'
import type { RuleCode } from '#server/rules/room-rights.ts'
import type { Role } from '#server/rules/room-roles.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { insertRow, userRow } from '#tests/support/world/rows.ts'
import type { FolderRange } from './folder-page.ts'
import { RoomListing } from './listing.ts'
import { RoomSearch } from './room-search.ts'
import { indexItem, positionGap, writeMember, writeRoom } from './rows.ts'

type NewItem = { name: string; isFolder?: boolean; isClosed?: boolean; addedBy?: string; at?: number }

const wholeFolder: FolderRange = { page: 1, pageSize: 200, sort: 'order', news: null, countTo: 10_000 }

/** One room without bytes, whose files are all the same, for tests of what people see of its tree. */
export class ListingWorld {
  now = Date.parse('2027-03-01T10:00:00Z')
  readonly database: Database
  readonly listing: RoomListing
  readonly search: RoomSearch
  readonly room: string
  readonly #file: string
  readonly #positions = new Map<string, number>()

  private constructor(database: Database, room: string, file: string) {
    this.database = database
    this.room = room
    this.#file = file
    this.listing = new RoomListing({ database, clock: () => this.now })
    this.search = new RoomSearch({ database })
  }

  static async open(): Promise<ListingWorld> {
    const database = await openTemporaryDatabase()
    const owner = { guid: newGuid(), email: 'ann@example.com', name: 'Ann Lee' }
    await insertRow(database, 'user', { ...userRow, guid: owner.guid })
    const [object, file] = [newGuid(), newGuid()]
    const made = { wrapped_key: 'none', is_locked: 0, created_at: 1 }
    await insertRow(database, 'object', { guid: object, size: 1000, crc32: 0, sha256: null, ...made })
    const shown = { media_type: 'application/pdf', kind: 'pdf', size: 1000, render_status: 'Rendered' }
    const own = { guid: file, owner_guid: owner.guid, object_guid: object, name: 'paper.pdf' }
    await insertRow(database, 'file', { ...own, ...shown, page_count: 3, created_at: 1 })
    const room = { owner, name: 'Alba', description: '', version: 2, now: 1 } as const
    return new ListingWorld(database, await database.transaction((tx) => writeRoom(tx, room)), file)
  }

  close(): Promise<void> {
    return this.database.close()
  }

  /** Adds items behind what is in a folder, and answers their guids. */
  async add(parentGuid: string, items: readonly NewItem[]): Promise<string[]> {
    const rows = items.map(({ name, isFolder = false, isClosed = false, addedBy, at = 1 }) => {
      const position = (this.#positions.get(parentGuid) ?? 0) + positionGap
      this.#positions.set(parentGuid, position)
      return {
        guid: newGuid(),
        room_guid: this.room,
        parent_guid: parentGuid,
        kind: isFolder ? ('folder' as const) : ('file' as const),
        name,
        name_key: nameKey(name),
        position,
        file_guid: isFolder ? null : this.#file,
        is_closed: isClosed ? (1 as const) : (0 as const),
        added_by: addedBy ?? 'ann@example.com',
        added_at: at,
        changed_at: at,
      }
    })
    await this.database.transaction(async (tx) => {
      await tx.insertInto('item').values(rows).execute()
      for (const { guid, name } of rows) await indexItem(tx, { guid, roomGuid: this.room, name })
    })
    return rows.map(({ guid }) => guid)
  }

  async folder(parentGuid: string, name: string, isClosed = false): Promise<string> {
    const [guid] = await this.add(parentGuid, [{ name, isFolder: true, isClosed }])
    return guid!
  }

  async file(parentGuid: string, name: string): Promise<string> {
    const [guid] = await this.add(parentGuid, [{ name }])
    return guid!
  }

  /** A member who proved the address by a code and is in the room. */
  async member(email: string, role: Role = 1): Promise<{ guid: string; identity: Identity }> {
    const identity = { user: null, readerEmail: email, browserId: email }
    const person = { roomGuid: this.room, email, name: '', role, addedBy: '', now: 1 }
    const guid = await this.database.transaction((tx) => writeMember(tx, person))
    const visit = { guid: newGuid(), share_guid: null, room_guid: this.room, member_guid: guid }
    const seen = { started_at: this.now, seen_at: this.now, measured_until: null }
    await this.database.kysely
      .insertInto('visit')
      .values({ ...visit, recipient_guid: null, reader_key: readerKey(identity), ...seen })
      .execute()
    return { guid, identity }
  }

  async rule(memberGuid: string, itemGuid: string, code: RuleCode): Promise<void> {
    const holder = { member_guid: memberGuid, group_guid: null }
    await this.database.kysely
      .insertInto('room_rule')
      .values({ guid: newGuid(), item_guid: itemGuid, ...holder, right_code: code })
      .execute()
  }

  async bin(itemGuid: string): Promise<void> {
    await this.database.kysely
      .updateTable('item')
      .set({ binned_at: 1 })
      .where('guid', '=', itemGuid)
      .execute()
  }

  /** What somebody sees of a folder; throws as the page of the folder does. */
  async list(identity: Identity, folderGuid: string, range: Partial<FolderRange> = {}) {
    const place = await this.listing.place(identity, folderGuid)
    return this.listing.list(place, { ...wholeFolder, ...range })
  }

  async names(identity: Identity, folderGuid: string, range: Partial<FolderRange> = {}): Promise<string[]> {
    const { rows } = await this.list(identity, folderGuid, range)
    return rows.map(({ name }) => name)
  }

  /** The names that somebody finds by words. */
  async finds(identity: Identity, words: string): Promise<string[]> {
    const { room } = await this.listing.place(identity, this.room)
    const { hits } = await this.search.find(room, { words, kind: null, since: null, news: null })
    return hits.map(({ name }) => name)
  }
}
