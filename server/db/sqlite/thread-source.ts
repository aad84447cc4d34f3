import { Worker } from 'node:worker_threads'

/** Where the threads of connections come from, and where they go when their connection is closed. */
export type ThreadSource = {
  take(entry: URL): Worker
  /** Resolves once the thread holds nothing of its connection any more. */
  release(entry: URL, worker: Worker): Promise<void>
}

/** A thread for each connection, which ends with it. */
export const ownThreads: ThreadSource = {
  take: (entry) => new Worker(entry),
  release: async (_, worker) => void (await worker.terminate()),
}
