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
  for (const table of tables) {
    let number = 1
    let count = 0
    let sheet = begin(book.addWorksheet(table.name, look), table)
    for await (const row of table.rows()) {
      if (out.destroyed) return
      if (count === maxRows) {
        sheet.commit()
        number++
        count = 0
        sheet = begin(book.addWorksheet(`${table.name} ${number}`, look), table)
      }
      count++
      const added = sheet.addRow(row.map(valueOf))
      for (const [at, cell] of row.entries()) if (isMoment(cell)) added.getCell(at + 1).numFmt = timeFormat
      added.commit()
      if (count % rowsAtOnce === 0) await caughtUp(out)
    }
    sheet.commit()
  }
  await book.commit()
}

function begin(sheet: Worksheet & { commit(): void }, { head }: Table) {
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

function isMoment(cell: Cell): cell is { moment: number } {
  return typeof cell === 'object' && cell !== null
}

function valueOf(cell: Cell): string | number | Date | null {
  return isMoment(cell) ? new Date(cell.moment) : cell
}
