import { standardProtections } from '#server/rules/options.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Onboarding } from '#server/accounts/onboarding.ts'
import type { User } from '#server/accounts/users.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import { RateLimits } from '#server/http/rate.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { makeLog } from '#server/log.ts'
import type { Letter } from '#server/mail/letter.ts'
import { Post } from '#server/mail/post.ts'
import { closedKept } from '#server/rules/closing.ts'
import { Sending } from '#server/shares/sending.ts'
import { withoutPasskeys } from '#server/shares/test-passkeys.ts'
import { Shares } from '#server/shares/shares.ts'
import { openDiskStorage } from '#server/storage/disk.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import type { Storage } from '#server/storage/storage.ts'
import { Vault } from '#server/storage/vault.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { Uploads } from '#server/uploads/uploads.ts'
import { Usage } from '#server/uploads/usage.ts'
import { openTemporaryDatabase } from '../../tests/support/database.ts'
import { Erasing } from './erasing.ts'
import { Exports } from './exports.ts'

/** An installation in which people share files and close their accounts, with a clock that stands still. */
export class TestWorld {
  now = Date.parse('2027-03-01T10:00:00Z')
  readonly letters: Letter[] = []
  readonly database: Database
  readonly storage: Storage
  readonly vault: Vault
  readonly tracking: Tracking
  readonly jobs: Jobs
  readonly uploads: Uploads
  readonly shares: Shares
  readonly sending: Sending
  readonly erasing: Erasing
  readonly exports: Exports
  readonly #dataDir: string

  private constructor(database: Database, storage: Storage, dataDir: string) {
    const log = makeLog('silent')
    const clock = () => this.now
    const publicUrl = new URL('https://files.example.com')
    this.#dataDir = dataDir
    this.database = database
    this.storage = storage
    this.vault = new Vault({ database, storage, keys: KeyRing.make(), clock })
    this.tracking = new Tracking({ database, clock })
    this.jobs = new Jobs({ database, clock, log })
    const mailer = { send: async (letter: Letter) => void this.letters.push(letter) }
    const post = new Post({ jobs: this.jobs, mailer, publicUrl, clock, log })
    const { vault, tracking, jobs } = this
    const usage = new Usage({ database, quota: null })
    const onboarding = new Onboarding({ database, clock })
    this.uploads = new Uploads({ database, vault, storage, usage, clock, log })
    const { uploads } = this
    this.shares = new Shares({ database, tracking, clock })
    const ofSending = { uploads, onboarding, jobs, post, publicUrl, words: {}, log }
    const passkeys = withoutPasskeys
    this.sending = new Sending({ database, tracking, passkeys, clock, ...ofSending })
    this.erasing = new Erasing({ database, vault, tracking, jobs, post, publicUrl, clock, log })
    this.exports = new Exports({ database, rates: new RateLimits({ database, clock }), publicUrl, clock })
  }

  /** `wrap` may stand between everybody and the database. */
  static async open(wrap: (database: Database) => Database = (database) => database): Promise<TestWorld> {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-account-'))
    const database = wrap(await openTemporaryDatabase())
    return new TestWorld(database, await openDiskStorage({ dataDir }), dataDir)
  }

  async close(): Promise<void> {
    await this.database.close()
    await rm(this.#dataDir, { recursive: true, force: true })
  }

  async addUser(email: string): Promise<User> {
    const guid = newGuid()
    await this.database.kysely
      .insertInto('user')
      .values({
        guid,
        email,
        first_name: 'An',
        last_name: 'Na',
        password_hash: `secret hash of ${email}`,
        status: 'Active',
        tier_code: 9,
        is_operator: 0,
        time_zone: 'UTC',
        created_at: this.now,
        password_changed_at: this.now,
      })
      .execute()
    const names = { firstName: 'An', lastName: 'Na', timeZone: 'UTC' }
    const team = { teamGuid: null, teamRole: null, inviteStatus: 'Active' } as const
    return { kind: 'user', guid, email, tierCode: 9, isOperator: false, ...names, ...team }
  }

  upload(user: User, text = 'the plan'): Promise<string> {
    const stream = Readable.from([Buffer.from(text)], { objectMode: false })
    return this.uploads.receive(user, stream, { fileName: 'plan.txt', limitBytes: 1_000_000 })
  }

  /** A share with one page image, and with so many openings by its recipient. */
  async share(user: User, { to = 'rita@example.net', openings = 1 } = {}): Promise<string> {
    const fileGuid = await this.upload(user)
    const guid = await this.sending.create(user, {
      fileGuid,
      protections: standardProtections,
      recipients: to,
      message: 'Hello',
    })
    const { guid: objectGuid } = await this.vault.store(Buffer.from('a picture'))
    await this.database.kysely
      .insertInto('page_image')
      .values({
        file_guid: fileGuid,
        number: 1,
        width: 800,
        object_guid: objectGuid,
        created_at: this.now,
      })
      .execute()
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

  /** The names of all stored bytes. */
  async stored(): Promise<string[]> {
    const names: string[] = []
    for await (const { name } of this.storage.list()) names.push(name)
    return names.toSorted()
  }
}
