import type { User } from '#server/accounts/users.ts'
import { CloudOrigins, noteOrigin } from '#server/clouds/checking/origins.ts'
import { CloudCopies, type Asking } from '#server/clouds/copying/copies.ts'
import type { Cloud } from '#server/clouds/provider.ts'
import type { Transaction } from '#server/db/open.ts'
import { Adding } from '#server/rooms/adding/adding.ts'
import { ItemRenderFailures } from '#server/rooms/news/item-render-failures.ts'
import { ItemFiles } from '#server/rooms/tree/item-files.ts'
import { Problem } from '#server/rules/problems.ts'
import { Versions } from '#server/shares/versions/versions.ts'
import { ResumableUploads } from '#server/uploads/resumable/resumable.ts'
import { addRoom } from '#tests/support/unit/rooms.ts'
import { SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { openPlace } from '#tests/support/unit/stored-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { client, goesWithTest } from '#tests/support/unit/world.ts'
import { CloudDouble } from './cloud-double.ts'

/** An installation with a room, whose owner has cloud storage. */
export class CopyWorld extends SharingWorld {
  readonly cloud = new CloudDouble()
  /** Whose cloud storage it is. */
  connected = ''
  readonly connections = {
    open: async ({ guid }: Pick<User, 'guid'>): Promise<Cloud> => {
      if (guid !== this.connected) throw new Problem('cloudDisconnected')
      return this.cloud
    },
  }
  readonly resumable = new ResumableUploads(this)
  readonly itemRenderFailures = new ItemRenderFailures(this)
  readonly renderRetries = {} as never
  readonly adding = new Adding(this)
  readonly itemFiles = new ItemFiles(this)
  readonly versions = new Versions(this)
  readonly onCopied = (tx: Transaction, copied: Copied): Promise<void> =>
    noteOrigin(tx, { ...copied, now: this.now })
  readonly copies = new CloudCopies(this)
  readonly origins = new CloudOrigins(this, this.copies)
  owner!: User
  room!: string

  /** Chooses items of the cloud storage for a folder of the room, and has them copied as far as that goes at once. */
  async copy(ids: readonly string[], choices: Partial<Choices> = {}): Promise<string> {
    const guid = await this.copyLater(ids, choices)
    await this.jobs.drain()
    return guid
  }

  async copyLater(ids: readonly string[], choices: Partial<Choices> = {}): Promise<string> {
    const { copies, owner, room } = this
    const guid = await copies.begin(asking(owner), 'google', { roomGuid: room, parentGuid: room }, client)
    await this.pick(guid, ids)
    await copies.start(asking(owner), guid, { same_name: 'version', export_as: 'pdf', ...choices }, client)
    return guid
  }

  pick(guid: string, ids: readonly string[]): Promise<void> {
    return this.pickAs(this.owner, guid, ids)
  }

  async pickAs(user: User, guid: string, ids: readonly string[]): Promise<void> {
    const signal = AbortSignal.timeout(600_000)
    const items = await Promise.all(ids.map((id) => this.cloud.item(id, signal)))
    await this.copies.choose(user, guid, { space: 'own', shown: [], picks: items })
  }

  /** What became of each item: its name, its state, and what is said about it. */
  async outcomes(guid: string): Promise<[name: string, state: string, note: string][]> {
    const { rows } = await this.copies.progress(await this.copies.find(this.owner, guid), 1)
    return rows.toSorted((a, b) => a.place - b.place).map(({ name, state, note }) => [name, state, note])
  }

  async stateOf(guid: string): Promise<string> {
    return (await this.copies.find(this.owner, guid)).state
  }

  /** The paths of everything in the room, folders with a slash at their ends. */
  async tree(): Promise<string[]> {
    const rows = await this.database.kysely
      .selectFrom('item')
      .select(['guid', 'parent_guid', 'name', 'kind'])
      .where('room_guid', '=', this.room)
      .where('parent_guid', 'is not', null)
      .execute()
    const byGuid = new Map(rows.map((row) => [row.guid, row]))
    function pathOf(guid: string | null): string {
      const row = guid === null ? undefined : byGuid.get(guid)
      return row ? `${pathOf(row.parent_guid)}${row.name}${row.kind === 'folder' ? '/' : ''}` : ''
    }
    return rows.map(({ guid }) => pathOf(guid)).toSorted()
  }

  /** The bytes of the file of an item, by its name. */
  async contentOf(name: string): Promise<Buffer> {
    const { object_guid: object } = await this.database.kysely
      .selectFrom('item')
      .innerJoin('file', 'file.guid', 'item.file_guid')
      .select('file.object_guid')
      .where('item.name', '=', name)
      .executeTakeFirstOrThrow()
    return this.vault.bytes(object)
  }
}

/** Someone at a browser. */
export function asking(user: User): Asking {
  return { user, readerEmail: null, browserId: user.guid }
}

type Copied = Omit<Parameters<typeof noteOrigin>[1], 'now'>
type Choices = { same_name: 'version' | 'both'; export_as: 'pdf' | 'office' }

export async function openCopyWorld(): Promise<CopyWorld> {
  const world = goesWithTest(new CopyWorld(await openPlace()))
  world.owner = await addUser(world, 'olivia@example.org')
  world.connected = world.owner.guid
  world.room = await addRoom(world, world.owner)
  return world
}
