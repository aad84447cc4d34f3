import type { GridFill, StoredCell } from './grid.ts'

/** Consecutive rows without text that look the same. */
export type BlankRows = { number: number; count: number; cells: readonly StoredCell[]; fill: GridFill | null }

type Run = BlankRows & { key: string }

/** This many rows or more with one style below everything else are how the sheet looks, not content. */
const endlessRows = 84
const maxCells = 25_000

/**
 * Blank rows that are not decided yet: they count if something follows them, or if they have a style and do not go on
 * and on. Office programs print the same part of a sheet.
 */
export class WaitingRows {
  #runs: Run[] = []
  #cells = 0
  #isEndless = false

  /** Takes rows, and answers those before them that count. */
  add(rows: BlankRows): BlankRows[] {
    const run = this.#run(rows)
    const last = this.#runs.at(-1)
    const isSame = last?.key === run.key && last.number + last.count === run.number
    const ready = !isSame && last && last.key !== '' && !this.#isEndless ? this.takeAll() : []
    if (isSame) last.count += run.count
    else this.#runs.push(run)
    if (this.#runs.at(-1)!.count >= endlessRows) this.#isEndless = true
    return ready
  }

  /** All of them, since something follows. */
  takeAll(): BlankRows[] {
    this.#cells = 0
    this.#isEndless = false
    return this.#runs.splice(0)
  }

  /** Those that count although nothing follows. */
  end(): BlankRows[] {
    const counts = !this.#isEndless && this.#runs.at(-1) && this.#runs.at(-1)!.key !== ''
    const rows = this.takeAll()
    return counts ? rows : []
  }

  /** What would be too much to remember is shown plain. */
  #run(rows: BlankRows): Run {
    if (rows.cells.length === 0 && !rows.fill) return { ...rows, key: '' }
    this.#cells += rows.cells.length
    if (this.#cells > maxCells) return { ...rows, cells: [], fill: null, key: '' }
    return { ...rows, key: JSON.stringify([rows.cells, rows.fill]) }
  }
}
