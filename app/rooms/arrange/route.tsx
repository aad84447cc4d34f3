import type { MetaFunction } from '@remix-run/node'
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
} from '#server/rooms/tree/arrange-forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product/product.ts'
import { trashDays } from '#server/rules/sharing/bin.ts'
import { href, routes } from '#app/routes.ts'
import { ArrangePage, type Asked } from './arrange.tsx'
import { action as submit, guarded, intent, once } from '#app/request/action.server.ts'
import { removalConsequences, unknownItem } from '#app/rooms/shared/arrange.server.ts'
import { orderAsked, ordered, placeAsked, placeEach, type Arranging } from './arrange-places.server.ts'
import { doneToEach } from '#app/view-models/bulk.server.ts'
import { chosenIn, packed } from './chosen-items.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

export const loader = load(routes.rooms.arrange, 'member can arrange', async (given) => {
  const { room } = given
  const { all: rooms } = given.services.rooms
  const folder = await rooms.item(room, given.params.ParentGuid)
  return {
    asked: await askedOf(given),
    head: roomHead(given, room, { here: 'files' }),
    here: given.url.pathname,
    back: { to: folderPath(room, folder.item.guid), label: folder.item.name || room.name },
  }
})

async function askedOf(given: Arranging): Promise<Asked | null> {
  const act = given.url.searchParams.get('act')
  try {
    if (act === 'order') return await orderAsked(given)
    if (act === 'move' || act === 'copy') return await placeAsked(given, act)
    return await itemsAsked(given, act)
  } catch (error) {
    // After a form there may be nothing left to ask.
    if (given.posted && error instanceof Problem) return null
    throw error
  }
}

async function itemsAsked(given: Arranging, act: string | null): Promise<Asked> {
  if (act !== 'rename' && act !== 'remove') throw new Problem('notFound')
  const items = await given.services.rooms.arranging.found(
    given.identity,
    given.params.RoomGuid,
    chosenIn(given.url),
  )
  const listed = items.map(({ item }) => ({ guid: item.guid, name: item.name }))
  if (act === 'rename') return { act, item: listed[0]!, isFile: items[0]!.item.kind === 'file' }
  return { act, items: listed, consequences: removalConsequences(items) }
}

const acts = { 'Move …': 'move', 'Copy …': 'copy', 'Rename …': 'rename', 'Delete …': 'remove' } as const

export const action = submit(routes.rooms.arrange, 'member can arrange', {
  // It leads to the page that asks, which is behind the guard.
  chosen: guarded(
    routes.rooms.arrange,
    'anyone',
    intent(chosenItemsForm, async ({ form, params }) =>
      href(routes.rooms.arrange, params, { act: acts[form.act], items: packed(form.item) }),
    ),
  ),
  rename: once(renameForm, async ({ form, identity, room, ...given }) => {
    const name = await given.services.rooms.arranging.rename(
      identity,
      room.guid,
      form.item,
      form.name,
      given.client,
    )
    return goWithNotice(
      given.visitor,
      folderPath(room, given.params.ParentGuid),
      `It is called ${name} now.`,
      'good',
    )
  }),
  remove: once(removeForm, async ({ form, identity, room, ...given }) => {
    const { all: rooms, arranging } = given.services.rooms
    const names = async (guid: string) => (await rooms.item(room, guid)).item.name
    const done = await doneToEach(
      { chosen: form.item, heading: 'Deleted', names, unknown: unknownItem },
      async (guid) => {
        await arranging.remove(identity, room.guid, guid, given.client)
        return `In the bin, for ${trashDays} days.`
      },
    )
    return Response.json(done)
  }),
  move: once(moveForm, ({ form, ...given }) => placeEach(given, form, 'move')),
  copy: once(moveForm, ({ form, ...given }) => placeEach(given, form, 'copy')),
  order: once(orderForm, async ({ form, ...given }) =>
    ordered(given, { mark: form.mark, moves: movesIn(form) }),
  ),
  orderStep: once(orderStepForm, async ({ form, ...given }) =>
    ordered(given, { mark: form.mark, moves: [{ guid: form.item, place: form.place }] }),
  ),
  sort: once(sortForm, async ({ form, ...given }) => ordered(given, { mark: form.mark, moves: 'by name' })),
})

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Arrange ${data.back.label} – ${productName}` : productName },
]

export default function Arrange() {
  const page = useLoaderData<typeof loader>()
  return <ArrangePage {...page} answer={useActionData<unknown>()} />
}
