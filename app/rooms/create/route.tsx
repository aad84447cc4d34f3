import { useActionData } from '@remix-run/react'
import { newRoomForm } from '#server/rooms/forms.ts'
import { href, routes } from '#app/routes.ts'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { Choices } from '#app/ui/forms/choices.tsx'
import { fieldOf, Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { NameFields } from '#app/rooms/shared/room-fields.tsx'
import { action as submit, type FormAnswer, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'

export const loader = load(routes.rooms.create, 'user', async () => ({
  constraints: constraintsOf({ createRoom: newRoomForm }),
}))

export const action = submit(routes.rooms.create, 'user', {
  createRoom: once(newRoomForm, async ({ form, user, ...context }) => {
    const version = form.version === '1' ? 1 : 2
    const { name, description = '' } = form
    const guid = await context.services.rooms.all.create(user, { name, description, version })
    return goWithNotice(
      context.visitor,
      folderPath({ version }, guid),
      'Data room created. Only you can see it so far.',
      'good',
    )
  }),
})

export const meta = titled('New data room')

export default function CreateRoom() {
  const answer = useActionData<typeof action>()
  return (
    <>
      <BackHead back={{ to: href(routes.rooms.index), label: 'Rooms' }} title="New data room" />
      <Form intent="createRoom" answer={answer} className="card measure stack-wide">
        <NameFields answer={answer} />
        <VersionChoice answer={answer} />
        <div className="row">
          <Submit>Create data room</Submit> <a href={href(routes.rooms.index)}>Cancel</a>
        </div>
      </Form>
    </>
  )
}

/** Rarely needed fields, open if one of them was filled in. */
function VersionChoice({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <details className="more" open={fieldOf(answer, 'version').value === '1'}>
      <summary>More options</summary>
      <div>
        <Choices
          name="version"
          legend="Permissions"
          standard="2"
          answer={answer}
          options={[
            {
              value: '2',
              label: 'Per member (version 2)',
              hint: 'Each member or group has a role: view, view and print, download or contribute. Permissions can differ by folder.',
            },
            {
              value: '1',
              label: 'The same for all viewers (version 1)',
              hint: 'One setting for the whole room. You can upgrade to version 2 later, but not go back.',
            },
          ]}
        />
      </div>
    </details>
  )
}
