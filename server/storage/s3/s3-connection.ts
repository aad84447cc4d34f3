import { setTimeout as wait } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { makeS3Client } from './s3-client.ts'
import { TookTooLong, asProblem, isPassing, nameOf, statusOf } from './s3-failures.ts'

/**
 * How long the store can be silent, in milliseconds. A call is given up after three times its limit, attempts included.
 */
export type Limits = {
  connect: number
  /** One attempt at a small call, until its complete response has arrived. */
  call: number
  /** One attempt to send a part. With the default value, a connection of 1.5 Mbit/s is just fast enough. */
  part: number
  /** Between two chunks of an object that is being read. */
  silence: number
}

export const standardLimits: Limits = { connect: 3000, call: 8000, part: 30_000, silence: 15_000 }

export type Wait = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

export type S3Deps = {
  config: S3Config
  log: Log
  limits?: Limits
  /** Tests do not wait between two attempts. */
  pause?: Wait
}

export type CallOptions = {
  /** Milliseconds for one attempt. */
  limit?: number
  tries?: number
  /** Ends the call, attempts included. */
  signal?: AbortSignal
}

type Work<Output> = (client: S3Client, options: { abortSignal: AbortSignal }) => Promise<Output>

export const maxAttempts = 5

/** Every call to the store goes through here: one way of waiting, of retrying, of giving up. */
export class S3Connection {
  readonly bucket: string
  readonly limits: Limits
  readonly #client: S3Client
  readonly #log: Log
  readonly #wait: Wait

  constructor({ config, log, limits = standardLimits, pause }: S3Deps) {
    this.bucket = config.bucket
    this.limits = limits
    this.#client = makeS3Client(config, limits.connect)
    this.#log = log
    this.#wait = pause ?? ((milliseconds, signal) => wait(milliseconds, undefined, { signal }))
  }

  /**
   * Runs `work` until it succeeds, fails permanently or has been attempted often enough. `work` is called again for
   * each attempt, so that each has its own stream. Throws Problem storageAway, Problem storageFull, and the store's own
   * error if it is an answer, such as NoSuchKey.
   */
  async call<Output>(work: Work<Output>, options: CallOptions = {}): Promise<Output> {
    const { limit = this.limits.call, tries = maxAttempts, signal } = options
    const end = performance.now() + 3 * limit
    for (let tried = 1; ; tried++) {
      try {
        return await this.try(work, Math.min(limit, end - performance.now()), signal)
      } catch (error) {
        if (signal?.aborted || !isPassing(error) || tried >= tries) throw this.failure(error, tried)
        await this.pause(tried, signal)
        if (performance.now() >= end) throw this.failure(error, tried)
      }
    }
  }

  /** One attempt, whose failure is the store's own. */
  async try<Output>(work: Work<Output>, limit = this.limits.call, signal?: AbortSignal): Promise<Output> {
    const own = new AbortController()
    const timer = setTimeout(() => own.abort(), limit)
    const leave = (): void => own.abort()
    signal?.addEventListener('abort', leave)
    try {
      signal?.throwIfAborted()
      return await work(this.#client, { abortSignal: own.signal })
    } catch (error) {
      const isLate = own.signal.aborted && !signal?.aborted
      // A response may arrive before everything was sent: nothing of a failed attempt continues in the background.
      own.abort()
      throw isLate ? new TookTooLong(limit) : error
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
    }
  }

  /** Waits longer after each attempt, and never as long as others that failed at the same moment. */
  async pause(tried: number, signal?: AbortSignal): Promise<void> {
    const longest = Math.min(4000, 250 * 2 ** (tried - 1))
    await this.#wait(longest * (0.5 + Math.random() / 2), signal)
  }

  /** What to throw when there is no further attempt; the log has the store's response. */
  failure(error: unknown, tried: number): unknown {
    const problem = asProblem(error)
    if (problem !== error)
      this.#log.warn({ failure: nameOf(error), status: statusOf(error), tried }, 'the S3 store failed')
    return problem
  }
}
