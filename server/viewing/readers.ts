import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Client } from '#server/accounts/sessions.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/rate.ts'
import type { Post } from '#server/mail/post.ts'
import { emailAddress } from '#server/rules/email.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { codeLetter } from './letters.ts'

const minute = 60_000
const codeLives = 15 * minute
const codeTries = 5
const readerIdle = 2 * 60 * minute
const readerLives = 12 * 60 * minute

type Needs = {
  database: Database
  rates: RateLimits
  tracking: Tracking
  post: Post
  codeKey: Buffer
  clock: () => number
}

/** The recipient's door: an address is proved by a code sent to it, and the browser is then known by that address. */
export class Readers {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /**
   * Mails a six-digit code if the address is on the share's list; the answer is the same when it is not, and when
   * there is no such share (B18). Throws tooManyTries.
   */
  async askCode(client: Client, shareGuid: string, typed: string): Promise<void> {
    const { database, rates, clock } = this.#needs
    const email = emailAddress(typed)
    if (!email)
      throw new Problem('identityNeeded', {
        field: 'email',
        text: 'Type an e-mail address like name@example.com.',
      })
    await rates.require(`code|ip|${client.ip}`, { count: 30, per: 60 * minute })
    await rates.require(`code|${shareGuid}|${email}`, { count: 5, per: 15 * minute })
    const now = clock()
    await database.transaction(async (tx) => {
      const listed = await tx
        .selectFrom('recipient')
        .innerJoin('share', 'share.guid', 'recipient.share_guid')
        .select('recipient.guid')
        .where('recipient.share_guid', '=', shareGuid)
        .where('recipient.email', '=', email)
        .executeTakeFirst()
      if (listed) await this.#sendCode(tx, client, shareGuid, email, now)
    })
  }

  async #sendCode(
    tx: Transaction,
    client: Client,
    shareGuid: string,
    email: string,
    now: number,
  ): Promise<void> {
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    // Only the newest code opens.
    await tx
      .updateTable('code')
      .set({ used_at: now })
      .where('share_guid', '=', shareGuid)
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .execute()
    await tx
      .insertInto('code')
      .values({
        guid: newGuid(),
        share_guid: shareGuid,
        email,
        code_hash: this.#hash(shareGuid, email, code),
        tries: 0,
        created_at: now,
        expires_at: now + codeLives,
        used_at: null,
      })
      .execute()
    await this.#needs.post.post(tx, codeLetter(email, code), { usefulUntil: now + codeLives })
    await this.#needs.tracking.append(tx, { subjectGuid: shareGuid, kind: 'CodeSent', email, client })
  }

  /**
   * Takes a typed code and answers the id of a new reader session (12 hours at most, 2 hours without use).
   * Throws codeWrong (also when too old or tried too often) and tooManyTries.
   */
  async proveCode(client: Client, shareGuid: string, typedEmail: string, typedCode: string): Promise<string> {
    const { database, rates, tracking, clock } = this.#needs
    const email = emailAddress(typedEmail)
    const code = typedCode.replaceAll(/\s/g, '')
    if (!email || !/^\d{6}$/.test(code)) throw new Problem('codeWrong', { field: 'code' })
    await rates.require(`prove|ip|${client.ip}`, { count: 60, per: 60 * minute })
    await rates.require(`prove|${shareGuid}|${email}`, { count: 10, per: 15 * minute })
    const now = clock()
    // Counting the try and reading the hash are one statement, so that parallel guesses cannot pass the limit.
    const tried = await database.kysely
      .updateTable('code')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('share_guid', '=', shareGuid)
      .where('email', '=', email)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .where('tries', '<', codeTries)
      .returning(['guid', 'code_hash'])
      .executeTakeFirst()
    if (tried?.code_hash === this.#hash(shareGuid, email, code) && (await this.#useUp(tried.guid, now))) {
      return this.#start(client, email, now)
    }
    if (tried) {
      const detail = { act: 'prove', reason: 'codeWrong' }
      await tracking.append(null, { subjectGuid: shareGuid, kind: 'Refused', email, client, detail })
    }
    throw new Problem('codeWrong', { field: 'code' })
  }

  async #useUp(codeGuid: string, now: number): Promise<boolean> {
    const used = await this.#needs.database.kysely
      .updateTable('code')
      .set({ used_at: now })
      .where('guid', '=', codeGuid)
      .where('used_at', 'is', null)
      .returning('guid')
      .executeTakeFirst()
    return used !== undefined
  }

  async #start(client: Client, email: string, now: number): Promise<string> {
    const id = randomBytes(32).toString('base64url')
    await this.#needs.database.kysely
      .insertInto('reader')
      .values({
        id_hash: idHash(id),
        email,
        created_at: now,
        seen_at: now,
        idle_until: now + readerIdle,
        ends_at: now + readerLives,
        ip: client.ip,
        user_agent: client.userAgent.slice(0, 400),
      })
      .execute()
    return id
  }

  /** The address that a reader session stands for, or null when it has ended. */
  async find(id: string): Promise<string | null> {
    const { database, clock } = this.#needs
    const now = clock()
    const row = await database.kysely
      .selectFrom('reader')
      .select(['email', 'seen_at'])
      .where('id_hash', '=', idHash(id))
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
      .executeTakeFirst()
    if (!row) return null
    if (row.seen_at < now - minute) {
      await database.kysely
        .updateTable('reader')
        .set({ seen_at: now, idle_until: now + readerIdle })
        .where('id_hash', '=', idHash(id))
        .execute()
    }
    return row.email
  }

  async end(id: string): Promise<void> {
    await this.#needs.database.kysely.deleteFrom('reader').where('id_hash', '=', idHash(id)).execute()
  }

  /** Removes what can no longer open anything. */
  async sweep(): Promise<void> {
    const { database, clock } = this.#needs
    await database.kysely.deleteFrom('reader').where('ends_at', '<', clock()).execute()
    await database.kysely
      .deleteFrom('code')
      .where('expires_at', '<', clock() - readerLives)
      .execute()
  }

  #hash(shareGuid: string, email: string, code: string): string {
    return createHmac('sha256', this.#needs.codeKey).update(`${shareGuid}|${email}|${code}`).digest('hex')
  }
}

function idHash(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}
