import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
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

  /** Closes an account whose time is over already. */
  async closeLongAgo({ guid }: User): Promise<void> {
    await this.database.kysely
      .updateTable('user')
      .set({ status: 'Suspended', closed_at: this.now - closedKept, closed_by: 'owner' })
      .where('guid', '=', guid)
      .execute()
  }
}
