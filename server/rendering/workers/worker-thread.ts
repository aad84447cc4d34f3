import { RenderError, type RenderFailure } from '#server/rendering/types.ts'
import { startProcess, startThread, type Carrier } from './worker-carrier.ts'
import { watchTime } from './time-limit.ts'
import type { RequestKind, Requests, WorkerReply, WorkerRequest, WorkerState } from './worker-messages.ts'

/** Milliseconds more for a worker that has not started yet. */
const START_ALLOWANCE = 3_000

/** The worker ended, hung or broke while it was working: ask a fresh one. */
export class WorkerLost extends Error {
  /** Null: it never started, so no document is to blame. */
  readonly reason: RenderFailure | null

  constructor(reason: RenderFailure | null, message: string) {
    super(message)
    this.name = 'WorkerLost'
    this.reason = reason
  }
}

type Pending = { resolve: (reply: WorkerReply) => void; reject: (error: Error) => void }

/** Where workers run: in threads, which share compiled code, or in processes, which native code may crash. */
export type Place = 'thread' | 'process'

/** One worker with one request at a time. After WorkerLost it has ended and cannot be used. */
export class WorkerThread {
  state: WorkerState = { open: [], heapBytes: 0, cpuTime: 0 }
  hasEnded = false
  private hasStarted = false
  private readonly worker: Carrier
  private readonly onNews: () => void
  private pending: Pending | null = null

  /** `onNews` runs when the thread started, closed documents by itself, or ended. */
  constructor(
    entry: string,
    { place, pdfium }: { place: Place; pdfium: WebAssembly.Module | null },
    onNews: () => void,
  ) {
    this.onNews = onNews
    const carried = {
      onReply: (reply: WorkerReply) => this.receive(reply),
      onLost: (message: string, isMemory: boolean) =>
        this.lose(new WorkerLost(isMemory ? 'memory' : this.blame(), message)),
    }
    this.worker = place === 'process' ? startProcess(entry, carried) : startThread(entry, pdfium, carried)
    // A worker without work must not keep the process alive.
    this.worker.unref()
  }

  /**
   * Sends a request, which may take `limit` milliseconds of the worker's processor time. Null: the document is not open
   * there. Throws RenderError if the document is at fault, WorkerLost if the worker is.
   */
  async ask<Kind extends RequestKind>(
    kind: Kind,
    question: Requests[Kind]['ask'],
    options: { limit: number; transfer?: ArrayBuffer[] },
  ): Promise<Requests[Kind]['answer'] | null> {
    if (this.hasEnded) throw new WorkerLost('corrupt', 'the worker has ended')
    // Starting a process, not the request, takes the time until its first message.
    const limit = options.limit + (this.hasStarted ? 0 : START_ALLOWANCE)
    const reply = await new Promise<WorkerReply>((resolve, reject) => {
      const stopWatching = watchTime({
        limit,
        cpuTime: this.worker.cpuTime,
        usedBefore: this.state.cpuTime,
        onOver: () => this.lose(new WorkerLost('timeout', `no answer to ${kind} in ${limit} ms`)),
      })
      this.pending = {
        resolve: (received) => {
          stopWatching()
          resolve(received)
        },
        reject: (error) => {
          stopWatching()
          reject(error)
        },
      }
      this.worker.ref()
      this.worker.post({ kind, ...question } as WorkerRequest, options.transfer ?? [])
    })
    if (reply.kind === 'answer') return reply.value as Requests[Kind]['answer']
    if (reply.kind !== 'failure') return null
    const { reason, message, isBroken } = reply.failure
    if (!isBroken) throw new RenderError(reason, message)
    const lost = new WorkerLost(reason, message)
    this.lose(lost)
    throw lost
  }

  end(): Promise<void> {
    this.lose(new WorkerLost('corrupt', 'the worker was ended'))
    return this.worker.end()
  }

  private receive(reply: WorkerReply): void {
    this.state = reply.state
    this.hasStarted = true
    if (reply.kind === 'news') return this.onNews()
    this.worker.unref()
    const { pending } = this
    this.pending = null
    pending?.resolve(reply)
  }

  private blame(): RenderFailure | null {
    return this.hasStarted ? 'corrupt' : null
  }

  private lose(lost: WorkerLost): void {
    const { pending } = this
    this.pending = null
    if (!this.hasEnded) {
      this.hasEnded = true
      this.worker.end().catch(() => {})
      this.onNews()
    }
    pending?.reject(lost)
  }
}
