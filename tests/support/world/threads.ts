import { Worker } from 'node:worker_threads'
import type { ThreadSource } from '#server/db/sqlite/thread-source.ts'

/**
 * Keeps the threads of closed connections for the next ones, since a thread takes longer to start than
 * most tests take. They do not keep the process alive.
 */
class KeptThreads implements ThreadSource {
  readonly #idle = new Map<string, Worker[]>()

  take(entry: URL): Worker {
    const worker = this.#idle.get(entry.href)?.pop()
    worker?.ref()
    return worker ?? new Worker(entry)
  }

  async release(entry: URL, worker: Worker): Promise<void> {
    worker.unref()
    const idle = this.#idle.get(entry.href) ?? []
    this.#idle.set(entry.href, [...idle, worker])
  }
}

/** One for all databases of this process. */
export const keptThreads = new KeptThreads()
