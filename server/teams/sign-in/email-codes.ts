import { createHmac, type KeyObject } from 'node:crypto'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import { hashOfSecret, newCode } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { SignIn, SignInOutcome } from '#server/accounts/sign-in/sign-in.ts'
import { userByEmail } from '#server/accounts/user-rows.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import {
  asks,
  asksForAddress,
  asksWhileGuessedAt,
  guesses,
  triesOfAsker,
  triesOfOthers,
  triesWhileGuessedAt,
} from '#server/http/limits/code-counts.ts'
import type { Counted, RateLimits } from '#server/http/limits/rate.ts'
import { strangersWindows, windows } from '#server/http/limits/strangers.ts'
import { tooManyAttempts } from '#server/http/limits/too-many-attempts.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import { oneTimeCode } from '#server/rules/accounts/one-time-code.ts'
import { Problem } from '#server/rules/problems.ts'
import { lockTeam } from '#server/teams/team-rows.ts'
import { allowedIn } from './methods.ts'
import { signInCodeEmail } from './sign-in-emails.ts'

const minute = 60_000
const lives = 15 * minute
const attempts = 5
const job = 'sign-in-code'

type Deps = {
  database: Database
  rates: RateLimits
  jobs: Jobs
  mailer: Mailer
  signIn: SignIn
  /** Each wrong code, for the record of the account: the same work for every address. */
  onFailed: (failed: { email: string; client: Client }) => Promise<void>
  /** The first hashes a code; each is tried, for codes that were sent before a key rotation. */
  codeKeys: PurposeKeys
  clock: () => number
}

type Guess = { email: string; client: Client }

/**
 * Signing in by six emailed digits, for members of teams that allow it: 15 minutes, five attempts, once, in the browser
 * that requested them. Answers, and the work before them, are the same for every address. The second factor and every
 * other condition come after it, as after a password.
 */
export class EmailCodes {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(job, (payload) => this.#write(payload))
  }

