/**
 * A spreadsheet as its values, for a grid of HTML: the visible sheets with their visible rows and columns. It is stored
 * as one object: screens of rows one after the other, each deflated JSON, then the index, then a trailer that says how
 * long the index is. So a reader of one screen opens the end of the object and that screen, however large it is.
 */
export type GridIndex = {
  sheets: GridSheet[]
  /** Whether the file has more sheets than are here. */
  hasMoreSheets: boolean
}

export type GridSheet = {
  name: string
  /** Which columns of the program these are, from 0; hidden ones are not among them. */
  columns: number[]
  /** Visible rows, empty ones between others counted. */
  rows: number
  screens: GridScreenEntry[]
  /** What of it was left out, because it is too large. */
  cut: GridCut[]
}

export type GridCut = 'rows' | 'columns' | 'text'

/** `at` and `length` in bytes of the object; `first` and `last` are row numbers of the program, from 1. */
export type GridScreenEntry = { at: number; length: number; rows: number; first: number; last: number }

export type GridRow = { number: number; cells: GridCell[] }

export type GridCell = {
  /** Which of the visible columns, from 0. */
  column: number
  /** As the program shows it; lines of one cell are parted by line ends. */
  text: string
  /** Whether it is a number, a date or a time. */
  isNumber: boolean
  /** Visible columns that the cell takes. */
  across: number
  /** Rows that it takes, hidden ones among them. */
  down: number
}

/** As a row is stored: most cells are short tuples. */
export type StoredRow = [number: number, cells: StoredCell[]]
export type StoredCell = [column: number, text: string, isNumber: 0 | 1, across?: number, down?: number]

/** The most that a grid takes of a file; beyond it is cut, and the screen says so. */
export const gridLimits = {
  sheets: 500,
  /** Of all sheets together, empty ones between others too. */
  rows: 2_000_000,
  /** Of one sheet, visible. */
  columns: 1_024,
  /** Places in the rows of all sheets together, up to the last one of a row that holds something. */
  cells: 20_000_000,
  /** Characters of one cell: as many as the programs themselves allow. */
  cellText: 32_767,
  /** Characters of one row. */
  rowText: 1_000_000,
  /** Characters of all sheets together. */
  text: 300_000_000,
} as const

/** One screen: so many rows, fewer where they are wide or long. */
export const screenLimits = { rows: 500, cells: 25_000, text: 1_000_000 } as const

export const gridMediaType = 'application/vnd.strongroom.grid'

/** The letters over a column, from 0: A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  const letter = String.fromCharCode(65 + (column % 26))
  return rest === 0 ? letter : columnLetters(rest - 1) + letter
}
