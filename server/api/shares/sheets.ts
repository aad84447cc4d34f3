import { z } from 'zod'
import { sendMade } from '#server/http/bytes/bytes.ts'
import { csvLine, type CsvCell } from '#server/rules/text/csv.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { viewOf } from '#server/rules/reading/view-as.ts'
import type { OpenGrid } from '#server/viewing/reading/grids.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import { readerLines } from '#server/viewing/reading/watermark.ts'
import { call, type Asked, type Caller } from '#server/api/table.ts'

const sheetNumber = z.coerce.number().int().min(1).max(10_000).catch(0)

export const sheetCalls = [
  call('GET /v1/viewxlsx/{shareGuid}{viewAs}', {
    isRaw: true,
    async run(asked) {
      const { shareGuid, viewAs } = asked.parameters
      const view = viewOf(viewAs)
      if (!view) throw new Problem('viewRefused')
      await lookAs(asked.services.viewing.pages, asked.identity, shareGuid, view)
      return sendSheet(asked, shareGuid)
    },
  }),
]

type RequestDraft = Pick<Asked<string, unknown> & Caller, 'services' | 'identity' | 'request' | 'client'>

/** One sheet of a spreadsheet as CSV, counted as a download. Throws what the policy says. */
export async function sendSheet(
  { services, identity, request, client }: RequestDraft,
  shareGuid: string,
): Promise<Response> {
  const sheet = sheetNumber.parse(new URL(request.url).searchParams.get('sheet') ?? '1')
  const grid = await services.viewing.grids.open(identity, shareGuid, sheet, client)
  const reader = [...readerLines(grid.found, client), utcMinute(services.clock())].join(' · ')
  const name = `${grid.found.file.name.replace(/\.[^.]*$/, '')}-${sheet}.csv`
  const answer = sendMade(request, () => csvOf(grid, reader), {
    name,
    mediaType: 'text/csv; charset=utf-8',
  })
  if (request.method === 'GET')
    await services.viewing.pages.noteDownload(grid.found, client, { isPart: false })
  return answer
}

/** The visible values, a screen at a time; the last line says who has them. */
async function* csvOf({ screens }: OpenGrid, reader: string): AsyncGenerator<Buffer> {
  for await (const rows of screens()) {
    const lines = rows.map(({ cells }) => {
      const values: CsvCell[] = []
      // Empty cells are here for what they look like.
      for (const { column, text, isNumber } of cells.filter((cell) => cell.text !== '')) {
        while (values.length < column) values.push('')
        values.push(isNumber ? { figure: text } : text)
      }
      return csvLine(values)
    })
    yield Buffer.from(lines.join(''))
  }
  yield Buffer.from(csvLine([`Read by ${reader}`]))
}
