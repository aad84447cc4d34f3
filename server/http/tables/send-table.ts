import { sendMade } from '#server/http/bytes/bytes.ts'
import { csvOf, type Table, type TableFormat } from './table.ts'
import { workbookOf } from './workbook.ts'

const mediaTypes: Record<TableFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Tables as a download: all of them as a workbook, or the first as CSV. `name` is without an ending. */
export function sendTables(
  request: Request,
  name: string,
  tables: readonly [Table, ...Table[]],
  format: TableFormat,
): Response {
  const begin = () => (format === 'xlsx' ? workbookOf(tables) : csvOf(tables[0]))
  return sendMade(request, begin, { name: `${name}.${format}`, mediaType: mediaTypes[format] })
}

/** The format that an address asks for: Excel if it says nothing else. */
export function formatIn(request: Request): TableFormat {
  return new URL(request.url).searchParams.get('format') === 'csv' ? 'csv' : 'xlsx'
}
