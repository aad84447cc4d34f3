import { useLoaderData } from '@remix-run/react'
import { decideInRoom, type RoomAct } from '#server/rules/rooms/room-policy.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

export const loader = load(routes.rooms.archive, 'member can remove', async ({ room, ...context }) => {
  const RoomGuid = context.params.RoomGuid
  const may = (act: RoomAct): boolean => decideInRoom(room.policyFacts, act, context.now) === null
  return {
    head: await roomHead(context, room, { here: 'settings' }),
    isArchived: room.archivedAt !== null,
    mayArchive: may('manage'),
    remove: href(routes.rooms.remove, { RoomGuid }),
    copy: may('manage') ? href(routes.rooms.copy, { RoomGuid }) : null,
    give: may('own') ? href(routes.rooms.transfer, { RoomGuid }) : null,
    upgrade: may('own') && room.version === 1 ? href(routes.rooms.upgrade, { RoomGuid }) : null,
  }
})

export const action = submit(routes.rooms.archive, 'member can manage', {
  archive: intent(buttonForm, async ({ identity, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.life.archive(identity, RoomGuid)
    const notice = 'Data room archived. Members can still read it, but nothing can be changed.'
    return goWithNotice(context.visitor, href(routes.rooms.archive, { RoomGuid }), notice, 'good')
  }),
  reopen: intent(buttonForm, async ({ identity, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.life.reopen(identity, RoomGuid)
    return goWithNotice(
      context.visitor,
      href(routes.rooms.archive, { RoomGuid }),
      'Data room reopened.',
      'good',
    )
  }),
})

export const meta = titled('Archive or delete data room')

export default function RoomLife() {
  const room = useLoaderData<typeof loader>()
  return (
    <>
      <RoomHead head={room.head} title="Archive and delete" />
      {room.mayArchive ? <Archive isArchived={room.isArchived} /> : null}
      <Act
        title="Copy"
        words="A new data room with the same folders, members, permissions and settings, but no files."
        label="Copy data room …"
        to={room.copy}
      />
      <Act
        title="Upgrade"
        words="Each member gets a role of their own, instead of one setting for all viewers. No one’s access changes."
        label="Upgrade data room …"
        to={room.upgrade}
      />
      <Act
        title="Transfer"
        words="Someone else becomes the owner once they accept."
        label="Transfer ownership …"
        to={room.give}
      />
      <Act
        title="Move to trash"
        words="The data room moves to trash and is closed to everyone."
        label="Move to trash …"
        to={room.remove}
        isBad
      />
    </>
  )
}

function Archive({ isArchived }: { isArchived: boolean }) {
  return isArchived ? (
    <SetRow
      title="Archive"
      words="This data room is archived. It can be read, but nothing can be added or changed. You can still remove members."
    >
      <Form intent="reopen">
        <Submit>Reopen data room</Submit>
      </Form>
    </SetRow>
  ) : (
    <SetRow
      title="Archive"
      words="Members can still read an archived data room, but no one can add or change anything. You can reopen it at any time."
    >
      <Form intent="archive">
        <Submit className="btn-soft">Archive data room</Submit>
      </Form>
    </SetRow>
  )
}

type ActProps = { title: string; words: string; label: string; to: string | null; isBad?: boolean }

/** Something that has its own page; nothing for people who may not. */
function Act({ title, words, label, to, isBad = false }: ActProps) {
  if (to === null) return null
  return (
    <SetRow title={title} words={words}>
      <p>
        <a className={isBad ? 'btn btn-bad' : 'btn'} href={to}>
          {label}
        </a>
      </p>
    </SetRow>
  )
}
