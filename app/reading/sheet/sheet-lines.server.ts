import type { GridEdge } from '#server/rendering/sheet/grid.ts'
import type { TableCell, TableRow } from './sheet-table.server.ts'

/**
 * Assigns the line between two cells to the one above it, or left of it, if that can draw all of it: each cell has the
 * grid's own lines below and to the right, and otherwise two lines would be beside each other.
 */
export function joinLines(rows: readonly TableRow[], width: number): void {
  /** The cell that ends above each column of a row. */
  const above = Array.from({ length: width }, (): TableCell | null => null)
  const endOf = new Map<TableCell, number>()
  rows.forEach(({ cells }, at) => {
    cells.forEach((cell, place) => {
      const before = cells[place - 1]
      if (before && before.column + before.across === cell.column && before.down === cell.down)
        handOver(cell, 'left', [before], 'right')
      const upper = new Set(above.slice(cell.column, cell.column + cell.across))
      const mayDraw = [...upper].flatMap((one) =>
        one && isWithin(one, cell) && endOf.get(one) === at ? [one] : [],
      )
      if (mayDraw.length === upper.size) handOver(cell, 'top', mayDraw, 'bottom')
    })
    for (const cell of cells) {
      above.fill(cell, cell.column, cell.column + cell.across)
      endOf.set(cell, at + cell.down)
    }
  })
}

function isWithin(one: TableCell, other: TableCell): boolean {
  return one.column >= other.column && one.column + one.across <= other.column + other.across
}

type Side = 'left' | 'top' | 'right' | 'bottom'

function handOver(from: TableCell, side: Side, to: readonly TableCell[], other: Side): void {
  const line = from.edges[side]
  if (!line || to.length === 0) return
  for (const cell of to) cell.edges[other] = heavier(line, cell.edges[other])
  delete from.edges[side]
}

function heavier(one: GridEdge, other: GridEdge | undefined): GridEdge {
  return other?.isThick && !one.isThick ? other : one
}
