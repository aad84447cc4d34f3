import { setImmediate } from 'node:timers/promises'
import type { ExportFormat } from '#server/rules/product/exported-lists.ts'
import { csvLine, type CsvCell } from '#server/rules/text/csv.ts'

/** A moment as a date and time of day, which the head of its column names the zone of; epoch milliseconds. */
export type Moment = { moment: number }

/** A number as a program displays it, such as `-5.00`. */
export type Figure = { figure: string }

export type Cell = string | number | null | Moment | Figure

/**
 * A table that is written while it is read: `rows` can be very many, each with a cell for every heading. Without a
 * heading the rows are all that there is.
 */
export type Table = { name: string; head: readonly string[]; rows: () => AsyncIterable<readonly Cell[]> }

export type TableFormat = ExportFormat

/** A moment as the clock of a time zone shows it, and under the head of the zone's column; UTC alone is shown once. */
export function timeColumns(timeZone: string) {
  const isUtc = timeZone === 'UTC'
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const local = (at: number) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
  return {
    head: (name: string) => (isUtc ? [`${name} (UTC)`] : [`${name} (UTC)`, `${name} (${timeZone})`]),
    cells(at: number | null): Cell[] {
      if (at === null) return isUtc ? [null] : [null, null]
      return isUtc ? [{ moment: at }] : [{ moment: at }, { moment: local(at) }]
    },
  }
}

/** "2026-11-20 10:53:00". */
function momentText(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Rows between two pauses, in which others get their turn. */
const batchSize = 100

/** A table as CSV, marked as UTF-8 for spreadsheets. A cell that would be a formula is text. */
export async function* csvOf({ head, rows }: Table): AsyncGenerator<Buffer> {
  yield Buffer.from(`\ufeff${head.length > 0 ? csvLine(head) : ''}`)
  let lines: string[] = []
  for await (const row of rows()) {
    lines.push(csvLine(row.map(csvCell)))
    if (lines.length < batchSize) continue
    yield Buffer.from(lines.join(''))
    lines = []
    await setImmediate()
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''))
}

function csvCell(cell: Cell): CsvCell {
  if (cell === null) return ''
  return typeof cell === 'object' && 'moment' in cell ? momentText(cell.moment) : cell
}
