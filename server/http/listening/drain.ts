import type { Readable } from 'node:stream'

export type DrainLimits = { bytes: number; milliseconds: number }

/**
 * Bytes. Clients that read nothing before they have sent everything (and proxies that hold the response back until
 * then) get their response this way; of a longer body nothing more is read.
 */
export const maxLingering = 64 * 1024 * 1024

/** Watches how much is still read of a stream after a failure, and for how long; signals once when it is enough. */
export class DrainWatch {
  readonly #stream: Readable
  readonly #timer: NodeJS.Timeout
  readonly #count: (chunk: Buffer) => void

  constructor(stream: Readable, limits: DrainLimits, onEnough: () => void) {
    this.#stream = stream
    const enough = (): void => {
      this.end()
      onEnough()
    }
    let left = limits.bytes
    this.#count = (chunk) => {
      left -= chunk.length
      if (left < 0) enough()
    }
    this.#timer = setTimeout(enough, limits.milliseconds)
    stream.on('data', this.#count)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#stream.off('data', this.#count)
  }
}

/** Reads what the client still sends, within limits: many read the response only after they have sent everything. */
export async function drain(stream: Readable, limits: DrainLimits): Promise<void> {
  if (isOver(stream)) return
  const { promise: isEnough, resolve } = Promise.withResolvers<void>()
  const watch = new DrainWatch(stream, limits, resolve)
  stream.resume()
  await Promise.race([over(stream), isEnough])
  watch.end()
  stream.pause()
}

export function isOver(stream: Readable): boolean {
  return stream.readableEnded || stream.destroyed
}

export function over(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) stream.once(event, () => resolve())
  })
}
