import { createHmac, type KeyObject } from 'node:crypto'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import { hashOfSecret, newCode } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { triesWhileGuessedAt } from '#server/http/limits/code-counts.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import { oneTimeCode } from '#server/rules/accounts/one-time-code.ts'
import { Problem } from '#server/rules/problems.ts'
import { lockShare } from '#server/shares/sending/held-share.ts'
import type { Events } from '#server/events/events.ts'
import { codeSubject, lockListed, lockMember, subjectOfCode, type CodeSubject } from './code-subjects.ts'
import { CodeLimits, type Guess } from './code-limits.ts'
import { codeEmail } from './emails.ts'

const minute = 60_000
const codeLives = 15 * minute
const codeAttempts = 5

export type CodesDeps = {
  database: Database
  rates: RateLimits
  events: Events
  mailer: Mailer
  jobs: Jobs
  /** The first hashes a code; each is tried, for codes that were sent before a key rotation. */
  codeKeys: PurposeKeys
  clock: () => number
}

/**
 * Six emailed digits that confirm an address for one share or one room: 15 minutes, five attempts, once. They work in
 * the browser that requested them, and there only the latest do: what others request and guess changes nothing about
 * them.
 */
export class Codes {
  readonly #deps: CodesDeps

  readonly #limits: CodeLimits

