import { useActionData, useLoaderData } from '@remix-run/react'
import {
  chosenItemsForm,
  moveForm,
  movesIn,
  orderForm,
  orderStepForm,
  removeForm,
  renameForm,
  sortForm,
  zipAct,
} from '#server/rooms/tree/arrange-forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'
import { href, routes } from '#app/routes.ts'
import { ArrangePage, type ArrangeView } from './arrange.tsx'
import { action as submit, guarded, intent, once } from '#app/request/action.server.ts'
import { removalConsequences, unknownItem } from '#app/rooms/shared/arrange.server.ts'
import { orderToChange, ordered, placeToChoose, placeEach, type Arranging } from './arrange-places.server.ts'
import { doneToEach } from '#app/view-models/bulk.server.ts'
import { chosenIn, packed } from '#app/rooms/shared/chosen-items.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { titled } from '#app/request/titled.ts'

export const loader = load(routes.rooms.arrange, 'member can arrange', async (context) => {
  const { room } = context
  const { all: rooms } = context.services.rooms
  const folder = await rooms.item(room, context.params.ParentGuid)
  return {
    view: await viewOf(context),
    head: await roomHead(context, room, { here: 'files' }),
    here: context.url.pathname,
    back: { to: folderPath(room, folder.item.guid), label: folder.item.name || room.name },
  }
})

async function viewOf(context: Arranging): Promise<ArrangeView | null> {
  const act = context.url.searchParams.get('act')
  try {
    if (act === 'order') return await orderToChange(context)
    if (act === 'move' || act === 'copy') return await placeToChoose(context, act)
    return await itemsToArrange(context, act)
  } catch (error) {
    // After a form there may be nothing left to ask.
    if (context.posted && error instanceof Problem) return null
    throw error
  }
}

async function itemsToArrange(context: Arranging, act: string | null): Promise<ArrangeView> {
  if (act !== 'rename' && act !== 'remove') throw new Problem('notFound')
  const items = await context.services.rooms.arranging.found(
    context.identity,
    context.params.RoomGuid,
    chosenIn(context.url),
  )
  const listed = items.map(({ item }) => ({ guid: item.guid, name: item.name }))
  if (act === 'rename') return { act, item: listed[0]!, isFile: items[0]!.item.kind === 'file' }
  return { act, items: listed, consequences: removalConsequences(items) }
}

/** What leads on to a question about the items here. */
const acts = {
  'Move …': 'move',
  'Copy …': 'copy',
  'Rename …': 'rename',
  'Move to trash …': 'remove',
} as const

export const action = submit(routes.rooms.arrange, 'member can arrange', {
  // It leads to the page that asks, which is behind the guard.
  chosen: guarded(
    routes.rooms.arrange,
    'anyone',
    intent(chosenItemsForm, async ({ form: { act, item }, params }) => {
      const items = packed(item)
      if (act === zipAct) return href(routes.rooms.zip, params, { items })
      return href(routes.rooms.arrange, params, { act: acts[act], items })
    }),
  ),
  rename: once(renameForm, async ({ form, identity, room, ...context }) => {
    const name = await context.services.rooms.arranging.rename(
      identity,
      room.guid,
      form.item,
      form.name,
      context.client,
    )
    return goWithNotice(
      context.visitor,
      folderPath(room, context.params.ParentGuid),
      `Renamed to ${name}.`,
      'good',
    )
  }),
  remove: once(removeForm, async ({ form, identity, room, ...context }) => {
    const { all: rooms, arranging } = context.services.rooms
    const names = async (guid: string) => (await rooms.item(room, guid)).item.name
    const done = await doneToEach(
      { chosen: form.item, heading: 'Moved to trash', names, unknown: unknownItem },
      async (guid) => {
        await arranging.remove(identity, room.guid, guid, context.client)
        return `In trash for ${trashDays} days.`
      },
    )
    return Response.json(done)
  }),
  move: once(moveForm, ({ form, ...context }) => placeEach(context, form, 'move')),
  copy: once(moveForm, ({ form, ...context }) => placeEach(context, form, 'copy')),
  order: once(orderForm, async ({ form, ...context }) =>
    ordered(context, { mark: form.mark, moves: movesIn(form) }),
  ),
  orderStep: once(orderStepForm, async ({ form, ...context }) =>
    ordered(context, { mark: form.mark, moves: [{ guid: form.item, place: form.place }] }),
  ),
  sort: once(sortForm, async ({ form, ...context }) =>
    ordered(context, { mark: form.mark, moves: 'by name' }),
  ),
})

export const meta = titled<typeof loader>((data) => `Arrange ${data.back.label}`)

export default function Arrange() {
  const page = useLoaderData<typeof loader>()
  return <ArrangePage {...page} answer={useActionData<unknown>()} />
}
