import { readFile } from 'node:fs/promises'

/** Milliseconds between checks. */
const interval = 200

/**
 * Watches the maximum address space of a process, or of the one that it started to do its work, in bytes; 0 if the
 * system does not say.
 */
export class MemoryWatch {
  readonly #process: number
  readonly #timer: NodeJS.Timeout
  #peak = 0

  constructor(process: number) {
    this.#process = process
    this.#timer = setInterval(() => void this.#look(), interval).unref()
  }

  /** Ends the watch with a last check, if the process still exists. */
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

/** The process that does the work, if launchers come before it. */
export async function lastInLine(process: number): Promise<number> {
  const children = await readFile(`/proc/${process}/task/${process}/children`, 'latin1').catch(() => '')
  const first = Number.parseInt(children)
  return Number.isNaN(first) ? process : lastInLine(first)
}
