import { readFile } from 'node:fs/promises'

/** Milliseconds between looks. */
const interval = 200

/**
 * Watches how much address space a process, or the one that it started to do its work, has had at most, in bytes; 0
 * where the system does not say.
 */
export class MemoryWatch {
  readonly #process: number
  readonly #timer: NodeJS.Timeout
  #peak = 0

  constructor(process: number) {
    this.#process = process
    this.#timer = setInterval(() => void this.#look(), interval).unref()
  }

  /** Ends the watch with a last look, if the process is still there. */
  async end(): Promise<number> {
    clearInterval(this.#timer)
    await this.#look()
    return this.#peak
  }

  async #look(): Promise<void> {
    const worker = await lastInLine(this.#process)
    const status = await readFile(`/proc/${worker}/status`, 'latin1').catch(() => '')
    this.#peak = Math.max(this.#peak, 1024 * Number(/^VmPeak:\s+(\d+) kB/m.exec(status)?.[1] ?? 0))
  }
}

/** The process that does the work where others were put before it to hold it. */
async function lastInLine(process: number): Promise<number> {
  const children = await readFile(`/proc/${process}/task/${process}/children`, 'latin1').catch(() => '')
  const first = Number.parseInt(children)
  return Number.isNaN(first) ? process : lastInLine(first)
}
