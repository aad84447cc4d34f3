import { useActionData, useLoaderData } from '@remix-run/react'
import { Plus, UsersRound } from '#app/ui/icons/icons.ts'
import { counted } from '#server/rules/text/format.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { copiesIn, makeGroupForm } from '#server/rooms/people/member-forms.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { titled } from '#app/request/titled.ts'
import { GroupFields } from '#app/rooms/people/groups/shared/group-fields.tsx'
import { PeopleHead } from '#app/rooms/people/shared/people-head.tsx'
import { PeoplePlaces } from '#app/rooms/people/shared/people-places.tsx'
import { groupRoles } from '#app/rooms/people/shared/access-options.server.ts'
import { action as submit, type FormAnswer, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { peopleHead } from '#app/rooms/people/shared/people-head.server.ts'

export const loader = load(
  routes.rooms.people.groups,
  'user can manage',
  async ({ identity, ...context }) => {
    const { room, groups } = await context.services.rooms.groups.list(identity, context.params.RoomGuid)
    return {
      constraints: constraintsOf({ make: makeGroupForm }),
      head: await peopleHead(context, room),
      hasGroups: room.version === 2,
      here: href(routes.rooms.people.groups, { RoomGuid: room.guid }),
      isAdding: context.url.searchParams.get('panel') === 'add',
      roles: groupRoles(room),
      groups: groups.map(({ guid, name, role, people, allowed_print: prints }) => ({
        to: href(routes.rooms.people.group, { RoomGuid: room.guid, Group: guid }),
        name,
        role: roleName(role, room.version),
        people: counted(people, 'member'),
        prints: prints < 0 ? '' : `${prints} of each document`,
      })),
    }
  },
)

export const action = submit(routes.rooms.people.groups, 'user can manage', {
  make: once(makeGroupForm, async ({ form, identity, room, ...context }) => {
    const settings = { name: form.name, role: form.role, allowedPrint: copiesIn(form.prints) }
    const guid = await context.services.rooms.groups.make(identity, room.guid, settings)
    const there = href(routes.rooms.people.group, { RoomGuid: room.guid, Group: guid })
    return goWithNotice(context.visitor, there, 'Group created. Add members next.', 'good')
  }),
})

export const meta = titled<typeof loader>((data) => `Groups of ${data.head.head.name}`)

export default function Groups() {
  const { head, here, hasGroups, isAdding, roles, groups } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as FormAnswer | undefined
  if (!hasGroups) {
    return (
      <>
        <PeopleHead {...head} title="Groups" above="People" />
        <p className="note">
          Groups need an upgraded data room. In this version, the room’s settings apply to all viewers.
        </p>
      </>
    )
  }
  return (
    <>
      <PeopleHead
        {...head}
        title="Groups"
        above="People"
        actions={
          isAdding ? null : (
            <a className="btn btn-main" href={`${here}?panel=add`}>
              <Plus className="i" aria-hidden="true" /> New group
            </a>
          )
        }
      />
      {isAdding ? (
        <Form intent="make" answer={answer} className="card stack-wide">
          <h2>New group</h2>
          <GroupFields roles={roles} values={{ name: '', role: '1', prints: '' }} answer={answer} />
          <div className="row">
            <Submit>Create group</Submit> <a href={here}>Cancel</a>
          </div>
        </Form>
      ) : (
        <>
          <div className="tools">
            <PeoplePlaces places={head.places} here="Groups" />
          </div>
          {groups.length === 0 ? <NoGroups /> : <GroupTable groups={groups} />}
        </>
      )}
    </>
  )
}

function NoGroups() {
  return (
    <div className="card empty stack">
      <UsersRound className="i" aria-hidden="true" />
      <h3>No groups yet</h3>
      <p className="soft">
        A group gives several members the same role and permissions. Changes to the group apply to all of
        them.
      </p>
    </div>
  )
}

type Listed = { to: string; name: string; role: string; people: string; prints: string }

function GroupTable({ groups }: { groups: Listed[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Role</th>
            <th scope="col">People</th>
            <th scope="col" className="o2">
              Print copies
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ to, name, role, people, prints }) => (
            <tr key={to}>
              <td className="nm break">
                <a className="name plain" href={to}>
                  {name}
                </a>
              </td>
              <td>{role}</td>
              <td className="nowrap">{people}</td>
              <td className="o2">{prints}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
