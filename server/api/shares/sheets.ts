import { z } from 'zod'
import { provedEmails } from '#server/accounts/identity.ts'
import { formatIn } from '#server/http/tables/send-table.ts'
import type { Cell, Table } from '#server/http/tables/table.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { viewOf } from '#server/rules/reading/view-as.ts'
import type { GridRow } from '#server/rendering/sheet/grid.ts'
import type { OpenGrid } from '#server/viewing/reading/grids.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import { readerLines } from '#server/viewing/reading/watermark.ts'
import { call, type CallInput, type Caller } from '#server/api/table.ts'

const sheetNumber = z.coerce.number().int().min(1).max(10_000).catch(0)

export const sheetCalls = [
  call('GET /v1/viewxlsx/{shareGuid}{viewAs}', {
    scope: 'read',
    isRaw: true,
    async run(input) {
      const { shareGuid, viewAs } = input.parameters
      const view = viewOf(viewAs)
      if (!view) throw new Problem('viewRefused')
      await lookAs(input.services.viewing.pages, input.identity, shareGuid, view)
      return sendSheet(input, shareGuid)
    },
  }),
]

type RequestDraft = Pick<CallInput<string, unknown> & Caller, 'services' | 'identity' | 'request' | 'client'>

/** The visible values of a spreadsheet as a workbook, or a sheet of it as CSV: a download. Throws what the policy says. */
export async function sendSheet(
  { services, identity, request, client }: RequestDraft,
  shareGuid: string,
): Promise<Response> {
  const format = formatIn(request)
  const requested = new URL(request.url).searchParams.get('sheet')
  const standard = format === 'csv' ? 1 : null
  const sheet = requested === null ? standard : sheetNumber.parse(requested)
  const grid = await services.viewing.grids.open(identity, shareGuid, sheet, client)
  const reader = [...readerLines(grid.found, client), utcMinute(services.clock())].join(' · ')
  const name = grid.found.file.name.replace(/\.[^.]*$/, '') + (sheet === null ? '' : `-${sheet}`)
  const [first, ...others] = grid.sheets.map((one) => tableOf(one, reader))
  const to = { client, person: provedEmails(identity)[0] ?? null }
  const answer = services.exports.downloads.send(request, to, { name, tables: [first!, ...others], format })
  if (request.method === 'GET')
    await services.viewing.pages.noteDownload(grid.found, client, { isPart: false })
  return answer
}

/** The last row says who has the values. */
function tableOf({ name, screens }: OpenGrid['sheets'][number], reader: string): Table {
  return {
    name,
    head: [],
    async *rows() {
      for await (const rows of screens()) for (const row of rows) yield valuesOf(row)
      yield [`Read by ${reader}`]
    },
  }
}

function valuesOf({ cells }: GridRow): Cell[] {
  const values: Cell[] = []
  // Empty cells are here for what they look like.
  for (const { column, text, isNumber } of cells.filter((cell) => cell.text !== '')) {
    while (values.length < column) values.push(null)
    values.push(isNumber ? { figure: text } : text)
  }
  return values
}
