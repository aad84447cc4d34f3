import type { GridCut, GridRow } from '#server/rendering/grid.ts'

/** A cell as it is printed; `across` and `down` in cells of this table. */
export type TableCell = { text: string; isNumber: boolean; across: number; down: number }
export type TableRow = { number: number; cells: TableCell[] }

const empty: TableCell = { text: '', isNumber: false, across: 1, down: 1 }

/** The rows of one screen as a table of so many columns; merged cells end where the screen ends. */
export function tableOf(rows: readonly GridRow[], width: number): TableRow[] {
  /** For each column the row, counted in this screen, before which a cell from above takes it. */
  const takenUntil = Array.from({ length: width }, () => 0)
  return rows.map((row, at) => {
    const cells: TableCell[] = []
    const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]))
    const end = Math.max(
      (row.cells.at(-1)?.column ?? -1) + 1,
      takenUntil.findLastIndex((until) => until > at) + 1,
    )
    for (let column = 0; column < Math.min(end, width);) {
      if (takenUntil[column]! > at) {
        column++
        continue
      }
      const cell = byColumn.get(column)
      if (!cell) {
        cells.push(empty)
        column++
        continue
      }
      const across = freeAcross(takenUntil, column, cell.across, at)
      const down = rowsWithin(rows, at, row.number + cell.down)
      takenUntil.fill(at + down, column, column + across)
      cells.push({ text: cell.text, isNumber: cell.isNumber, across, down })
      column += across
    }
    // What is empty to the right is one cell: a wide sheet would be mostly that.
    if (end < width) cells.push({ ...empty, across: width - end })
    return { number: row.number, cells }
  })
}

function freeAcross(takenUntil: readonly number[], column: number, wanted: number, at: number): number {
  let across = 1
  while (across < wanted && column + across < takenUntil.length && takenUntil[column + across]! <= at)
    across++
  return across
}

/** How many rows of this screen there are from one on, before the row of a number. */
function rowsWithin(rows: readonly GridRow[], at: number, before: number): number {
  let down = 1
  while (at + down < rows.length && rows[at + down]!.number < before) down++
  return down
}

const cutWords: Record<GridCut, string> = {
  rows: 'The rows after these are left out here, because there are too many.',
  columns: 'Columns to the right of these are left out here, because there are too many.',
  text: 'Text of very long cells is left out here.',
}

/** What a reader is told of what is not here; the pages or the file have it. */
export function cutNotes(cut: readonly GridCut[], hasMoreSheets: boolean): string[] {
  const more = hasMoreSheets ? ['Further sheets are left out here, because there are too many.'] : []
  return [...cut.map((what) => cutWords[what]), ...more]
}
