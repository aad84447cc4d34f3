import { formatIn, sendTables } from '#server/http/tables/send-table.ts'
import type { RoomExporter, RoomExport } from '#server/viewing/exports/room-exports.ts'
import { everything } from '#server/viewing/exports/filter.ts'
import { inBothVersions, roomAt, type RoomAsked } from './room-calls.ts'

/** What is recorded about a room as an Excel workbook, for its owner and co-owners. */
export const roomExportCalls = [
  ...inBothVersions('GET', 'folder/export/excel/{RootGuid}', {
    isRaw: true,
    run: (asked) =>
      send(asked, 'activity', (exporter) =>
        asked.services.viewing.roomExports.activity(exporter, everything),
      ),
  }),
  ...inBothVersions('GET', 'folder/recipient-list/excel/{RootGuid}', {
    isRaw: true,
    run: (asked) =>
      send(asked, 'members', (exporter) => asked.services.viewing.roomExports.members(exporter)),
  }),
]

async function send(
  asked: RoomAsked<'folder/export/excel/{RootGuid}'>,
  what: string,
  make: (exporter: RoomExporter) => Promise<RoomExport>,
): Promise<Response> {
  const { identity, user, parameters, request } = asked
  const { guid: roomGuid } = await roomAt(asked, parameters.RootGuid)
  const { room, tables } = await make({ identity, roomGuid, timeZone: user.timeZone })
  return sendTables(request, `${room.name} ${what}`, tables, formatIn(request))
}
