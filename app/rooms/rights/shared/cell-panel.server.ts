import { rightName, sourceLabel } from '#server/rules/rooms/room-right-labels.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { HolderCell } from '#server/rooms/rights/rights.ts'
import { href, routes } from '#app/routes.ts'
import type { ShownPanel } from './cell-panel.tsx'
import { shownCell } from './right-cells.server.ts'
import { namesIn } from './rights-page.server.ts'

/**
 * What one person or group has on one folder, ready to display; `close` is the page without it, `isOfMap` whether that
 * shows other people.
 */
export function shownPanel(
  room: RoomAccess,
  { holder, path, item, cell }: HolderCell,
  { close, isOfMap }: { close: string; isOfMap: boolean },
): ShownPanel {
  const nameOf = namesIn(room, path)
  const isRoot = item.guid === room.guid
  const { rule, above } = cell
  const who = holder.name || holder.email!
  const RoomGuid = room.guid
  const folder = isRoot ? undefined : (path.at(-2)?.guid ?? undefined)
  const ofMember = { RoomGuid, Member: holder.guid }
  const inFolder = { folder: isRoot || !item.isFolder ? undefined : item.guid }
  return {
    heading: `${who} in ${isRoot ? 'the whole room' : item.name}`,
    holder: holder.guid,
    item: item.guid,
    cell: shownCell(cell, holder, { ...item, isRoot }, nameOf),
    otherwise:
      rule === null
        ? null
        : `Without it: ${rightName(above.right)}, ${sourceLabel(above, item.guid, nameOf)}.`,
    close,
    links: [
      ...(holder.kind === 'member'
        ? [
            ...(isRoot
              ? []
              : [
                  {
                    label: 'Why? Action by action',
                    to: href(routes.rooms.rights.explain, { ...ofMember, ShareGuid: item.guid }),
                  },
                ]),
            {
              label: `View as ${who}`,
              to: href(routes.rooms.rights.viewAs, ofMember, inFolder),
              isView: true,
            },
          ]
        : []),
      ...(isOfMap
        ? [
            {
              label: `All folders of ${who}`,
              to: href(
                routes.rooms.rights.holder,
                { RoomGuid, Holder: holder.guid },
                { folder: folder === room.guid ? undefined : folder },
              ),
            },
          ]
        : []),
    ],
  }
}
