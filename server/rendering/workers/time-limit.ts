import { readFile } from 'node:fs/promises'
import { isMainThread, type Worker } from 'node:worker_threads'

/**
 * A worker that a busy machine keeps from working has done nothing wrong: by the clock it may take this many times its
 * limit. Then it ends all the same, since one that only waits is hung, too.
 */
const byTheClock = 10

/** Milliseconds between two looks at how much a worker has used, at least. */
const shortestLook = 10

/** Milliseconds of processor time that a worker has used since it started; null where that cannot be known. */
export type CpuTime = () => Promise<number | null>

type Limited = {
  /** Milliseconds of processor time. */
  limit: number
  cpuTime: CpuTime
  /** What the worker had used before. */
  usedBefore?: number
  /** Milliseconds by the clock in which the limit cannot be reached: nothing is looked up before. */
  safe?: number
  onOver: () => void
}

/**
 * Calls `onOver` once work has taken `limit` milliseconds of processor time, or ten times as many by the clock; by the
 * clock alone where processor time is not known. Answers how to stop watching.
 */
export function watchTime({ limit, cpuTime, usedBefore = 0, safe = limit, onOver }: Limited): () => void {
  let isStopped = false
  let next = setTimeout(look, Math.max(1, safe))
  const ceiling = setTimeout(over, limit * byTheClock)

  function stop(): void {
    isStopped = true
    clearTimeout(next)
    clearTimeout(ceiling)
  }
  function over(): void {
    stop()
    onOver()
  }
  async function look(): Promise<void> {
    const used = await cpuTime()
    if (isStopped) return
    const left = used === null ? 0 : limit - (used - usedBefore)
    if (left <= 0) return over()
    next = setTimeout(look, Math.max(shortestLook, left))
  }
  return stop
}

/** From what `process.cpuUsage()` and its relatives answer: microseconds. */
function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

/** Of this worker itself, whether it is a thread or a process; 0 where it is not known. */
export function ownCpuTime(): number {
  if (isMainThread) return milliseconds(process.cpuUsage())
  return 'threadCpuUsage' in process ? milliseconds(process.threadCpuUsage()) : 0
}

/** Of a thread, even while it is in an endless loop; null before Node 24.6, which does not tell. */
export async function cpuTimeOfThread(worker: Worker): Promise<number | null> {
  if (!('cpuUsage' in worker)) return null
  // It rejects for a thread that has not begun yet, and for one that has ended, which no one watches any more.
  return worker.cpuUsage().then(milliseconds, () => 0)
}

/** Linux counts a process's time in hundredths of a second (USER_HZ). */
const tick = 10

/** Of another process, by what Linux tells of it (proc_pid_stat(5)); null elsewhere, and for one that has stopped. */
export async function cpuTimeOf(pid: number): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  if (stat === null) return null
  // The name of the program comes before, in parentheses, and can hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = ''] = fields
  return 'RSDI'.includes(state) ? tick * (Number(fields[11]) + Number(fields[12])) : null
}
