import type {
  GridCell,
  GridCut,
  GridEdges,
  GridLook,
  GridPart,
  GridRow,
} from '#server/rendering/sheet/grid.ts'

/** A cell in its place; `across` and `down` in cells of this table. */
export type TableCell = Dressed<Omit<GridCell, 'parts'>> & { edges: GridEdges; parts: Dressed<GridPart>[] }
type Dressed<T> = Omit<T, 'look'> & { look: GridLook }
export type TableRow = { number: number; cells: TableCell[] }

/** The rows of one screen as a table with the given number of columns; merged cells end where the screen ends. */
export function tableOf(rows: readonly GridRow[], width: number, looks: readonly GridLook[]): TableRow[] {
  const lookOf = (number: number): GridLook => looks[number] ?? {}
  const empty = (column: number, across: number, look: GridLook): TableCell => {
    const edges = { ...look.edges }
    return { column, across, down: 1, text: '', isNumber: false, look, edges, parts: [] }
  }
  /** For each column the row, counted in this screen, before which a cell from above takes it. */
  const takenUntil = Array.from({ length: width }, () => 0)
  return rows.map((row, at) => {
    const cells: TableCell[] = []
    const byColumn = new Map(row.cells.map((cell) => [cell.column, cell]))
    const end = Math.max(
      (row.cells.at(-1)?.column ?? -1) + 1,
      takenUntil.findLastIndex((until) => until > at) + 1,
    )
    let column = 0
    while (column < Math.min(end, width)) {
      if (takenUntil[column]! > at) {
        column++
        continue
      }
      const cell = byColumn.get(column)
      if (!cell) {
        cells.push(empty(column, 1, {}))
        column++
        continue
      }
      const across = freeAcross(takenUntil, column, cell.across, at)
      const down = rowsWithin(rows, at, row.number + cell.down)
      takenUntil.fill(at + down, column, column + across)
      const look = lookOf(cell.look)
      const parts = cell.parts.map((part) => ({ ...part, look: lookOf(part.look) }))
      cells.push({ ...cell, look, across, down, edges: { ...look.edges }, parts })
      column += across
    }
    // Empty cells to the right are one cell: a wide sheet would consist mostly of them.
    const filled = Math.min(width, Math.max(column, row.fill?.from ?? width))
    if (column < filled) cells.push(empty(column, filled - column, {}))
    if (filled < width) cells.push(empty(filled, width - filled, lookOf(row.fill!.look)))
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

const cutLabels: Record<GridCut, string> = {
  rows: 'There are too many rows to show; the rest are left out.',
  columns: 'There are too many columns to show; the rest are left out.',
  text: 'The text of very long cells is left out.',
  drawings: 'Charts and pictures are shown only on the pages.',
}

/** What a reader sees about content that is not here, but in the pages or the file. */
export function cutNotes(cut: readonly GridCut[], hasMoreSheets: boolean): string[] {
  const more = hasMoreSheets ? ['There are too many sheets to show; the rest are left out.'] : []
  return [...cut.map((what) => cutLabels[what]), ...more]
}
