import type { LoaderFunctionArgs } from '@remix-run/node'
import { downloadHeaders, streamOf } from '#server/http/bytes.ts'
import { contentDisposition } from '#server/http/disposition.ts'
import { csvLine } from '#server/rules/csv.ts'
import type { AcceptanceRecord } from '#server/viewing/acceptance-records.ts'
import { bytesLoader } from '../../web/bytes.server.ts'
import { requireUser } from '../../web/loader.server.ts'
import { textLabel } from '../../web/terms-records.server.ts'

/** Who accepted the terms of a share, for its owner, as CSV. Times are UTC. */
export const loader: (received: LoaderFunctionArgs) => Promise<Response> = bytesLoader(async (given) => {
  const user = await requireUser(given)
  const guid = given.params['ShareGuid'] ?? ''
  const records = await given.services.acceptanceRecords.all(user, guid)
  const headers = {
    ...downloadHeaders,
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': contentDisposition('attachment', `terms-${guid.slice(0, 8)}.csv`),
  }
  if (given.request.method === 'HEAD') return new Response(null, { headers })
  return new Response(
    streamOf(() => linesOf(records)),
    { headers },
  )
})

async function* linesOf(records: AsyncIterable<AcceptanceRecord>): AsyncGenerator<Buffer> {
  // Spreadsheets take a file for UTF-8 by this mark.
  const head = ['Address', 'Name given', 'Accepted (UTC)', 'Text', 'SHA-256', 'Network address', 'Browser']
  yield Buffer.from(`\ufeff${csvLine(head)}`)
  for await (const row of records) {
    const { email, saysName, acceptedAt, teamVersion, sha256, ip, userAgent } = row
    const at = new Date(acceptedAt).toISOString()
    const cells = [email ?? 'Link visitor', saysName ?? '', at, textLabel(teamVersion), sha256, ip, userAgent]
    yield Buffer.from(csvLine(cells))
  }
}
