import { counted } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { powersLabel } from '#server/rules/rooms/room-right-labels.ts'
import { powersOf } from '#server/rules/rooms/room-rights.ts'
import type { FolderAs } from '#server/rooms/rights/view-as.ts'
import { href, routes } from '#app/routes.ts'
import type { FolderRow } from '#app/rooms/shared/folder-table.tsx'
import { countedAtMost, maxCounted } from '#app/request/counted-at-most.server.ts'
import { pageNumber, type RequestContext, type ContextAt } from '#app/request/loader.server.ts'
import { insideText } from '#app/rooms/shared/room-folder.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { shownItem } from '#app/rooms/shared/room-row.server.ts'
import { refusalLabel } from '#app/rooms/rights/shared/explain-labels.server.ts'

/** A folder as one of the room's members has it in the same list, for people who manage the room. */
export async function roomViewedAs(context: ContextAt<'rooms.rights.viewAs', 'member can manage'>) {
  const { room, identity } = context
  const { RoomGuid: guid, Member: member } = context.params
  const requested = context.url.searchParams.get('folder') ?? guid
  const seen = await context.services.rooms.viewAs.folder(room, member, requested)
  const { as, place, filesInRoom } = seen
  const folder = requested === guid ? undefined : requested
  const here = (query: { folder?: string | undefined; page?: number }) =>
    href(routes.rooms.rights.viewAs, { RoomGuid: guid, Member: member }, query)
  const page = pageNumber(context.url)
  const list = await listOf(context, seen, page, identity.user?.timeZone ?? 'UTC')
  const hasNext = list.total > page * rowsOnScreen && list.rows.length === rowsOnScreen
  const { email } = as.member
  const trail = (place?.path ?? []).map(({ guid: step, name }) => ({
    label: step === guid ? `View as ${email}` : name,
    to: here({ folder: step === guid ? undefined : step }),
  }))
  return {
    email,
    head: await roomHead(context, room, { here: 'rights' }),
    title: trail.at(-1)?.label ?? `View as ${email}`,
    crumbs: trail.slice(0, -1),
    leave: href(routes.rooms.rights.holder, { RoomGuid: guid, Holder: member }, { folder }),
    refusal: as.refusal === null ? null : refusalLabel(as.refusal, as.member),
    filesInRoom: counted(filesInRoom, 'file'),
    rows: list.rows.map((row) => ({
      ...row,
      to:
        row.kind === 'folder'
          ? here({ folder: row.guid })
          : row.to && href(routes.reading.view, { ShareGuid: row.guid }),
      may: {
        words: permissionsText(seen, row.guid),
        why: href(routes.rooms.rights.explain, { RoomGuid: guid, Member: member, ShareGuid: row.guid }),
      },
    })),
    previous: page > 1 ? here({ folder, page: page - 1 }) : null,
    next: hasNext ? here({ folder, page: page + 1 }) : null,
    where: `Page ${page}, ${countedAtMost(list.total, 'item')}`,
  }
}

type Listed = { rows: FolderRow[]; total: number }

async function listOf(
  context: RequestContext,
  { place }: FolderAs,
  page: number,
  timeZone: string,
): Promise<Listed> {
  if (place === null) return { rows: [], total: 0 }
  const { room } = place
  const range = { page, pageSize: rowsOnScreen, sort: 'order' as const, news: null, countTo: maxCounted }
  const { rows, total, places } = await context.services.rooms.listing.list(place, range)
  if (page > 1 && rows.length === 0) throw new Problem('notFound')
  const shown = rows.map((row) => ({
    ...shownItem(row, { room, timeZone, now: context.now, mayAdd: false }),
    number: room.showsIndex ? [...places, row.place].join('.') : '',
    inside: row.inside === null ? '' : insideText(row.inside, null),
    mayChoose: false,
    retry: null,
  }))
  return { rows: shown, total }
}

function permissionsText({ as, rights }: FolderAs, itemGuid: string): string {
  const right = rights.get(itemGuid) ?? 0
  return right === 0 ? 'Shown only because of items inside' : powersLabel(powersOf(right, as.room.allowance))
}
