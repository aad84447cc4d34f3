/**
 * A spreadsheet as an HTML grid shows it: its values and their style, for what its pages show. It is stored as one
 * object: screens of rows one after the other, each deflated JSON, then the index, then a trailer that gives the length
 * of the index. So a reader of one screen opens the end of the object and that screen, however large it is.
 */
export type GridIndex = {
  sheets: GridSheet[]
  /** Whether the file has more sheets than are here. */
  hasMoreSheets: boolean
  /** The styles of cells; each refers to one by its position here. The first is plain. */
  looks: GridLook[]
}

export type GridSheet = {
  name: string
  /** Which columns of the program these are, from 0; hidden ones are not among them. */
  columns: number[]
  /** Visible rows, empty ones between others counted. */
  rows: number
  screens: GridScreenEntry[]
  /** What was left out, because it is too large, or not text. */
  cut: GridCut[]
}

export type GridCut = 'rows' | 'columns' | 'text' | 'drawings'

/** `at` and `length` in bytes of the object; `first` and `last` are row numbers of the program, from 1. */
export type GridScreenEntry = { at: number; length: number; rows: number; first: number; last: number }

/** The style of a cell, or a part of its text. Colours are `#rrggbb`; nothing here is the document's own vocabulary. */
export type GridLook = {
  fill?: string
  ink?: string
  /** False of a part of text only: as if the cell were not. */
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  align?: GridAlign
  edges?: GridEdges
}

export const gridAligns = ['left', 'center', 'right', 'justify'] as const
export type GridAlign = (typeof gridAligns)[number]
export const gridSides = ['top', 'right', 'bottom', 'left'] as const
export type GridSide = (typeof gridSides)[number]
export type GridEdge = { colour: string; isThick: boolean }
export type GridEdges = Partial<Record<GridSide, GridEdge>>

/** `fill` is how the columns look from a place on that have no cells any more. */
export type GridRow = { number: number; cells: GridCell[]; fill: GridFill | null }

export type GridFill = { from: number; look: number }

export type GridCell = {
  /** Which of the visible columns, from 0. */
  column: number
  /** As the program shows it; lines of one cell are separated by line ends. Empty if only its style is shown. */
  text: string
  /** Whether it is a number, a date or a time. */
  isNumber: boolean
  look: number
  /** Visible columns that the cell takes. */
  across: number
  /** Rows that it spans, including hidden ones. */
  down: number
  parts: GridPart[]
}

/** A part of a cell's text with another style or a link; `from` and `to` in characters. They do not overlap. */
export type GridPart = { from: number; to: number; look: number; href?: string }

/** As a row is stored: most cells are short tuples. */
export type StoredRow = [number, cells: StoredCell[], fill?: GridFill]
export type StoredCell = [
  column: number,
  text: string,
  isNumber: 0 | 1,
  look?: number,
  across?: number,
  down?: number,
  parts?: GridPart[],
]

/** The most that a grid takes from a file; beyond it is cut, and the screen says so. */
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
  /** Parts of one cell that are kept distinct. */
  parts: 200,
  /** Different looks; further cells are plain. */
  looks: 4_000,
  /** Characters of one row, addresses of its links among them. */
  rowText: 1_000_000,
  /** Characters of all sheets together. */
  text: 300_000_000,
} as const

/** One screen: this many rows, fewer if they are wide or long. */
export const screenLimits = { rows: 500, cells: 25_000, text: 1_000_000 } as const

/** For the format above, and no other: a grid in an earlier format is remade. */
export const gridMediaType = 'application/vnd.strongroom.grid.2'

/** The letters over a column, from 0: A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = Math.floor(column / 26)
  const letter = String.fromCharCode(65 + (column % 26))
  return rest === 0 ? letter : columnLetters(rest - 1) + letter
}
