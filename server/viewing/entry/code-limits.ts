import { sql } from 'kysely'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Database } from '#server/db/open.ts'
import { neighboursOf, networkOf } from '#server/http/limits/network.ts'
import type { Counted, RateLimit, RateLimits } from '#server/http/limits/rate.ts'
import { strangersWindows, windows, type StrangersLimits } from '#server/http/limits/strangers.ts'
import type { Events } from '#server/events/events.ts'
import { subjectOfCode, type CodeSubject } from './code-subjects.ts'
import { tooManyTries } from '#server/http/limits/too-many-tries.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Codes requested, on any sign-in page. */
const asks: StrangersLimits = {
  network: [{ count: 30, per: hour }],
  neighbours: [{ count: 90, per: hour }],
  everywhere: [],
}
/** On one sign-in page for one address: no one gets more emails than these. */
const asksForAddress: StrangersLimits = {
  network: [{ count: 5, per: 15 * minute }],
  neighbours: [{ count: 8, per: 15 * minute }],
  everywhere: [
    { count: 12, per: 15 * minute },
    { count: 24, per: 2 * hour },
    { count: 60, per: day },
  ],
}
/** The same while someone is guessing, in total. */
const asksWhileGuessedAt: RateLimit[] = [
  { count: 2, per: 15 * minute },
  { count: 6, per: 2 * hour },
  { count: 12, per: day },
]
/** In a browser that has read as this address before, and by the link in one recipient's email, in any browser. */
const asksOfReader: RateLimit = { count: 5, per: 15 * minute }
/** For someone on no list, by network and by address: few emails to people who may not have requested any. */
const requests: RateLimit = { count: 3, per: day }

/** Codes entered in the browser that requested one: two codes' worth. */
const triesOfAsker: RateLimit = { count: 10, per: 15 * minute }
/** Codes entered where none was requested: none of them can be right. */
const triesOfOthers: StrangersLimits = {
  network: [{ count: 60, per: hour }],
  neighbours: [{ count: 180, per: hour }],
  everywhere: [],
}

/**
 * The number of wrong codes from which a share, a room or an address counts as being guessed at, from however many
 * networks.
 */
const guesses: RateLimit[] = [
  { count: 20, per: 15 * minute },
  { count: 40, per: 2 * hour },
  { count: 100, per: day },
]
const guessesOfNeighbours: RateLimit = { count: 60, per: hour }
const onceADay: RateLimit = { count: 1, per: day }

/** How long a browser counts as one that requested a code, in milliseconds: as long as its code works. */
const askerRemembered = 15 * minute
/** Attempts at a code while someone is guessing: a person who reads the mailbox needs one. */
export const triesWhileGuessedAt = 2

/** A code that is entered or requested: by whom, for which address, on which page. */
export type Guess = { subject: CodeSubject; email: string; client: Client }

/** Where an attempt was counted, and whether too many were wrong before. */
export type CountedTry = { windows: Counted[]; isGuessedAt: boolean }

type Deps = { database: Database; rates: RateLimits; events: Events }

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

  /** `link` is the recipient of the link that was used, which only their mailbox has. Throws tooManyTries. */
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

  /** For someone who is not on a list yet. Throws tooManyTries. */
  async countAskingForRequest(guess: Guess): Promise<void> {
    await this.#require([
      ...windows(`request-code|${networkOf(guess.client.ip)}`, [requests]),
      ...windows(`request-code|${guess.email}`, [requests]),
    ])
    await this.#deps.rates.remember(requesterKey(guess), askerRemembered)
  }

  /** Throws tooManyTries. */
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
    if (usedUp) throw tooManyTries(usedUp.wait)
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
