import type { GridFill, StoredCell } from './grid.ts'

/** Rows without a word that follow each other and look the same. */
export type BlankRows = { number: number; count: number; cells: readonly StoredCell[]; fill: GridFill | null }

type Run = BlankRows & { key: string }

/** So many rows or more of one look below everything else are how the sheet looks, not something in it. */
const endlessRows = 84
const maxCells = 25_000

/**
 * Blank rows whose turn has not come: they count when something follows them, or when they look like something and do
 * not go on and on. The programs print as much of a sheet.
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
