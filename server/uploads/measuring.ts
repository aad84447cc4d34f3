import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { consume } from './consume.ts'

/** What arrived of a file that was sent to test the connection to this server. */
export type Measured = { bytes: number; sha256: string; milliseconds: number }

const hour = 3_600_000
const byStranger = { count: 10, per: hour }
const byUser = { count: 60, per: hour }
/** In this process, all senders together: the remaining bandwidth is for files that someone wants to share. */
const maxConcurrent = 4
const maxTime = 10 * 60_000

/** The largest file that is measured, in bytes. */
export const largestMeasured = 100 * 1024 * 1024

const tooLarge = `This test takes files up to ${fileSize(largestMeasured)}.`

/** Counts the bytes of files that are sent to test a browser or a proxy, and stores nothing of them. */
export class Measuring {
  readonly #rates: RateLimits
  readonly #mayStrangers: boolean
  readonly #underWay = new Set<string>()

  constructor({ rates, mayStrangers }: { rates: RateLimits; mayStrangers: boolean }) {
    this.#rates = rates
    this.#mayStrangers = mayStrangers
  }

  /** Whether someone can send a file to be measured at all. */
  isOpenTo(actor: User | null): boolean {
    return actor !== null || this.#mayStrangers
  }

  /**
   * Reads a stream to its end, one at a time for each person or network; `leastBytes` is the size known in advance.
   * Throws Problem notSignedIn, tooManyAttempts, serverBusy and, if the size is known, fileTooLarge before a byte is read;
   * fileTooLarge, uploadBroken (too slow, or cut off).
   */
  async measure(actor: User | null, client: Client, stream: Readable, leastBytes = 0): Promise<Measured> {
    if (!this.isOpenTo(actor)) throw new Problem('notSignedIn')
    if (leastBytes > largestMeasured) throw new Problem('fileTooLarge', { text: tooLarge })
    const sender = actor ? `user:${actor.guid}` : `network:${networkOf(client.ip)}`
    await this.#rates.require(`measuring:${sender}`, actor ? byUser : byStranger)
    if (this.#underWay.has(sender) || this.#underWay.size >= maxConcurrent) throw new Problem('serverBusy')
    this.#underWay.add(sender)
    try {
      return await read(stream)
    } finally {
      this.#underWay.delete(sender)
    }
  }
}

async function read(stream: Readable): Promise<Measured> {
  const hash = createHash('sha256')
  const startedAt = performance.now()
  let bytes = 0
  try {
    await consume(stream, (chunk) => {
      bytes += chunk.length
      if (bytes > largestMeasured) throw new Problem('fileTooLarge', { text: tooLarge })
      if (performance.now() - startedAt > maxTime) throw new Problem('uploadBroken')
      hash.update(chunk)
      return true
    })
  } catch (error) {
    throw stream.errored && !(error instanceof Problem) ? new Problem('uploadBroken') : error
  }
  return { bytes, sha256: hash.digest('hex'), milliseconds: performance.now() - startedAt }
}
