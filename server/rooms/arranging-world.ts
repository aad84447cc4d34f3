import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { newGuid } from '#server/db/open.ts'
import type { Role } from '#server/rules/room-roles.ts'
import type { RuleCode } from '#server/rules/room-rights.ts'
import { openPlace, TestWorld } from '#server/shares/test-world.ts'
import { Arranging } from './arranging.ts'
import { Copying } from './copying.ts'
import { ItemBin } from './item-bin.ts'
import { Moving } from './moving.ts'
import { Ordering } from './ordering.ts'
import { writeItem, writeMember, writeRoom } from './rows.ts'

/** A data room with its owner, in which tests arrange things. */
export class ArrangingWorld extends TestWorld {
  readonly arranging = new Arranging(this)
  readonly moving = new Moving(this)
  readonly copying = new Copying(this)
  readonly ordering = new Ordering(this)
  readonly itemBin = new ItemBin(this)
  readonly items: Record<string, string> = {}
  owner!: Identity
  room!: string
  fileGuid!: string

  static async openRoom(): Promise<ArrangingWorld> {
    const world = new ArrangingWorld(await openPlace())
    const user = await world.addUser('olivia@example.org')
    world.owner = { user, readerEmail: null, browserId: 'owner' }
    world.fileGuid = await world.upload(user)
    world.room = await world.addRoom()
    return world
  }

  addRoom(): Promise<string> {
    const { user } = this.owner
    const owner = { guid: user!.guid, email: user!.email, name: 'Olivia' }
    return this.database.transaction((tx) =>
      writeRoom(tx, { owner, name: 'Alba', description: '', version: 2, now: this.now }),
    )
  }

  /** Adds items by their paths; what ends with a slash is a folder. Folders come before what is in them. */
  async add(...paths: string[]): Promise<void> {
    for (const path of paths) await this.addAs('olivia@example.org', path)
  }

  async addAs(addedBy: string, path: string, isClosed = false): Promise<string> {
    const steps = path.replace(/\/$/, '').split('/')
    const name = steps.pop()!
    const parentGuid = steps.length === 0 ? this.room : this.items[`${steps.join('/')}/`]!
    const fileGuid = path.endsWith('/') ? null : this.fileGuid
    const item = { roomGuid: this.room, parentGuid, name, fileGuid, isClosed, addedBy, now: this.now }
    const guid = await this.database.transaction((tx) => writeItem(tx, item))
    this.items[path] = guid
    return guid
  }

  /** A member who has entered the room, at a browser of its own. */
  async member(email: string, role: Role): Promise<Identity & { memberGuid: string }> {
    const { room: roomGuid, now } = this
    const memberGuid = await this.database.transaction((tx) =>
      writeMember(tx, { roomGuid, email, name: '', role, addedBy: '', now }),
    )
    const identity: Identity = { user: null, readerEmail: email, browserId: email }
    await this.database.kysely
      .insertInto('visit')
      .values({
        guid: newGuid(),
        share_guid: null,
        room_guid: roomGuid,
        recipient_guid: null,
        member_guid: memberGuid,
        reader_key: readerKey(identity),
        started_at: now,
        seen_at: now,
        measured_until: null,
      })
      .execute()
    return { ...identity, memberGuid }
  }

  async rule(member: { memberGuid: string }, path: string, code: RuleCode): Promise<void> {
    await this.database.kysely
      .insertInto('room_rule')
      .values({
        guid: newGuid(),
        item_guid: path === '' ? this.room : this.items[path]!,
        member_guid: member.memberGuid,
        group_guid: null,
        right_code: code,
      })
      .execute()
  }

  async setRoom(values: { contributors_arrange_all?: 0 | 1; archived_at?: number | null }): Promise<void> {
    await this.database.kysely.updateTable('room').set(values).where('guid', '=', this.room).execute()
  }

  guid(path: string): string {
    return path === '' ? this.room : this.items[path]!
  }

  /** The names in a folder, in their order. */
  async names(path = ''): Promise<string[]> {
    const rows = await this.database.kysely
      .selectFrom('item')
      .select('name')
      .where('parent_guid', '=', this.guid(path))
      .where('binned_at', 'is', null)
      .orderBy('position')
      .orderBy('guid')
      .execute()
    return rows.map(({ name }) => name)
  }

  async revision(path = ''): Promise<number> {
    const row = await this.database.kysely
      .selectFrom('item')
      .select('revision')
      .where('guid', '=', this.guid(path))
      .executeTakeFirstOrThrow()
    return row.revision
  }

  /** The kinds and details of what was recorded of an item, in their order. */
  async events(path: string): Promise<[kind: string, detail: unknown][]> {
    const rows = await this.database.kysely
      .selectFrom('event')
      .select(['kind', 'detail'])
      .where('subject_guid', '=', this.guid(path))
      .orderBy('sequence')
      .execute()
    return rows.map(({ kind, detail }) => [kind, JSON.parse(detail)])
  }
}
