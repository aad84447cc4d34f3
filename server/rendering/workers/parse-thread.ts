import { Worker } from 'node:worker_threads'
import { workerEntry } from '#server/packaged.ts'
import type { ParseReply, ParseRequest } from './parse-messages.ts'
import { cpuTimeOfThread, watchTime } from './time-limit.ts'
import { transferable } from './transfer.ts'
import { RenderError } from '#server/rendering/types.ts'

export type ParseLimits = {
  /** Milliseconds of processor time. */
  time: number
  /** Megabytes of the thread's heap. */
  memory: number
}

/**
 * Parses a file in a separate worker thread, which ends with it: whatever the file does affects nothing else. The
 * thread has one piece of the file at a time, and its output is passed on before the next. Throws RenderError, and what
 * reading the file throws.
 */
export async function* parsedInThread(
  entry: string,
  file: AsyncIterable<Uint8Array>,
  limits: ParseLimits,
): AsyncGenerator<Uint8Array, void> {
  const thread = new ParseThread(entry, limits)
  try {
    for await (const bytes of file) yield* await thread.ask(bytes)
    yield* await thread.ask(null)
  } finally {
    await thread.end()
  }
}

type Pending = { resolve: (reply: ParseReply) => void; reject: (error: Error) => void }

class ParseThread {
  readonly #worker: Worker
  readonly #limit: number
  /** Milliseconds by the clock since it began, without waiting for the file. */
  #elapsed = 0
  #pending: Pending | null = null
  #failure: Error | null = null

  constructor(entry: string, { time, memory }: ParseLimits) {
    this.#limit = time
    this.#worker = new Worker(workerEntry(entry), {
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memory },
    })
    this.#worker.on('message', (reply: ParseReply) => this.#pending?.resolve(reply))
    this.#worker.on('messageerror', (error) => this.#lose(new RenderError('corrupt', error.message)))
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      this.#lose(new RenderError(isMemory ? 'memory' : 'corrupt', error.message))
    })
    this.#worker.on('exit', (code) => this.#lose(new RenderError('corrupt', `the thread ended with ${code}`)))
  }

  async ask(bytes: Uint8Array | null): Promise<Uint8Array[]> {
    const startedAt = performance.now()
    const reply = await new Promise<ParseReply>((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      const stopWatching = watchTime({
        limit: this.#limit,
        cpuTime: () => cpuTimeOfThread(this.#worker),
        safe: this.#limit - this.#elapsed,
        onOver: () => this.#lose(new RenderError('timeout')),
      })
      const settled =
        <T>(settle: (value: T) => void) =>
        (value: T) => {
          stopWatching()
          this.#pending = null
          settle(value)
        }
      this.#pending = { resolve: settled(resolve), reject: settled(reject) }
      const piece = bytes && transferable(bytes)
      this.#worker.postMessage({ bytes: piece } satisfies ParseRequest, piece ? [piece.buffer] : [])
    })
    this.#elapsed += performance.now() - startedAt
    if ('failure' in reply) throw new RenderError(reply.failure.reason, reply.failure.message)
    return reply.made
  }

  async end(): Promise<void> {
    this.#failure ??= new Error('This thread was ended')
    await this.#worker.terminate()
  }

  #lose(error: Error): void {
    this.#failure ??= error
    this.#pending?.reject(this.#failure)
    void this.#worker.terminate()
  }
}
