import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { itemBinActs, itemBinForm, removeForm } from '#server/rooms/tree/arrange-forms.ts'
import { binDaysLeft } from '#server/rules/sharing/bin.ts'
import { counted, shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product/product.ts'
import { binDays } from '#server/rules/sharing/bin.ts'
import { href } from '#app/routes.ts'
import { BulkActs, BulkPage, isBulkAnswer } from '#app/ui/tables/bulk.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomHead } from '#app/ui/room-head.tsx'
import { action as submit, intent, type FormAnswer, once } from '#app/request/action.server.ts'
import { doneToItems } from '#app/rooms/shared/arrange.server.ts'
import { loader as load, pageNumber, type Given } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { inRoom } from '#app/request/room.server.ts'

export const loader = load(async (given) => {
  const { identity, room } = await inRoom(given, roomIn(given), 'arrange')
  const page = pageNumber(given.url)
  const list = await given.services.itemBin.list(room, identity, { page, pageSize: rowsOnScreen })
  if (page > 1 && list.items.length === 0) throw new Problem('notFound')
  const here = (number?: number) => href('roomBin', { RoomGuid: room.guid }, { page: number })
  const timeZone = identity.user?.timeZone ?? 'UTC'
  return {
    items: list.items.map(({ guid, name, kind, binnedAt, binnedBy, place }) => ({
      guid,
      name,
      kind: kind === 'folder' ? 'Folder' : 'File',
      by: binnedBy,
      at: shownTime(binnedAt, timeZone),
      from: place?.join(' / ') ?? 'Its folder is gone: it comes back at the top of the data room',
      left: `${counted(binDaysLeft(binnedAt, given.now), 'day')} left`,
    })),
    acts: list.mayErase ? itemBinActs : itemBinActs.slice(0, 1),
    here: here(),
    head: roomHead(given, room, { here: 'bin' }),
    previous: page > 1 ? here(page - 1) : null,
    next: list.total > page * rowsOnScreen ? here(page + 1) : null,
    where: `Page ${page} of ${Math.max(1, Math.ceil(list.total / rowsOnScreen))}`,
  }
})

function roomIn({ params }: Given): string {
  return params['RoomGuid'] ?? ''
}

export const action = submit({
  binned: intent(itemBinForm, async ({ form, ...given }) => {
    const { identity, room } = await inRoom(given, roomIn(given), 'arrange')
    const { itemBin } = given.services
    const names = await itemBin.namesOf(identity, room.guid, form.item)
    if (form.act === 'Delete for good …') {
      const shares = [...names].map(([guid, name]) => ({ guid, name }))
      if (shares.length === 0) throw new Problem('notFound')
      return Response.json({ kind: 'asked', heading: 'Delete for good?', shares })
    }
    const done = { items: form.item, heading: 'Put back', names: async (guid: string) => nameIn(names, guid) }
    const answer = await doneToItems(done, async (guid) => {
      const name = await itemBin.restore(identity, room.guid, guid, given.client)
      return name === names.get(guid) ? 'Put back.' : `Put back as ${name}.`
    })
    return Response.json(answer)
  }),
  erase: once(removeForm, async ({ form, ...given }) => {
    const { identity, room } = await inRoom(given, roomIn(given), 'arrange')
    const { itemBin } = given.services
    const names = await itemBin.namesOf(identity, room.guid, form.item)
    const done = {
      items: form.item,
      heading: 'Deleted for good',
      names: async (guid: string) => nameIn(names, guid),
    }
    const answer = await doneToItems(done, async (guid) => {
      await itemBin.deleteForGood(identity, room.guid, guid, given.client)
      return 'Deleted for good. Its room is free in a moment.'
    })
    return Response.json(answer)
  }),
})

function nameIn(names: ReadonlyMap<string, string>, guid: string): string {
  const name = names.get(guid)
  if (name === undefined) throw new Problem('notFound')
  return name
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Bin of ${data.head.name} – ${productName}` : productName },
]

const consequences = [
  'All versions of these files and everything in these folders is erased, with what was recorded of it.',
  'Nobody can bring it back, also not the operator of this server.',
]

export default function ItemBin() {
  const list = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  if (isBulkAnswer(answer)) {
    return (
      <BulkPage
        answer={answer}
        intent="erase"
        field="item"
        verb="Delete for good"
        consequences={consequences}
        action={list.here}
        back={{ to: list.here, label: 'Bin' }}
        head={list.head}
      />
    )
  }
  return (
    <div className="page stack">
      <RoomHead head={list.head} title="Bin" />
      <p className="soft">
        What is deleted in this data room waits here for {binDays} days and can be put back. Then it is
        erased.
      </p>
      {list.items.length === 0 ? (
        <div className="sheet empty">
          <p>The bin is empty.</p>
        </div>
      ) : (
        <Form intent="binned" action={list.here} answer={answer as FormAnswer | undefined}>
          <BinTable items={list.items} />
          <BulkActs acts={list.acts} />
        </Form>
      )}
      <Pager label="Pages of the bin" previous={list.previous} next={list.next} where={list.where} />
    </div>
  )
}

type Binned = ReturnType<typeof useLoaderData<typeof loader>>['items'][number]

function BinTable({ items }: { items: Binned[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Was in</th>
          <th scope="col">Deleted</th>
          <th scope="col">Until erased</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ guid, name, kind, by, at, from, left }) => (
          <tr key={guid}>
            <td>
              <div className="choosable">
                <input type="checkbox" name="item" value={guid} aria-label={`Choose ${name}`} />
                <div>
                  <span className="name">{name}</span>
                  <div className="small soft">{kind}</div>
                </div>
              </div>
            </td>
            <td className="breaks" data-label="Was in">
              {from}
            </td>
            <td data-label="Deleted">
              <time title={at.title}>{at.text}</time>
              <div className="small soft breaks">{by}</div>
            </td>
            <td data-label="Until erased">{left}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
