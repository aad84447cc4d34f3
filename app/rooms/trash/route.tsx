import { useActionData, useLoaderData } from '@remix-run/react'
import { Trash2 } from '#app/ui/icons/icons.ts'
import { z } from 'zod'
import { counted, fileSize } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { TrashTable } from '#app/ui/tables/trash-table.tsx'
import { ErrorSummary, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, type FormAnswer, onceAMinute } from '#app/request/action.server.ts'
import { inTrash } from '#app/view-models/trash-labels.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { roomTrashExplained } from '#app/rooms/shared/room-life-labels.server.ts'

export const loader = load(routes.rooms.trash, 'user', async ({ user, ...context }) => {
  const rooms = await context.services.rooms.trash.list(user)
  return {
    explained: roomTrashExplained,
    rooms: rooms.map(({ guid, name, size, files, binnedAt }) => ({
      guid,
      name,
      note: `${counted(files, 'file')}, ${fileSize(size)}`,
      ...inTrash(binnedAt, { timeZone: user.timeZone, now: context.now }),
      erase: href(routes.rooms.trashErase, { RoomGuid: guid }),
    })),
  }
})

const roomForm = z.object({ room: z.string().max(100) })

export const action = submit(routes.rooms.trash, 'user', {
  restoreRoom: onceAMinute(roomForm, async ({ form, user, ...context }) => {
    await context.services.rooms.trash.restore(user, form.room)
    return goWithNotice(context.visitor, href(routes.rooms.trash), 'Data room restored.', 'good')
  }),
})

export const meta = titled('Data rooms in trash')

export default function RoomsTrash() {
  const { rooms, explained } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  return (
    <div className="stack">
      <BackHead back={{ to: href(routes.rooms.index), label: 'Data rooms' }} title="Data rooms in trash" />
      {answer ? <ErrorSummary answer={answer} /> : null}
      {rooms.length === 0 ? (
        <div className="card empty stack">
          <Trash2 className="i" aria-hidden="true" />
          <p>Trash is empty. {explained}</p>
        </div>
      ) : (
        <>
          <p className="soft">{explained}</p>
          <div className="list">
            <TrashTable rows={rooms} what="Data room" acts={actsOf} />
          </div>
        </>
      )}
    </div>
  )
}

function actsOf({ guid, name, erase }: { guid: string; name: string; erase: string }) {
  return (
    <div className="row row-keep">
      <Form intent="restoreRoom" className="row">
        <input type="hidden" name="room" value={guid} />
        <Submit className="btn-quiet btn-small" about={name}>
          Restore
        </Submit>
      </Form>{' '}
      <a className="nowrap" href={erase}>
        Delete permanently …<span className="unseen"> ({name})</span>
      </a>
    </div>
  )
}
