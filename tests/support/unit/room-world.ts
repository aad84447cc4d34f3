import type { Identity } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import { Arranging } from '#server/rooms/tree/arranging.ts'
import { Copying } from '#server/rooms/life/copying.ts'
import { ItemTrash } from '#server/rooms/life/item-trash.ts'
import { Moving } from '#server/rooms/tree/moving.ts'
import { Ordering } from '#server/rooms/tree/ordering.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { Role } from '#server/rules/rooms/room-roles.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { eventsOf } from './events.ts'
import { addArrivedFile } from './files.ts'
import { addMember, addRule, type Inside } from './members.ts'
import { addItem, addRoom } from './rooms.ts'
import { openPlace, StoredWorld } from './stored-world.ts'
import { addUser } from './users.ts'
import { goesWithTest } from './world.ts'

/** A data room with its owner, in which tests arrange things; they name items by their paths. */
export class RoomWorld extends StoredWorld {
  readonly tracking = new Tracking(this)
  readonly arranging = new Arranging(this)
  readonly moving = new Moving(this)
  readonly copying = new Copying(this)
  readonly ordering = new Ordering(this)
  readonly itemTrash = new ItemTrash(this)
  readonly items: Record<string, string> = {}
  user!: User
  owner!: Identity
  room!: string
  /** What all files of the room show. */
  fileGuid!: string

  addRoom(): Promise<string> {
    return addRoom(this, this.user)
  }

  /** Adds items by their paths; what ends with a slash is a folder. Folders come before what is in them. */
  async add(...paths: string[]): Promise<void> {
    for (const path of paths) await this.addAs('olivia@example.org', path)
  }

  async addAs(addedBy: string, path: string, isClosed = false): Promise<void> {
    const steps = path.replace(/\/$/, '').split('/')
    const name = steps.pop()!
    const parentGuid = this.guid(steps.map((step) => `${step}/`).join(''))
    const fileGuid = path.endsWith('/') ? null : this.fileGuid
    const item = { roomGuid: this.room, parentGuid, name, fileGuid, isClosed, addedBy }
    this.items[path] = await addItem(this, item)
  }

  member(email: string, role: Role): Promise<Inside> {
    return addMember(this, this.room, email, role)
  }

  rule(member: Inside, path: string, code: RuleCode): Promise<void> {
    return addRule(this, member, this.guid(path), code)
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
  async eventsOf(path: string): Promise<[kind: string, detail: unknown][]> {
    return (await eventsOf(this, this.guid(path))).map(({ kind, detail }) => [kind, detail])
  }
}

export async function openRoom(): Promise<RoomWorld> {
  const world = goesWithTest(new RoomWorld(await openPlace()))
  const user = await addUser(world, 'olivia@example.org')
  world.user = user
  world.owner = { user, readerEmail: null, browserId: 'owner' }
  world.fileGuid = await addArrivedFile(world, user, Buffer.from('the plan'), {
    name: 'plan.txt',
    kind: 'text',
  })
  world.room = await world.addRoom()
  return world
}
