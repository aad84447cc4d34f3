import { useActionData, useLoaderData } from '@remix-run/react'
import { Trash2 } from '#app/ui/icons/icons.ts'
import { itemTrashActions, itemTrashForm, removeForm } from '#server/rooms/tree/arrange-forms.ts'
import { type FileKind, kindByName } from '#server/rules/files/files.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'
import { href, routes } from '#app/routes.ts'
import { TrashTable } from '#app/ui/tables/trash-table.tsx'
import { BulkActs, BulkPage, isBulkAnswer } from '#app/ui/tables/bulk.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, type FormAnswer, once, onceAMinute } from '#app/request/action.server.ts'
import { unknownItem } from '#app/rooms/shared/arrange.server.ts'
import { inTrash } from '#app/view-models/trash-labels.server.ts'
import { confirmationOf, doneToEach } from '#app/view-models/bulk.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

export const loader = load(
  routes.rooms.itemTrash,
  'member can arrange',
  async ({ identity, room, ...context }) => {
    const page = pageNumber(context.url)
    const list = await context.services.rooms.itemTrash.list(room, identity, { page, pageSize: rowsOnScreen })
    if (page > 1 && list.items.length === 0) throw new Problem('notFound')
    const here = (number?: number) => href(routes.rooms.itemTrash, { RoomGuid: room.guid }, { page: number })
    const timeZone = identity.user?.timeZone ?? 'UTC'
    return {
      items: list.items.map(({ guid, name, kind, binnedAt, binnedBy, place }) => ({
        guid,
        name,
        ...(kind === 'folder' ? { kind, note: 'Folder' } : noted(kindByName(name))),
        by: { email: binnedBy, initials: initialsOf(binnedBy) },
        ...inTrash(binnedAt, { timeZone, now: context.now }),
        from: place ? place.join(' / ') || 'All files' : 'Folder no longer exists; restores to the top level',
      })),
      acts: list.mayErase ? itemTrashActions : itemTrashActions.slice(0, 1),
      here: here(),
      head: await roomHead(context, room, { here: 'settings' }),
      previous: page > 1 ? here(page - 1) : null,
      next: list.total > page * rowsOnScreen ? here(page + 1) : null,
      where: `Page ${page} of ${Math.max(1, Math.ceil(list.total / rowsOnScreen))}`,
    }
  },
)

export const action = submit(routes.rooms.itemTrash, 'member can arrange', {
  binned: onceAMinute(itemTrashForm, async ({ form, identity, room, ...context }) => {
    const { itemTrash } = context.services.rooms
    const names = await itemTrash.namesOf(identity, room.guid, form.item)
    if (form.act === 'Delete permanently …')
      return Response.json(confirmationOf(form.item, names, eraseQuestion))
    const done = { chosen: form.item, heading: 'Restored', names, unknown: unknownItem }
    const answer = await doneToEach(done, async (guid) => {
      const name = await itemTrash.restore(identity, room.guid, guid, context.client)
      return name === names.get(guid) ? 'Restored.' : `Restored as ${name}.`
    })
    return Response.json(answer)
  }),
  erase: once(removeForm, async ({ form, identity, room, ...context }) => {
    const { itemTrash } = context.services.rooms
    const names = await itemTrash.namesOf(identity, room.guid, form.item)
    const words = 'Deleted permanently. Storage is freed shortly.'
    const done = { chosen: form.item, heading: 'Deleted permanently', names, words, unknown: unknownItem }
    const answer = await doneToEach(done, (guid) =>
      itemTrash.deleteForGood(identity, room.guid, guid, context.client),
    )
    return Response.json(answer)
  }),
})

function noted(kind: FileKind) {
  return { kind, note: kindName[kind] }
}

const eraseQuestion = { ofOne: 'Delete permanently?', ofMany: 'Delete permanently?' }

export const meta = titled<typeof loader>((data) => `Trash of ${data.head.name}`)

const explained = `Deleted items stay here for ${trashDays} days, then they’re deleted permanently. You can restore them until then.`

const consequences = [
  'All versions of these files and everything in these folders are deleted, including their activity.',
  'This can’t be undone, not even by your administrator.',
]

export default function ItemTrash() {
  const list = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  if (isBulkAnswer(answer)) {
    return (
      <BulkPage
        answer={answer}
        intent="erase"
        field="item"
        verb="Delete permanently"
        consequences={consequences}
        action={list.here}
        back={{ to: list.here, label: 'Trash' }}
        head={list.head}
      />
    )
  }
  return (
    <>
      <RoomHead head={list.head} title="Trash" />
      {list.items.length === 0 ? (
        <div className="card empty stack">
          <Trash2 className="i" aria-hidden="true" />
          <h3>Trash is empty</h3>
          <p className="soft">{explained}</p>
        </div>
      ) : (
        <>
          <p className="small soft above-list">{explained}</p>
          <Form
            intent="binned"
            action={list.here}
            answer={answer as FormAnswer | undefined}
            className="list choosing"
          >
            <TrashTable
              rows={list.items}
              what="Name"
              choose="item"
              column={{ label: 'Original folder', className: 'where break', of: ({ from }) => from }}
            />
            <BulkActs acts={list.acts} />
          </Form>
        </>
      )}
      <Pager label="Pages of trash" previous={list.previous} next={list.next} where={list.where} />
    </>
  )
}