  /** Whether any team here allows it: the sign-in page offers it then. */
  async isOffered(): Promise<boolean> {
    const row = await this.#deps.database.kysely
      .selectFrom('team')
      .select('guid')
      .where('closed_at', 'is', null)
      .where('allowed_methods', 'like', '%"email"%')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Emails a code if the address is that of a member who can use one. Throws badForm with the field, tooManyAttempts. */
  async ask(client: Client, typed: string): Promise<void> {
    const { database, rates, jobs, clock } = this.#deps
    const email = emailAddress(typed)
    if (!email) throw new Problem('badForm', { field: 'email', text: emailAddressMessage })
    const isGuessedAt = (await rates.usedUp(totals(email))) !== null
    await this.#require([
      ...strangersWindows('sign-in-code', client.ip, asks),
      ...strangersWindows(`sign-in-code|${email}`, client.ip, asksForAddress),
      ...(isGuessedAt ? windows(`sign-in-code|${email}|guessed`, asksWhileGuessedAt) : []),
    ])
    await rates.remember(askerKey({ email, client }), lives)
    const { ip, userAgent } = client
    const browser = browserHash(client)
    await database.transaction((tx) =>
      jobs.add(tx, job, { email, ip, userAgent, browser, askedAt: String(clock()) }),
    )
  }

  /** Throws codeWrong (also if expired or requested elsewhere), tooManyAttempts, and what signing in throws. */
  async prove(
    client: Client,
    form: { email: string; code: string; isRemembered?: boolean },
  ): Promise<SignInOutcome> {
    const { signIn, rates, onFailed, codeKeys } = this.#deps
    const [email, code] = [emailAddress(form.email), oneTimeCode(form.code)]
    if (!email || !code) throw new Problem('codeWrong')
    const guess = { email, client }
    const { counted, maxTries } = await this.#countTry(guess)
    const tried = await this.#try(guess, maxTries)
    const isRight = codeKeys.some((key) => tried?.code_hash === hashOf(key, email, code))
    if (!tried || !isRight || !(await this.#useUp(tried.guid))) {
      await onFailed(guess)
      throw new Problem('codeWrong')
    }
    await rates.giveBackAll(counted)
    return signIn.enter(tried.user_guid, 'email', client, { isRemembered: form.isRemembered ?? false })
  }

  /** Removes codes that can no longer open anything, and returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('sign_in_code')
      .where('expires_at', '<', clock() - lives)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  async #countTry(guess: Guess): Promise<{ counted: Counted[]; maxTries: number }> {
    const { rates } = this.#deps
    if (!(await rates.remembers(askerKey(guess)))) {
      await this.#require(strangersWindows('prove-sign-in', guess.client.ip, triesOfOthers))
      return { counted: [], maxTries: attempts }
    }
    const own = windows(`prove|${askerKey(guess)}`, [triesOfAsker])
    await this.#require(own)
    const all = totals(guess.email)
    const taken = await rates.takeEach(all)
    const isGuessedAt = taken.length < all.length
    return { counted: [...own, ...taken], maxTries: isGuessedAt ? triesWhileGuessedAt : attempts }
  }

  async #require(wanted: Counted[]): Promise<void> {
    const usedUp = await this.#deps.rates.takeAll(wanted)
    if (usedUp) throw tooManyAttempts(usedUp.wait)
  }

  async #write({ email = '', ip = '', userAgent = '', browser = '', askedAt = '' }: Record<string, string>) {
    const { database, mailer, clock } = this.#deps
    const now = clock()
    // No one waits for it any more.
    if (now >= Number(askedAt) + lives) return
    await database.transaction(async (tx) => {
      const userGuid = await this.#whoMayUse(tx, email)
      if (userGuid === null) return
      const code = await this.#make(tx, { userGuid, email, browser, now })
      await mailer.enqueue(tx, signInCodeEmail(email, code, { ip, userAgent }), { usefulUntil: now + lives })
    })
  }

  /** Locks the team, so that of codes made at once for one browser only the last one opens. */
  async #whoMayUse(tx: Transaction, email: string): Promise<string | null> {
    const user = await userByEmail(tx, email)
    if (user?.status !== 'Active' || user.invite_status !== 'Active' || user.team_guid === null) return null
    const team = await lockTeam(tx, user.team_guid)
    return allowedIn(team.allowed_methods)?.includes('email') ? user.guid : null
  }

  async #make(
    tx: Transaction,
    { userGuid, email, browser, now }: { userGuid: string; email: string; browser: string; now: number },
  ): Promise<string> {
    const code = newCode()
    await tx
      .updateTable('sign_in_code')
      .set({ used_at: now })
      .where('user_guid', '=', userGuid)
      .where('browser_hash', '=', browser)
      .where('used_at', 'is', null)
      .execute()
    await tx
      .insertInto('sign_in_code')
      .values({
        guid: newGuid(),
        user_guid: userGuid,
        browser_hash: browser,
        code_hash: hashOf(this.#deps.codeKeys[0], email, code),
        tries: 0,
        created_at: now,
        expires_at: now + lives,
        used_at: null,
      })
      .execute()
    return code
  }

  /** Counting the attempt and reading the hash are one statement, so that parallel guesses cannot pass the limit. */
  async #try({ email, client }: Guess, maxTries: number) {
    const { database, clock } = this.#deps
    const user = await userByEmail(database.kysely, email)
    return database.kysely
      .updateTable('sign_in_code')
      .set((row) => ({ tries: row('tries', '+', 1) }))
      .where('user_guid', '=', user?.guid ?? '')
      .where('browser_hash', '=', browserHash(client))
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock())
      .where('tries', '<', maxTries)
      .returning(['guid', 'user_guid', 'code_hash'])
      .executeTakeFirst()
  }

  async #useUp(guid: string): Promise<boolean> {
    const { database, clock } = this.#deps
    const used = await database.kysely
      .updateTable('sign_in_code')
      .set({ used_at: clock() })
      .where('guid', '=', guid)
      .where('used_at', 'is', null)
      .returning('guid')
      .executeTakeFirst()
    return used !== undefined
  }
}

/** All wrong codes for an address, from wherever. */
function totals(email: string): Counted[] {
  return windows(`sign-in-code|${email}|guesses`, guesses)
}

function askerKey({ email, client }: Guess): string {
  return `sign-in-code|${email}|asker|${browserHash(client)}`
}

/** In which browser a code was requested; '' for a program. */
function browserHash({ browserId }: Client): string {
  return browserId === undefined ? '' : hashOfSecret(browserId)
}

function hashOf(key: KeyObject, email: string, code: string): string {
  return createHmac('sha256', key).update(`${email}|${code}`).digest('hex')
}
