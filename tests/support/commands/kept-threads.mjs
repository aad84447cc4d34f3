// What the command line gets for node:worker_threads where many commands share one process: a thread whose connection
// was closed serves the next command. Starting the two of a database takes longer than most commands do.
import { Worker as Thread } from 'node:worker_threads'

export * from 'node:worker_threads'

/** Threads that hold nothing of their connection any more, by what they run. */
const idle = new Map()

/** `new Worker(entry)`: threads that are told something when they start are for one use. */
export function Worker(entry, options) {
  return options ? new Thread(entry, options) : take(entry)
}

function take(entry) {
  const kept = idle.get(entry.href)?.pop()
  kept?.ref()
  return kept ?? start(entry)
}

function start(entry) {
  const thread = new Thread(entry)
  thread.terminate = async () => {
    thread.unref()
    idle.set(entry.href, [...(idle.get(entry.href) ?? []), thread])
  }
  return thread
}
