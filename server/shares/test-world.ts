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
import { standardProtections, type Protections } from '#server/rules/options.ts'
import { openDiskStorage } from '#server/storage/disk.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import type { Storage } from '#server/storage/storage.ts'
import { Vault } from '#server/storage/vault.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { Uploads } from '#server/uploads/uploads.ts'
import { Usage } from '#server/uploads/usage.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { SendingAgain } from './again.ts'
import { Bin } from './bin.ts'
import { noWishes } from './protections.ts'
import { Sending } from './sending.ts'
import { withoutPasskeys } from './test-passkeys.ts'
import { Shares } from './shares.ts'

type Wanted = { name?: string; to?: string; protections?: Partial<Protections> }

type Wrap = (database: Database) => Database
type Place = { database: Database; storage: Storage; dataDir: string }

/** An empty database and an empty folder of stored bytes. */
export async function openPlace(wrap: Wrap = (database) => database): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-shares-'))
  const database = wrap(await openTemporaryDatabase())
  return { database, storage: await openDiskStorage({ dataDir }), dataDir }
}

/** An installation in which people share files, with a clock that stands still. */
export class TestWorld {
  now = Date.parse('2027-03-01T10:00:00Z')
  readonly letters: Letter[] = []
  readonly database: Database
  readonly storage: Storage
  readonly vault: Vault
  readonly tracking: Tracking
  readonly jobs: Jobs
  readonly uploads: Uploads
  readonly usage: Usage
  readonly shares: Shares
  readonly sending: Sending
  readonly bin: Bin
  readonly sendingAgain: SendingAgain
  readonly post: Post
  readonly rates: RateLimits
  readonly publicUrl = new URL('https://files.example.com')
  readonly log = makeLog('silent')
  readonly clock = (): number => this.now
  readonly #dataDir: string

  protected constructor({ database, storage, dataDir }: Place) {
    const { clock, publicUrl, log } = this
    this.#dataDir = dataDir
    this.database = database
    this.storage = storage
    this.vault = new Vault({ database, storage, keys: KeyRing.make(), clock })
    this.tracking = new Tracking({ database, clock })
    this.jobs = new Jobs({ database, clock, log })
    const mailer = { send: async (letter: Letter) => void this.letters.push(letter) }
    this.post = new Post({ jobs: this.jobs, mailer, publicUrl, clock, log })
    this.rates = new RateLimits({ database, clock })
    const { vault, tracking, jobs, post, rates } = this
    this.usage = new Usage({ database, quota: null })
    const onboarding = new Onboarding({ database, clock })
    this.uploads = new Uploads({ database, vault, storage, usage: this.usage, clock, log })
    const { uploads } = this
    this.shares = new Shares({ database, tracking, clock })
    this.sending = new Sending({
      database,
      uploads,
      passkeys: withoutPasskeys,
      tracking,
      onboarding,
      jobs,
      post,
      publicUrl,
      words: {},
      canShow: () => true,
      clock,
      log,
    })
    this.bin = new Bin({ database, vault, tracking, jobs, clock, log })
    this.sendingAgain = new SendingAgain({ database, rates, post, publicUrl, clock })
  }

  /** `wrap` may stand between everybody and the database. */
  static async open(wrap?: Wrap): Promise<TestWorld> {
    return new TestWorld(await openPlace(wrap))
  }

  async close(): Promise<void> {
    await this.database.close()
    await rm(this.#dataDir, { recursive: true, force: true })
  }

  async addUser(email: string): Promise<User> {
    const guid = newGuid()
    const row = { first_name: 'An', last_name: 'Na', status: 'Active', time_zone: 'UTC' } as const
    await this.database.kysely
      .insertInto('user')
      .values({
        ...row,
        guid,
        email,
        password_hash: `secret hash of ${email}`,
        tier_code: 9,
        is_operator: 0,
        created_at: this.now,
        password_changed_at: this.now,
      })
      .execute()
    const names = { firstName: 'An', lastName: 'Na', timeZone: 'UTC' }
    const team = { teamGuid: null, teamRole: null, inviteStatus: 'Active' } as const
    return { kind: 'user', guid, email, tierCode: 9, isOperator: false, ...names, ...team }
  }

  upload(user: User, fileName = 'plan.txt'): Promise<string> {
    const stream = Readable.from([Buffer.from('the plan')], { objectMode: false })
    return this.uploads.receive(user, stream, { fileName, limitBytes: 1_000_000 })
  }

  /** A share with one page image; each is a second younger than the one before. */
  async share(user: User, { name, to = 'rita@example.net', protections }: Wanted = {}): Promise<string> {
    this.now += 1000
    const fileGuid = await this.upload(user, name)
    const guid = await this.sending.create(user, {
      wishes: noWishes,
      fileGuid,
      protections: { ...standardProtections, ...protections },
      recipients: to,
      message: 'Hello',
    })
    const { guid: object_guid } = await this.vault.store(Buffer.from('a picture'))
    await this.database.kysely
      .insertInto('page_image')
      .values({ file_guid: fileGuid, number: 1, width: 800, object_guid, created_at: this.now })
      .execute()
    return guid
  }

  /** That somebody opened a share, as reading notes it. */
  async noteOpened(guid: string, email = 'rita@example.net'): Promise<void> {
    this.now += 1000
    const { kysely } = this.database
    const first_viewed_at = this.now
    await kysely.updateTable('share').set({ first_viewed_at }).where('guid', '=', guid).execute()
    await kysely
      .updateTable('recipient')
      .set({ first_viewed_at })
      .where('share_guid', '=', guid)
      .where('email', '=', email)
      .execute()
    await this.tracking.append(null, { subjectGuid: guid, kind: 'View', email })
  }

  /** The names of all stored bytes. */
  async stored(): Promise<string[]> {
    const names: string[] = []
    for await (const { name } of this.storage.list()) names.push(name)
    return names.toSorted()
  }
}
