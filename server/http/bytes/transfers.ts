import pLimit from 'p-limit'
import { Problem } from '#server/rules/problems.ts'
import type { Client } from '#server/http/client.ts'
import { networkOf } from '#server/http/limits/network.ts'

export type TransferLimits = {
  /** Transfers in progress at once. */
  inAll: number
  /** How many of them go to one network, or to one person who has proved who they are. */
  each: number
}

/** After this long a slot is likely to be free; milliseconds. */
const wait = 60_000

/** The share of all slots that strangers can take together: the rest is for people who have proved who they are. */
const strangersShare = 0.75

/**
 * The share of all slots that one network, or one person, can take. Page images are sent in a moment, and have separate
 * slots: of 1,000, an office behind one address gets 500, which 80 browsers fill if each requests six at the same
 * moment.
 */
export const shareOfEach = { files: 1 / 5, pages: 1 / 2 }

/** Openings at once: each is authorized, and pages of others are answered in between. */
const maxConcurrent = 8

/**
 * Bytes of files that are being sent right now. A slow client takes a slot and some memory until it has everything, so
 * the slots are counted: strangers by their network, known people individually, wherever they are.
 */
export class Transfers {
  readonly #inAllMost: number
  readonly #eachMost: number
  readonly #limit = pLimit(maxConcurrent)
  readonly #byHolder = new Map<string, number>()
  #inAll = 0
  #ofStrangers = 0

  /**
   * How many can be in progress at once, and at most what share of them for one network, or one person who has proved
   * who they are.
   */
  constructor(max: number, share: number = shareOfEach.files) {
    this.#inAllMost = max
    this.#eachMost = Math.ceil(max * share)
  }

  /** Holds a slot until the client's exchange has ended. Throws Problem tooManyTransfers. */
  enter(client: Client, person: string | null): void {
    const holder = person === null ? `network ${networkOf(client.ip)}` : `person ${person}`
    const held = this.#byHolder.get(holder) ?? 0
    const isFull =
      held >= this.#eachMost ||
      this.#inAll >= this.#inAllMost ||
      (person === null && this.#ofStrangers >= Math.ceil(this.#inAllMost * strangersShare))
    if (isFull) throw new Problem('tooManyTransfers', { wait })
    // Without a connection nothing is slow: it ends as soon as it is created.
    if (!client.whenOver) return
    this.#count(holder, person, 1)
    client.whenOver(() => this.#count(holder, person, -1))
  }

  /** Opens what will be sent, when it is its turn: many downloads at once leave the processor to everyone else. */
  open<Opened>(work: () => Promise<Opened>): Promise<Opened> {
    return this.#limit(work)
  }

  #count(holder: string, person: string | null, change: 1 | -1): void {
    this.#inAll += change
    if (person === null) this.#ofStrangers += change
    const held = (this.#byHolder.get(holder) ?? 0) + change
    if (held === 0) this.#byHolder.delete(holder)
    else this.#byHolder.set(holder, held)
  }
}
