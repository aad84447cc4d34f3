import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { CellValue } from 'exceljs'
import type { SheetWriter } from 'exceljs/lib/stream/xlsx/workbook-writer.js'
import type { Cell, Table } from './table.ts'

/** A sheet of Excel has room for 1,048,576 rows; the next ones go to another. */
const maxRows = 1_000_000
/** Rows between two pauses, in which others have their turn. */
const batchSize = 50
/** Bytes that wait for a slow reader, and bytes of a sheet that wait to be compressed. */
const [maxWaiting, maxUncompressed] = [65_536, 262_144]
/** The head stays in view. */
const look = { views: [{ state: 'frozen' as const, ySplit: 1 }] }
const timeFormat = 'yyyy-mm-dd hh:mm:ss'

/**
 * Tables as an Excel workbook, a sheet each (docs/decisions/0032-exports.md). It is made while it is sent: memory does
 * not grow with the rows. Text is stored as text, so that a cell beginning with `=` is no formula.
 */
export async function* workbookOf(tables: readonly Table[]): AsyncGenerator<Buffer> {
  const out = new PassThrough({ highWaterMark: maxWaiting })
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
  // Loaded with the first export, no more of it than is used: no one who makes none pays for it.
  const { default: Writer } = await import('exceljs/lib/stream/xlsx/workbook-writer.js')
  const book = new Writer({ stream: out, useStyles: true, useSharedStrings: false })
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
      if (count % batchSize === 0) await caughtUp(sheet, out)
    }
    sheet.commit()
  }
  await book.commit()
}

function begin(sheet: SheetWriter, { head }: Table) {
  if (head.length === 0) return sheet
  sheet.columns = head.map((name) => ({ width: Math.min(Math.max(name.length + 2, 14), 40) }))
  const row = sheet.addRow([...head])
  row.font = { bold: true }
  row.commit()
  return sheet
}

/**
 * Waits until what was written of a sheet is compressed, and so sent: the library itself writes to a queue without a
 * limit, however slow the processor or the reader is.
 */
async function caughtUp({ stream }: SheetWriter, out: PassThrough): Promise<void> {
  const [queue] = stream.pipes
  if (!queue) throw new Error('exceljs no longer compresses a sheet as it is written')
  await setImmediate()
  while (queue._writableState.length > maxUncompressed && !out.destroyed) {
    await new Promise<void>((resolve) => {
      const go = () => {
        queue.off('drain', go)
        out.off('close', go)
        resolve()
      }
      queue.once('drain', go)
      out.once('close', go)
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

function valueOf(cell: Cell): CellValue {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return textOf(cell)
  if ('moment' in cell) return new Date(cell.moment)
  return plainFigure.test(cell.figure) ? Number(cell.figure) : textOf(cell.figure)
}

/** More characters in a cell make Excel call the workbook damaged. */
const maxText = 32_767
/** What no XML may have: a program stops reading there. People name files as they like. */
// oxlint-disable-next-line no-control-regex
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
/** Text as programs read it back; blanks at its ends are kept only in text that has a look of its own. */
function textOf(text: string): CellValue {
  const safe = text.slice(0, maxText).toWellFormed().replaceAll(notXml, '\ufffd')
  return safe === safe.trim() ? safe : { richText: [{ text: safe }] }
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
