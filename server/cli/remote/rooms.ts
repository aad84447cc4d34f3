import type { Command } from 'commander'
import { answering } from '#server/cli/answer.ts'
import { columns } from '#server/cli/columns.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Connection, shown } from './connection.ts'
import { itemsIn, placeAt, roomsOf } from './rooms-there.ts'

/** `rooms` and `ls`. */
export function addRoomsCommands(remote: Command): void {
  const rooms = remote
    .command('rooms')
    .description('list your data rooms')
    .addHelpText('after', '\nExample:\n  strongroom remote rooms')
  answering(rooms, async () => {
    const found = await roomsOf(await Connection.open())
    const rows = found.map((room) => [
      room.ShareGuid,
      shown(room.DocumentPath ?? '(accept its terms first)'),
      shown(room.UserEmail),
    ])
    const lines = rows.length > 0 ? columns([['ID', 'Name', 'Owner'], ...rows]) : ['You have no data rooms.']
    return { lines, data: found }
  })
  const list = remote
    .command('ls')
    .description('list a folder of a data room')
    .argument('<room>', 'ROOM or ROOM/PATH: a data room by name or ID, and what is in it')
    .addHelpText('after', '\nExample:\n  strongroom remote ls "Project Atlas/Legal"')
  answering(list, async (typed: string) => {
    const connection = await Connection.open()
    const place = await placeAt(connection, typed)
    const items = place.item && !place.item.IsFolder ? [place.item] : await itemsIn(connection, place)
    const rows = items.map(({ ShareTime, Size, IsFolder, DocumentPath }) => [
      ShareTime.slice(0, 10),
      Size === null ? '' : fileSize(Size),
      shown(DocumentPath) + (IsFolder ? '/' : ''),
    ])
    return { lines: columns(rows), data: items }
  })
}
