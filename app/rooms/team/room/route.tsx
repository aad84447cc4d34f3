import { useActionData, useLoaderData } from '@remix-run/react'
import { reasonForm } from '#server/rooms/life/life-forms.ts'
import type { SeenFolder } from '#server/rooms/lists/team-rooms.ts'
import { counted, fileSize, shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { RoomDialog } from '#app/rooms/shared/room-dialog.tsx'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

export const loader = load(routes.rooms.team.room, 'user', async ({ user, ...context }) => {
  const RoomGuid = context.params.RoomGuid
  const { room, until } = await context.services.rooms.ofTeam.find(user, RoomGuid)
  const folderGuid = context.url.searchParams.get('folder') ?? RoomGuid
  const folder =
    until === null
      ? null
      : shown(await context.services.rooms.ofTeam.folder(user, RoomGuid, folderGuid), RoomGuid)
  return {
    constraints: constraintsOf({ look: reasonForm }),
    name: room.name,
    facts: [
      { label: 'Owner', value: `${room.owner.name} (${room.owner.email})` },
      { label: 'Contents', value: `${counted(room.files, 'file')}, ${fileSize(room.size)}` },
      { label: 'Members', value: String(room.members) },
    ],
    until: until === null ? null : shownTime(until, user.timeZone).title,
    folder,
  }
})

function shown(folder: SeenFolder, RoomGuid: string) {
  const to = (guid: string) => href(routes.rooms.team.room, { RoomGuid }, { folder: guid })
  return {
    name: folder.name,
    path: folder.path.map(({ guid, name }) => ({ name, to: to(guid) })),
    items: folder.items.map(({ guid, name, isFolder, size }) => ({
      guid,
      name,
      to: isFolder ? to(guid) : null,
      size: size === null ? 'Folder' : fileSize(size),
    })),
    hasMore: folder.hasMore,
  }
}

export const action = submit(routes.rooms.team.room, 'user', {
  look: once(reasonForm, async ({ form, user, ...context }) => {
    const RoomGuid = context.params.RoomGuid
    await context.services.rooms.ofTeam.look(user, RoomGuid, form.reason, context.client)
    return href(routes.rooms.team.room, { RoomGuid })
  }),
})

export const meta = titled('Team data room')

export default function TeamRoom() {
  const { name, facts, until, folder } = useLoaderData<typeof loader>()
  return (
    <RoomDialog heading={name} above={{ to: href(routes.rooms.team.index), label: 'Team data rooms' }}>
      <Facts facts={facts} />
      {folder === null ? <Reason /> : <Folder folder={folder} until={until} />}
    </RoomDialog>
  )
}

function Reason() {
  const answer = useActionData<typeof action>()
  return (
    <Form intent="look" answer={answer}>
      <p>
        You can see its folders and file names for one hour. You can’t open files, and you don’t become a
        member. Your reason is recorded in the activity and emailed to the owner now.
      </p>
      <Field name="reason" label="Why do you need to see this data room?" rows={3} answer={answer} />
      <div className="row">
        <Submit>Notify owner and continue</Submit> <a href={href(routes.rooms.team.index)}>Cancel</a>
      </div>
    </Form>
  )
}

type Shown = ReturnType<typeof shown>

function Folder({ folder, until }: { folder: Shown; until: string | null }) {
  return (
    <section className="stack">
      <p className="small soft">You have access until {until}. The owner has been notified.</p>
      {folder.path.length > 0 ? (
        <nav aria-label="Folders above" className="row">
          {folder.path.map(({ name, to }) => (
            <a key={to} href={to} className="break">
              {name}
            </a>
          ))}
        </nav>
      ) : null}
      <h2 className="break">{folder.name}</h2>
      {folder.items.length === 0 ? <p className="soft">This folder is empty.</p> : null}
      <ul className="lines">
        {folder.items.map(({ guid, name, to, size }) => (
          <li key={guid}>
            <span className="break">{to === null ? name : <a href={to}>{name}</a>}</span>{' '}
            <span className="small soft push">{size}</span>
          </li>
        ))}
      </ul>
      {folder.hasMore ? <p>This folder contains more items than are listed here.</p> : null}
    </section>
  )
}
