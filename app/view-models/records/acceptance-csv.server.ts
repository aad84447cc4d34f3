import { downloadHeaders, streamOf } from '#server/http/bytes/bytes.ts'
import { contentDisposition } from '#server/http/bytes/disposition.ts'
import { csvLine } from '#server/rules/text/csv.ts'
import type { AcceptanceRecord } from '#server/viewing/records/acceptance-records.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { textLabel } from './terms-records.server.ts'

/** Who accepted the terms of a share or of a room, as CSV. Times are UTC. */
export function acceptanceCsv(
  { request }: RequestContext,
  guid: string,
  records: AsyncIterable<AcceptanceRecord>,
): Response {
  const headers = {
    ...downloadHeaders,
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': contentDisposition('attachment', `terms-${guid.slice(0, 8)}.csv`),
  }
  if (request.method === 'HEAD') return new Response(null, { headers })
  return new Response(
    streamOf(() => linesOf(records)),
    { headers },
  )
}

async function* linesOf(records: AsyncIterable<AcceptanceRecord>): AsyncGenerator<Buffer> {
  // Spreadsheets recognise UTF-8 by this mark.
  const head = ['Address', 'Name given', 'Accepted (UTC)', 'Text', 'SHA-256', 'Network address', 'Browser']
  yield Buffer.from(`\ufeff${csvLine(head)}`)
  for await (const row of records) {
    const { email, saysName, acceptedAt, teamVersion, sha256, ip, userAgent } = row
    const at = new Date(acceptedAt).toISOString()
    const cells = [email ?? 'Link visitor', saysName ?? '', at, textLabel(teamVersion), sha256, ip, userAgent]
    yield Buffer.from(csvLine(cells))
  }
}
