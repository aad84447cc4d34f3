import { formatIn, sendTables } from '#server/http/tables/send-table.ts'
import { timeColumns, type Table } from '#server/http/tables/table.ts'
import type { AcceptanceRecord } from '#server/viewing/records/acceptance-records.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { textLabel } from './terms-records.server.ts'

/** Who accepted the terms of a share or of a room, as an Excel workbook or CSV. */
export function sendAcceptances(
  { request }: Pick<RequestContext, 'request'>,
  guid: string,
  timeZone: string,
  records: AsyncIterable<AcceptanceRecord>,
): Response {
  const table = acceptanceTable(timeZone, records)
  return sendTables(request, `terms-${guid.slice(0, 8)}`, [table], formatIn(request))
}

function acceptanceTable(timeZone: string, records: AsyncIterable<AcceptanceRecord>): Table {
  const { head, cells } = timeColumns(timeZone)
  return {
    name: 'Acceptances',
    head: ['Address', 'Name given', ...head('Accepted'), 'Text', 'SHA-256', 'Network address', 'Browser'],
    async *rows() {
      for await (const row of records) {
        const { email, saysName, acceptedAt, teamVersion, sha256, ip, userAgent } = row
        const who = [email ?? 'Link visitor', saysName ?? '']
        yield [...who, ...cells(acceptedAt), textLabel(teamVersion), sha256, ip, userAgent]
      }
    },
  }
}
