import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { newGuid } from '#server/db/open.ts'
import { writeItem, writeMember, writeRoom } from '#server/rooms/rows.ts'
import { closedKept } from '#server/rules/closing.ts'
import { TestWorld as SharingWorld, openPlace } from '#server/shares/test-world.ts'
import { Erasing } from './erasing.ts'
import { Exports } from './exports.ts'

/** An installation in which people share files and close their accounts, with a clock that stands still. */
export class TestWorld extends SharingWorld {
  readonly erasing = new Erasing(this)
  readonly exports = new Exports(this)

  /** `wrap` may stand between everybody and the database. */
  static override async open(wrap?: (database: Database) => Database): Promise<TestWorld> {
    return new TestWorld(await openPlace(wrap))
  }

  /** A share with one page image, and with so many openings by its recipient. */
  async openedShare(user: User, { to = 'rita@example.net', openings = 1 } = {}): Promise<string> {
    const guid = await this.share(user, { to })
    await this.database.transaction(async (tx) => {
      for (let number = 0; number < openings; number++)
        await this.tracking.append(tx, { subjectGuid: guid, kind: 'View', email: to })
    })
    return guid
  }

  /**
   * A data room with a file in two versions in a folder, one in the bin, one that nothing took, a member with a rule, and
   * so many events of its own.
   */
  async room(owner: User, { member = 'mia@example.net', events = 1 } = {}): Promise<string> {
    const { database, tracking, now } = this
    const person = { guid: owner.guid, email: owner.email, name: 'An Na' }
    const files = [await this.upload(owner), await this.upload(owner), await this.upload(owner)]
    return database.transaction(async (tx) => {
      const plan = { owner: person, name: 'Project Alba', description: '', version: 2, now } as const
      const guid = await writeRoom(tx, plan)
      await tx.updateTable('file').set({ room_guid: guid }).where('guid', 'in', files).execute()
      const item = { roomGuid: guid, addedBy: owner.email, now }
      const folder = await writeItem(tx, { ...item, parentGuid: guid, name: 'Contracts', fileGuid: null })
      const lease = await writeItem(tx, {
        ...item,
        parentGuid: folder,
        name: 'lease.txt',
        fileGuid: files[0]!,
      })
      const version = { item_guid: lease, number: 2, file_guid: files[1]!, added_by: owner.email }
      await tx
        .insertInto('item_version')
        .values({ ...version, created_at: now })
        .execute()
      const newest = { file_guid: files[1]!, version: 2 }
      await tx.updateTable('item').set(newest).where('guid', '=', lease).execute()
      const old = await writeItem(tx, { ...item, parentGuid: folder, name: 'Old', fileGuid: null })
      await tx.updateTable('item').set({ binned_at: now }).where('guid', '=', old).execute()
      const added = {
        roomGuid: guid,
        email: member,
        name: 'Mia',
        role: 1,
        addedBy: owner.email,
        now,
      } as const
      const mia = await writeMember(tx, added)
      const rule = {
        guid: newGuid(),
        item_guid: folder,
        member_guid: mia,
        group_guid: null,
        right_code: 3,
      } as const
      await tx.insertInto('room_rule').values(rule).execute()
      const about = { roomGuid: guid, email: owner.email }
      await tracking.append(tx, {
        ...about,
        subjectGuid: lease,
        kind: 'FileAdded',
        detail: { name: 'lease.txt' },
      })
      for (let number = 0; number < events; number++)
        await tracking.append(tx, { ...about, subjectGuid: guid, kind: 'RoomMade' })
      return guid
    })
  }

  /** Closes an account whose time is over already. */
  async closeLongAgo({ guid }: User): Promise<void> {
    await this.database.kysely
      .updateTable('user')
      .set({ status: 'Suspended', closed_at: this.now - closedKept, closed_by: 'owner' })
      .where('guid', '=', guid)
      .execute()
  }
}
