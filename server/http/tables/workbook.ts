import { setImmediate } from 'node:timers/promises'
import { PassThrough } from 'node:stream'
import type { Worksheet } from 'exceljs'
import type { Cell, Table } from './table.ts'

/** A sheet of Excel has room for 1,048,576 rows; the next ones go to another. */
const maxRows = 1_000_000
/** Rows between two pauses: the library queues what it writes, and so keeps up with what is read. */
const rowsAtOnce = 50
/** Bytes that wait for a slow reader. */
const mostWaiting = 65_536
/** The head stays in view. */
const look = { views: [{ state: 'frozen' as const, ySplit: 1 }] }
const timeFormat = 'yyyy-mm-dd hh:mm:ss'

/**
 * Tables as an Excel workbook, a sheet each (docs/decisions/0032-exports.md). It is made while it is sent: memory does
 * not grow with the rows. Text is stored as text, so that a cell beginning with `=` is no formula.
 */
export async function* workbookOf(tables: readonly Table[]): AsyncGenerator<Buffer> {
  const out = new PassThrough({ highWaterMark: mostWaiting })
  const written = write(tables, out).catch((error: unknown) => {
    out.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    for await (const bytes of out) yield bytes as Buffer
  } finally {
    out.destroy()
    await written
  }
}

async function write(tables: readonly Table[], out: PassThrough): Promise<void> {
  // Loaded with the first export: no one who makes none pays for it.
  const { default: excel } = await import('exceljs')
  const book = new excel.stream.xlsx.WorkbookWriter({ stream: out, useStyles: true, useSharedStrings: false })
  const names = sheetNames()
  for (const table of tables) {
    let number = 1
    let count = 0
    let sheet = begin(book.addWorksheet(names(table.name), table.head.length > 0 ? look : {}), table)
    for await (const row of table.rows()) {
      if (out.destroyed) return
      if (count === maxRows) {
        sheet.commit()
        number++
        count = 0
        sheet = begin(book.addWorksheet(names(`${table.name.slice(0, 26)} ${number}`), look), table)
      }
      count++
      const added = sheet.addRow(row.map(valueOf))
      for (const [at, cell] of row.entries()) {
        const format = formatOf(cell)
        if (format) added.getCell(at + 1).numFmt = format
      }
      added.commit()
      if (count % rowsAtOnce === 0) await caughtUp(out)
    }
    sheet.commit()
  }
  await book.commit()
}

function begin(sheet: Worksheet & { commit(): void }, { head }: Table) {
  if (head.length === 0) return sheet
  sheet.columns = head.map((name) => ({ width: Math.min(Math.max(name.length + 2, 14), 40) }))
  const row = sheet.addRow([...head])
  row.font = { bold: true }
  row.commit()
  return sheet
}

async function caughtUp(out: PassThrough): Promise<void> {
  await setImmediate()
  while (out.writableLength > mostWaiting && !out.destroyed) {
    await new Promise<void>((resolve) => {
      const go = () => {
        out.off('drain', go).off('close', go)
        resolve()
      }
      out.once('drain', go).once('close', go)
    })
  }
}

/** A number that is displayed with as many decimals as a cell says; anything else a program displays is text. */
const plainFigure = /^-?(?:0|[1-9]\d{0,14})(?:\.(\d{1,10}))?$/

/** The number format of a cell that needs one. */
function formatOf(cell: Cell): string | null {
  if (cell === null || typeof cell !== 'object') return null
  if ('moment' in cell) return timeFormat
  const decimals = plainFigure.exec(cell.figure)?.[1]
  return decimals === undefined ? null : `0.${'0'.repeat(decimals.length)}`
}

function valueOf(cell: Cell): string | number | Date | null {
  if (cell === null || typeof cell !== 'object') return cell
  if ('moment' in cell) return new Date(cell.moment)
  return plainFigure.test(cell.figure) ? Number(cell.figure) : cell.figure
}

const maxSheetName = 31

/** Names that Excel accepts for its sheets, each once: it has no use for the characters of paths and references. */
function sheetNames(): (wanted: string) => string {
  const taken = new Set<string>()
  return (wanted) => {
    const plain =
      wanted
        .replaceAll(/[[\]:*?/\\]|^'|'$/g, ' ')
        .trim()
        .slice(0, maxSheetName) || 'Sheet'
    let name = plain
    for (let number = 2; taken.has(name.toLowerCase()); number++) {
      const end = ` ${number}`
      name = plain.slice(0, maxSheetName - end.length) + end
    }
    taken.add(name.toLowerCase())
    return name
  }
}