  constructor(deps: CodesDeps) {
    this.#deps = deps
    this.#limits = new CodeLimits(deps)
    deps.jobs.handle('door-code', (payload) => this.#write(payload))
  }

  /**
   * Emails a code if the address is on the share's list, or is a member's of the room; the guid may also be that of an
   * item in a room. The answer, and the work before it, are the same if it is not, or if the share does not exist:
   * otherwise strangers could find out who is on a list. `link` is the recipient whose link was used for it. Throws
   * badForm with the field, tooManyAttempts.
   */
  async ask(
    client: Client,
    shareGuid: string,
    typedEmail: string,
    link: string | null = null,
  ): Promise<void> {
    const email = emailTyped(typedEmail)
    const subject = await codeSubject(this.#deps.database.kysely, shareGuid)
    await this.#limits.countAsking({ subject, email, client }, link)
    await this.#later(client, shareGuid, email, 'recipient')
  }

  /**
   * Like `ask`, for someone who may not be on the list and wants to request access: a code is emailed if the share is
   * open and for people whom the sender named.
   */
  async askForRequest(client: Client, shareGuid: string, typedEmail: string): Promise<void> {
    const email = emailTyped(typedEmail)
    const subject = await codeSubject(this.#deps.database.kysely, shareGuid)
    await this.#limits.countAskingForRequest({ subject, email, client })
    await this.#later(client, shareGuid, email, 'anybody')
  }

  async #later(client: Client, shareGuid: string, email: string, whom: 'recipient' | 'anybody') {
    const { database, jobs, clock } = this.#deps
    const { ip, userAgent } = client
    const browser = browserHash(client)
    await database.transaction((tx) =>
      jobs.add(tx, 'door-code', { shareGuid, email, ip, userAgent, whom, browser, askedAt: String(clock()) }),
    )
  }

  async #write(payload: Record<string, string>): Promise<void> {
    const { shareGuid = '', email = '', ip = '', userAgent = '', whom = 'recipient' } = payload
    const { browser = '' } = payload
    const { database, events, mailer, clock } = this.#deps
    const now = clock()
    // No one waits for it any more: no server was running, or a restore held it.
    if (now >= Number(payload['askedAt'] ?? now) + codeLives) return
    await database.transaction(async (tx) => {
      const subject = await codeSubject(tx, shareGuid)
      if (!(await this.#mayHave(tx, subject, { shareGuid, email, whom, now }))) return
      const code = await this.#make(tx, subject, { requestedFor: shareGuid, email, browser }, now)
      const client = { ip, userAgent }
      await mailer.enqueue(tx, codeEmail(email, code, client), { usefulUntil: now + codeLives })
      await events.record(tx, { ...subjectOfCode(subject), kind: 'CodeSent', actor: email, client })
    })
  }

  /** Each path locks a row, so that of codes made at once for one browser only the last one opens. */
  async #mayHave(
    tx: Transaction,
    subject: CodeSubject,
    { shareGuid, email, whom, now }: { shareGuid: string; email: string; whom: string; now: number },
  ): Promise<boolean> {
    if (whom !== 'anybody' && subject.column === 'room_guid')
      return lockMember(tx, subject.guid, shareGuid, email, now)
    if (whom !== 'anybody') return lockListed(tx, shareGuid, email)
    const share = await lockShare(tx, shareGuid, now)
    return share?.isOpen === true && share.isForPeople
  }

  /**
   * The hash includes what the code was requested for: one for a room proves nothing at the address of a file in it.
   */
  async #make(
    tx: Transaction,
    subject: CodeSubject,
    { requestedFor, email, browser }: { requestedFor: string; email: string; browser: string },
    now: number,
  ): Promise<string> {
    const { codeKeys } = this.#deps
    const code = newCode()
    // In this browser only the latest code opens; whatever others request, theirs keep working.
    await tx
      .updateTable('code')
      .set({ used_at: now })
      .where(subject.column, '=', subject.guid)
      .where('email', '=', email)
      .where('browser_hash', '=', browser)
      .where('used_at', 'is', null)
      .execute()
    await tx
      .insertInto('code')
      .values({
        guid: newGuid(),
        share_guid: null,
        [subject.column]: subject.guid,
        email,
        browser_hash: browser,
        code_hash: hashOf(codeKeys[0], requestedFor, email, code),
        tries: 0,
        created_at: now,
        expires_at: now + codeLives,
        used_at: null,
      })
      .execute()
    return code
  }

  /**
   * The address that an entered code confirms. Throws codeWrong (also if expired, tried too often, or requested in
   * another browser), tooManyAttempts.
   */
  async prove(client: Client, shareGuid: string, typedEmail: string, typedCode: string): Promise<string> {
    const { database, events, codeKeys } = this.#deps
    const email = emailAddress(typedEmail)
    const code = oneTimeCode(typedCode)
    if (!email || !code) throw new Problem('codeWrong')
    const subject = await codeSubject(database.kysely, shareGuid)
    const guess = { subject, email, client }
    const counted = await this.#limits.countTry(guess)
    const maxAttempts = counted.isGuessedAt ? triesWhileGuessedAt : codeAttempts
    const tried = await this.#try(guess, maxAttempts)
    const isRight = codeKeys.some((key) => tried?.code_hash === hashOf(key, shareGuid, email, code))
    if (tried && isRight && (await this.#useUp(tried.guid))) {
      await this.#limits.giveBack(counted)
      return email
    }
    if (tried) {
      const detail = { act: 'prove', reason: 'codeWrong' }
      await events.record(null, { ...subjectOfCode(subject), kind: 'Refused', actor: email, client, detail })
      if (counted.isGuessedAt) await this.#limits.tellOfGuessing(guess)
    }
    throw new Problem('codeWrong')
  }

  /** Counting the attempt and reading the hash are one statement, so that parallel guesses cannot pass the limit. */
  #try({ subject, email, client }: Guess, maxAttempts: number) {
    const { database, clock } = this.#deps
    return database.kysely
      .updateTable('code')
      .set((code) => ({ tries: code('tries', '+', 1) }))
      .where(subject.column, '=', subject.guid)
      .where('email', '=', email)
      .where('browser_hash', '=', browserHash(client))
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock())
      .where('tries', '<', maxAttempts)
      .returning(['guid', 'code_hash'])
      .executeTakeFirst()
  }

  async #useUp(codeGuid: string): Promise<boolean> {
    const { database, clock } = this.#deps
    const used = await database.kysely
      .updateTable('code')
      .set({ used_at: clock() })
      .where('guid', '=', codeGuid)
      .where('used_at', 'is', null)
      .returning('guid')
      .executeTakeFirst()
    return used !== undefined
  }

  /** Removes codes that can no longer open anything, and returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('code')
      .where('expires_at', '<', clock() - codeLives)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

function emailTyped(typed: string): string {
  const email = emailAddress(typed)
  if (!email) throw new Problem('badForm', { field: 'email', text: emailAddressMessage })
  return email
}

/** In which browser a code was requested; '' for a program. */
function browserHash({ browserId }: Client): string {
  return browserId === undefined ? '' : hashOfSecret(browserId)
}

function hashOf(key: KeyObject, shareGuid: string, email: string, code: string): string {
  return createHmac('sha256', key).update(`${shareGuid}|${email}|${code}`).digest('hex')
}
