import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Placed } from '#server/rules/rooms/room-order.ts'
import { href, routes } from '#app/routes.ts'
import type { OrderView, PlaceView } from './arrange-places.tsx'
import { FormAgain } from '#app/request/action.server.ts'
import { unknownItem } from '#app/rooms/shared/arrange.server.ts'
import { doneToEach } from '#app/view-models/bulk.server.ts'
import { chosenIn, packed } from '#app/rooms/shared/chosen-items.server.ts'
import { pageNumber, type ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

/** Someone who can arrange the room. */
export type Arranging = ContextAt<'rooms.arrange', 'member can arrange'>

/** The page that asks where to: one folder of the room with those in it, as links. */
export async function placeToChoose(context: Arranging, act: 'move' | 'copy'): Promise<PlaceView> {
  const { room, identity, params: place } = context
  const chosen = chosenIn(context.url)
  const { all: rooms, arranging } = context.services.rooms
  const found =
    act === 'move'
      ? await arranging.found(identity, room.guid, chosen)
      : await Promise.all(chosen.map((guid) => rooms.item(room, guid).catch(() => null)))
  const items = found.flatMap((each) => (each ? [{ guid: each.item.guid, name: each.item.name }] : []))
  if (items.length === 0) throw new Problem('notFound')
  const to = context.url.searchParams.get('to') ?? place.RoomGuid
  const { path, mayPut, folders } = await context.services.rooms.moving.choices(identity, room.guid, to)
  const page = pageNumber(context.url)
  const linkTo = (guid: string, number?: number) =>
    href(routes.rooms.arrange, place, { act, items: packed(chosen), to: guid, page: number })
  const shown = folders.slice((page - 1) * rowsOnScreen, page * rowsOnScreen)
  const moved = new Set(chosen)
  return {
    act,
    items,
    to,
    mayPut,
    path: path.map(({ guid, name }) => ({ name, to: linkTo(guid) })),
    // An item cannot be moved into itself.
    folders: shown.map(({ guid, name }) => ({ guid, name, to: moved.has(guid) ? null : linkTo(guid) })),
    here: linkTo(to, page > 1 ? page : undefined),
    previous: page > 1 ? linkTo(to, page - 1) : null,
    next: folders.length > page * rowsOnScreen ? linkTo(to, page + 1) : null,
    where: `Page ${page}`,
  }
}

type PlaceForm = { item: string[]; to: string; same: 'keep' | 'skip'; seen?: string | undefined }

const outcomes = {
  moved: 'Moved.',
  copied: 'Copied.',
  'there already': 'It’s already there.',
  'left out': 'Skipped. An item with this name already exists there.',
} as const

/** Moves or copies each item; if that shows or hides things, the page says so first and asks for confirmation. */
export async function placeEach(context: Arranging, form: PlaceForm, act: 'move' | 'copy') {
  const { identity, room } = context
  const { all: rooms, moving, copying } = context.services.rooms
  const change = { items: form.item, to: form.to, isCopy: act === 'copy' }
  const affected = await moving.preview(identity, room.guid, change)
  const seen = `${affected.gaining}-${affected.losing}`
  if (affected.gaining + affected.losing > 0 && form.seen !== seen) {
    return new FormAgain({ ...affected, seen, same: form.same })
  }
  const names = async (guid: string) => (await rooms.item(room, guid)).item.name
  const heading = act === 'move' ? 'Moved' : 'Copied'
  const done = await doneToEach({ chosen: form.item, heading, names, unknown: unknownItem }, async (guid) => {
    const service = act === 'move' ? moving.move.bind(moving) : copying.copy.bind(copying)
    return outcomes[await service(identity, room.guid, guid, form, context.client)]
  })
  return Response.json(done)
}

/** The page on which a folder is ordered. */
export async function orderToChange(context: Arranging): Promise<OrderView> {
  const { identity, params: place } = context
  const page = pageNumber(context.url)
  const range = { page, pageSize: rowsOnScreen }
  const list = await context.services.rooms.ordering.page(identity, place.RoomGuid, place.ParentGuid, range)
  if (page > 1 && list.items.length === 0) throw new Problem('notFound')
  const linkTo = (number: number) => href(routes.rooms.arrange, place, { act: 'order', page: number })
  return {
    act: 'order',
    items: list.items,
    total: list.total,
    mark: list.mark,
    mayOrderAll: list.mayOrderAll,
    here: linkTo(page),
    previous: page > 1 ? linkTo(page - 1) : null,
    next: list.total > page * rowsOnScreen ? linkTo(page + 1) : null,
    where: `Page ${page} of ${Math.max(1, Math.ceil(list.total / rowsOnScreen))}`,
  }
}

/** Orders a folder and returns to the page on which that was done. */
export async function ordered(
  context: Arranging,
  { mark, moves }: { mark: string; moves: Placed[] | 'by name' },
): Promise<Response> {
  const { identity, params } = context
  const { RoomGuid, ParentGuid } = params
  const { ordering } = context.services.rooms
  if (moves === 'by name') await ordering.sortByName(identity, RoomGuid, ParentGuid, mark, context.client)
  else await ordering.order(identity, RoomGuid, ParentGuid, { mark, moves }, context.client)
  return goWithNotice(context.visitor, context.url.pathname + context.url.search, 'Order saved.', 'good')
}
