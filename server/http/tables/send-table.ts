import { sendMade } from '#server/http/bytes/bytes.ts'
import { Transfers } from '#server/http/bytes/transfers.ts'
import type { Client } from '#server/http/client.ts'
import { csvOf, type Table, type TableFormat } from './table.ts'
import { workbookOf } from './workbook.ts'

export const mediaTypes: Record<TableFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** A workbook under way takes as much memory as so many files: it is packed while it is read, however slowly. */
const filesInWorkbook = 20

export type TableDownload = {
  /** Without an ending. */
  name: string
  tables: readonly [Table, ...Table[]]
  format: TableFormat
}

/** Tables as downloads: all of them as a workbook, or the first as CSV. */
export class TableDownloads {
  readonly #workbooks: Transfers

  /** How many files can be in transfer at once. */
  constructor(transfers: number) {
    this.#workbooks = new Transfers(Math.ceil(transfers / filesInWorkbook))
  }

  /** `person` is who they have proved to be. Throws Problem tooManyTransfers. */
  send(
    request: Request,
    { client, person }: { client: Client; person: string | null },
    { name, tables, format }: TableDownload,
  ): Response {
    if (format === 'xlsx') this.#workbooks.enter(client, person)
    const begin = () => (format === 'xlsx' ? workbookOf(tables) : csvOf(tables[0]))
    return sendMade(request, begin, { name: `${name}.${format}`, mediaType: mediaTypes[format] })
  }
}

/** The format that an address asks for: Excel if it says nothing else. */
export function formatIn(request: Request): TableFormat {
  return new URL(request.url).searchParams.get('format') === 'csv' ? 'csv' : 'xlsx'
}
