import { formatIn } from '#server/http/tables/send-table.ts'
import { everything } from '#server/viewing/exports/filter.ts'
import { inBothVersions, roomAt, type RoomInput } from './room-calls.ts'

/** What is recorded about a room as an Excel workbook, for its owner and co-owners. */
export const roomExportCalls = [
  ...inBothVersions('GET', 'folder/export/excel/{RootGuid}', {
    scope: 'read',
    isRaw: true,
    run: (input) => send(input, 'roomActivity'),
  }),
  ...inBothVersions('GET', 'folder/recipient-list/excel/{RootGuid}', {
    scope: 'read',
    isRaw: true,
    run: (input) => send(input, 'members'),
  }),
]

/** However long it is: a program waits. */
async function send(
  input: RoomInput<'folder/export/excel/{RootGuid}'>,
  list: 'roomActivity' | 'members',
): Promise<Response> {
  const { client, identity, parameters, request, services, user } = input
  const { guid } = await roomAt(input, parameters.RootGuid)
  const { lists, downloads } = services.exports
  const { name, tables } = await lists.find(identity, { list, of: guid, filter: everything })
  const to = { client, person: user.email }
  const answer = downloads.send(request, to, { name, tables, format: formatIn(request) })
  await lists.record(identity, { list, of: guid })
  return answer
}
