import { readFile } from 'node:fs/promises'
import { lastInLine } from './memory-watch.ts'

/** Of the processor's time a process that is at work gets more than this, even on a machine that is very busy. */
const atWork = 1 / 40
/** So many times its patience is the longest that anyone waits, and a tenth of it the time between two looks. */
const [longest, parts] = [4, 10]
/** In Linux on every machine. */
const ticksPerSecond = 100

/**
 * How long a program can take: in time of a processor that it had, not in time that passed. On a busy machine a document
 * takes longer, and is no worse for it. What waits and does nothing is given up by the clock.
 */
export class Patience {
  readonly #process: number
  readonly #milliseconds: number
  readonly #onEnd: () => void
  readonly #begun = performance.now()
  readonly #before: Promise<number | null>
  #last = 0
  #timer: NodeJS.Timeout
  #isOver = false

  /** `onEnd` is called once, when the time is up. */
  constructor(process: number, milliseconds: number, onEnd: () => void) {
    this.#process = process
    this.#milliseconds = milliseconds
    this.#onEnd = onEnd
    this.#before = processorTime(process)
    this.#timer = this.#lookIn(milliseconds / parts)
  }

  end(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #lookIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => void this.#look(), milliseconds)
  }

  async #look(): Promise<void> {
    const [before, now] = [await this.#before, await processorTime(this.#process)]
    if (this.#isOver) return
    const passed = performance.now() - this.#begun
    const used = before === null || now === null ? passed : now - before
    const lately = used - this.#last
    this.#last = used
    const isUp = isTimeUp(this.#milliseconds, { passed, used, lately })
    if (!isUp) return void (this.#timer = this.#lookIn(this.#milliseconds / parts))
    this.end()
    this.#onEnd()
  }
}

/** Whether that is all: by the time that passed, and what of it the processors gave, in total and since the last look. */
export function isTimeUp(
  patience: number,
  { passed, used, lately }: { passed: number; used: number; lately: number },
): boolean {
  if (passed < patience) return false
  const isAtWork = lately > (patience / parts) * atWork
  return used >= patience || !isAtWork || passed >= longest * patience
}

/** What a process has used of the processors so far, in milliseconds; null if the system does not say. */
async function processorTime(process: number): Promise<number | null> {
  const worker = await lastInLine(process)
  const stat = await readFile(`/proc/${worker}/stat`, 'latin1').catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond
}
