import type { Insertable } from 'kysely'
import { pino } from 'pino'
import type { Client } from '#server/accounts/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database } from '#server/db/open.ts'
import type { FileTable } from '#server/db/schema.ts'
import type { ShareTable } from '#server/db/share-tables.ts'
import { Jobs } from '#server/jobs/queue.ts'
import type { Letter } from '#server/mail/letter.ts'
import { Post } from '#server/mail/post.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'

export const client: Client = { ip: '192.0.2.1', userAgent: 'Test' }

/** A database with one account for the tests of this folder, and a clock that stands still. */
export class TestWorld {
  now = Date.parse('2027-03-01T10:00:00Z')
  readonly database: Database
  readonly owner: User
  readonly publicUrl = new URL('https://files.example.com')
  readonly jobs: Jobs
  readonly post: Post
  readonly #letters: Letter[] = []
  readonly clock = (): number => this.now

  private constructor(database: Database, owner: User) {
    this.database = database
    this.owner = owner
    const { clock, publicUrl } = this
    const log = pino({ level: 'silent' })
    this.jobs = new Jobs({ database, clock, log })
    const mailer = { send: async (letter: Letter) => void this.#letters.push(letter) }
    this.post = new Post({ jobs: this.jobs, mailer, publicUrl, clock, log })
  }

  static async open(): Promise<TestWorld> {
    const database = await openTemporaryDatabase()
    return new TestWorld(database, await addUser(database, 'owner@example.com'))
  }

  close(): Promise<void> {
    return this.database.close()
  }

  /** The letters that were not read yet, after those that wait have left. */
  async letters(): Promise<Letter[]> {
    await this.jobs.drain()
    return this.#letters.splice(0)
  }

  addUser(email: string): Promise<User> {
    return addUser(this.database, email)
  }

  /** A share of a file that was rendered; answers its guid. */
  async addShare(
    emails: string[],
    more: { share?: Partial<Insertable<ShareTable>>; file?: Partial<FileTable> } = {},
  ): Promise<string> {
    const { kysely } = this.database
    const [guid, file, object] = [newGuid(), newGuid(), newGuid()]
    const created_at = this.now
    await kysely
      .insertInto('object')
      .values({ guid: object, size: 1, crc32: 0, sha256: null, wrapped_key: 'none', created_at })
      .execute()
    const fileRow: FileTable = {
      guid: file,
      owner_guid: this.owner.guid,
      object_guid: object,
      name: 'plan.pdf',
      media_type: 'application/pdf',
      kind: 'pdf',
      size: 1,
      render_status: 'Rendered',
      render_error: null,
      render_started_at: null,
      page_count: 3,
      created_at,
      taken_at: created_at,
      password_sealed: null,
      room_guid: null,
      ...more.file,
    }
    await kysely.insertInto('file').values(fileRow).execute()
    const shareRow: Insertable<ShareTable> = {
      guid,
      owner_guid: this.owner.guid,
      file_guid: file,
      message: '',
      visibility: 'people',
      may_download: 1,
      may_print: 1,
      watermark_size: null,
      watermark_colour: null,
      status: 'Active',
      destruct_seconds: -1,
      expires_at: null,
      first_viewed_at: null,
      created_at,
      killed_at: null,
      name: fileRow.name,
      ...more.share,
    }
    await kysely.insertInto('share').values(shareRow).execute()
    await kysely
      .insertInto('share_version')
      .values({ share_guid: guid, number: 1, file_guid: file, created_at })
      .execute()
    for (const email of emails) await this.#addRecipient(guid, email)
    return guid
  }

  async #addRecipient(share_guid: string, email: string): Promise<void> {
    const row = { guid: newGuid(), share_guid, email, name: '', first_viewed_at: null, added_at: this.now }
    await this.database.kysely
      .insertInto('recipient')
      .values({ ...row, mail_status: 'Sent' })
      .execute()
  }

  /** The kinds of a share's events in their order. */
  async events(shareGuid: string): Promise<string[]> {
    const rows = await this.database.kysely
      .selectFrom('event')
      .select('kind')
      .where('subject_guid', '=', shareGuid)
      .orderBy('sequence')
      .execute()
    return rows.map(({ kind }) => kind)
  }
}

async function addUser({ kysely }: Database, email: string): Promise<User> {
  const row = {
    guid: newGuid(),
    email,
    first_name: 'Anna',
    last_name: 'Adler',
    password_hash: '',
    status: 'Active' as const,
    tier_code: 9,
    is_operator: 0 as const,
    time_zone: 'UTC',
    created_at: 0,
    password_changed_at: 0,
  }
  await kysely.insertInto('user').values(row).execute()
  return {
    kind: 'user',
    guid: row.guid,
    email,
    firstName: row.first_name,
    lastName: row.last_name,
    tierCode: row.tier_code,
    isOperator: false,
    timeZone: 'UTC',
    teamGuid: null,
    teamRole: null,
    inviteStatus: 'Active',
  }
}
