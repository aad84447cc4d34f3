import { sql } from 'kysely'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Database } from '#server/db/open.ts'
import { neighboursOf } from '#server/http/limits/network.ts'
import type { Counted, RateLimit, RateLimits } from '#server/http/limits/rate.ts'
import {
  asks,
  asksForAddress,
  asksWhileGuessedAt,
  guesses,
  triesOfAsker,
  triesOfOthers,
} from '#server/http/limits/code-counts.ts'
import {
  strangersWindows,
  takeStaged,
  windows,
  type Stages,
  type StrangersLimits,
} from '#server/http/limits/strangers.ts'
import type { Events } from '#server/events/events.ts'
import { subjectOfCode, type CodeSubject } from './code-subjects.ts'
import { tooManyAttempts } from '#server/http/limits/too-many-attempts.ts'
import { knownBy } from './known-address.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** In a browser that has read as this address before, and by the link in one recipient's email, in any browser. */
const asksOfReader: RateLimit = { count: 5, per: 15 * minute }
/** For someone on no list, from one network for whomever. */
const requests: StrangersLimits = {
  network: [{ count: 10, per: day }],
  neighbours: [{ count: 30, per: day }],
  everywhere: [],
}
/** The same for one address: few emails to people who may not have requested any. */
const requestsOfOne: RateLimit = { count: 3, per: day }
const requestsForAddress: StrangersLimits = {
  network: [requestsOfOne],
  neighbours: [{ count: 5, per: day }],
  everywhere: [],
}
const requestsEverywhere: RateLimit = { count: 12, per: day }
/** After that: one from elsewhere, so that the owner of the mailbox gets theirs; no more emails than on any sign-in page. */
const requestsThereafter: StrangersLimits = {
  network: [],
  neighbours: [{ count: 1, per: day }],
  everywhere: [{ count: 60, per: day }],
}

const guessesOfNeighbours: RateLimit = { count: 60, per: hour }
const onceADay: RateLimit = { count: 1, per: day }

/** How long a browser counts as one that requested a code, in milliseconds: as long as its code works. */
const askerRemembered = 15 * minute
/** A code that is entered or requested: by whom, for which address, on which page. */
export type Guess = { subject: CodeSubject; email: string; client: Client }

/** Where an attempt was counted, and whether too many were wrong before. */
export type CountedTry = { windows: Counted[]; isGuessedAt: boolean }

type Deps = { database: Database; rates: RateLimits; events: Events; clock: () => number }

/**
 * How often codes may be requested and entered. Everything is counted by the address entered, whether or not it is on a
 * list, so that no refusal reveals it. Guessing makes codes scarce and short-lived; a code that this browser requested
 * itself is always checked, so that the person who reads the mailbox gets in.
 */
export class CodeLimits {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** `link` is the recipient of the link that was used, which only their mailbox has. Throws tooManyAttempts. */
  async countAsking(guess: Guess, link: string | null): Promise<void> {
    await this.#require(await this.#askingOf(guess, link))
    await this.#deps.rates.remember(requesterKey(guess), askerRemembered)
  }

  async #askingOf(guess: Guess, link: string | null): Promise<Counted[]> {
    const { subject, email, client } = guess
    const what = `code|${subject.guid}|${email}`
    if (await this.#isReader(guess))
      return windows(`${what}|${hashOfSecret(client.browserId ?? '')}`, [asksOfReader])
    if (link !== null) return windows(`${what}|link|${link}`, [asksOfReader])
    const isGuessedAt = (await this.#deps.rates.usedUp(totals(guess))) !== null
    return [
      ...strangersWindows('code', client.ip, asks),
      ...strangersWindows(what, client.ip, asksForAddress),
      ...(isGuessedAt ? windows(`${what}|guessed`, asksWhileGuessedAt) : []),
    ]
  }

  /** For someone who is not on a list yet. Throws tooManyAttempts. */
  async countAskingForRequest(guess: Guess): Promise<void> {
    const { usedUp } = await takeStaged(this.#deps.rates, await this.#requesting(guess))
    if (usedUp) throw tooManyAttempts(usedUp.wait)
    await this.#deps.rates.remember(requesterKey(guess), askerRemembered)
  }

  async #requesting({ email, client }: Guess): Promise<Stages> {
    const { database, clock } = this.#deps
    const what = `request-code|${email}`
    const own = await knownBy(database.kysely, client, email, clock())
    if (own !== null)
      return { always: windows(`${what}|${own}`, [requestsOfOne]), atFirst: [], thereafter: [] }
    return {
      always: [
        ...strangersWindows('request-code', client.ip, requests),
        ...strangersWindows(what, client.ip, requestsForAddress),
      ],
      atFirst: windows(`${what}|everywhere`, [requestsEverywhere]),
      thereafter: strangersWindows(`${what}|more`, client.ip, requestsThereafter),
    }
  }

  /** Throws tooManyAttempts. */
  async countTry(guess: Guess): Promise<CountedTry> {
    const { rates } = this.#deps
    if (!(await rates.remembers(requesterKey(guess)))) {
      await this.#require(strangersWindows('prove', guess.client.ip, triesOfOthers))
      return { windows: [], isGuessedAt: false }
    }
    const own = windows(`prove|${requesterKey(guess)}`, [triesOfAsker])
    await this.#require(own)
    const all = totals(guess)
    const taken = await rates.takeEach(all)
    return { windows: [...own, ...taken], isGuessedAt: taken.length < all.length }
  }

  /** A right code does not count. */
  giveBack({ windows: taken }: CountedTry): Promise<void> {
    return this.#deps.rates.giveBackAll(taken)
  }

  /** Records it in the activity, and emails the owner: once a day for each share or room. */
  async tellOfGuessing({ subject, client }: Guess): Promise<void> {
    const { rates, events } = this.#deps
    if (!(await rates.usedUp(windows(`guesses|${subject.guid}`, guesses)))) return
    await rates.within(`guesses-told|${subject.guid}`, onceADay, (tx) =>
      events.record(tx, { ...subjectOfCode(subject), kind: 'CodesGuessed', client }),
    )
  }

  /** Whether this browser has read as this address before: strangers cannot have. */
  async #isReader({ subject, email, client }: Guess): Promise<boolean> {
    const visits = this.#deps.database.kysely
      .selectFrom('visit')
      .select('visit.guid')
      .where(`visit.${subject.column}`, '=', subject.guid)
      .where('visit.reader_key', '=', hashOfSecret(client.browserId ?? ''))
      .limit(1)
    const ofThisAddress =
      subject.column === 'room_guid'
        ? visits
            .innerJoin('member', 'member.guid', 'visit.member_guid')
            .where(sql<string>`lower(member.email)`, '=', email)
        : visits
            .innerJoin('recipient', 'recipient.guid', 'visit.recipient_guid')
            .where(sql<string>`lower(recipient.email)`, '=', email)
    return (await ofThisAddress.executeTakeFirst()) !== undefined
  }

  async #require(wanted: Counted[]): Promise<void> {
    const usedUp = await this.#deps.rates.takeAll(wanted)
    if (usedUp) throw tooManyAttempts(usedUp.wait)
  }
}

function totals({ subject, email, client }: Guess): Counted[] {
  return [
    ...windows(`guesses|${subject.guid}`, guesses),
    ...windows(`guesses|${email}`, guesses),
    ...windows(`guesses|${neighboursOf(client.ip)}`, [guessesOfNeighbours]),
  ]
}

function requesterKey({ subject, email, client }: Guess): string {
  return `asker|${subject.guid}|${email}|${hashOfSecret(client.browserId ?? '')}`
}
