import { useActionData, useLoaderData } from '@remix-run/react'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { groupSeen } from '#server/rooms/people/groups.ts'
import {
  changeGroupForm,
  copiesIn,
  groupPeopleForm,
  outOfGroupForm,
} from '#server/rooms/people/member-forms.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { BulkActs, BulkPage, isBulkAnswer } from '#app/ui/tables/bulk.tsx'
import { Confirmation } from '#app/rooms/shared/confirmation.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { GroupFields } from '#app/rooms/people/groups/shared/group-fields.tsx'
import { MemberTable } from '#app/rooms/shared/member-table.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RowMenu } from '#app/ui/tables/row-menu.tsx'
import { titled } from '#app/request/titled.ts'
import { PeopleHead } from '#app/rooms/people/shared/people-head.tsx'
import { groupRoles } from '#app/rooms/people/shared/access-options.server.ts'
import { action as submit, buttonForm, type FormAnswer, once } from '#app/request/action.server.ts'
import { groupEndText } from './group-end.server.ts'
import { listedMember } from '#app/rooms/shared/listed-members.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, pageNumber, type RequestContext } from '#app/request/loader.server.ts'
import { memberBulk } from '#app/rooms/people/shared/member-bulk.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { peopleHead } from '#app/rooms/people/shared/people-head.server.ts'
import { peopleIntoGroup } from './into-group.server.ts'

export const loader = load(
  routes.rooms.people.group,
  'user can manage',
  async ({ user, identity, ...context }) => {
    const { timeZone } = user
    const { roomGuid, groupGuid } = namesIn(context)
    const { room, group, end } = await context.services.rooms.groups.find(identity, roomGuid, groupGuid)
    const page = pageNumber(context.url)
    const range = { group: groupGuid, page, pageSize: rowsOnScreen }
    const { people, times, total } = await context.services.rooms.members.list(identity, roomGuid, range)
    const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
    const here = href(routes.rooms.people.group, { RoomGuid: roomGuid, Group: groupGuid })
    const pageLink = (number: number) =>
      href(routes.rooms.people.group, { RoomGuid: roomGuid, Group: groupGuid }, { page: number })
    return {
      constraints: constraintsOf({ change: changeGroupForm }),
      head: await peopleHead(context, room),
      here,
      rights: href(routes.rooms.rights.holder, { RoomGuid: roomGuid, Holder: groupGuid }),
      name: group.name,
      seen: groupSeen(group),
      roles: groupRoles(room),
      values: {
        name: group.name,
        role: String(group.role),
        prints: group.allowed_print < 0 ? '' : String(group.allowed_print),
      },
      isRemoving: context.url.searchParams.get('panel') === 'delete',
      end: groupEndText(end, room.version),
      people: people.map((member) =>
        listedMember(member, room, timeZone, context.now, times.get(member.guid)),
      ),
      where: `Page ${page} of ${pages}`,
      previous: page > 1 ? pageLink(page - 1) : null,
      next: page < pages ? pageLink(page + 1) : null,
    }
  },
)

function namesIn({ params }: RequestContext<ParametersOf<'rooms.people.group'>>): {
  roomGuid: string
  groupGuid: string
} {
  return { roomGuid: params.RoomGuid, groupGuid: params.Group }
}

export const action = submit(routes.rooms.people.group, 'user can manage', {
  change: once(changeGroupForm, async ({ form, identity, ...context }) => {
    const { roomGuid, groupGuid } = namesIn(context)
    const { name, role, seen } = form
    const settings = { name, role, seen, allowedPrint: copiesIn(form.prints) }
    await context.services.rooms.groups.change(identity, roomGuid, groupGuid, settings)
    const here = href(routes.rooms.people.group, { RoomGuid: roomGuid, Group: groupGuid })
    return goWithNotice(context.visitor, here, 'Changes saved.', 'good')
  }),
  putIn: once(groupPeopleForm, async ({ form, identity, ...context }) => {
    const { roomGuid, groupGuid } = namesIn(context)
    return Response.json(await peopleIntoGroup(context, { identity, roomGuid, groupGuid }, form.people))
  }),
  takeOut: once(outOfGroupForm, async ({ form, identity, ...context }) => {
    const { roomGuid } = namesIn(context)
    const chosen = { member: form.member, act: 'Add to group' as const }
    return Response.json(await memberBulk(context, { identity, room: roomGuid }, chosen))
  }),
  delete: once(buttonForm, async ({ identity, ...context }) => {
    const { roomGuid, groupGuid } = namesIn(context)
    await context.services.rooms.groups.remove(identity, roomGuid, groupGuid)
    const there = href(routes.rooms.people.groups, { RoomGuid: roomGuid })
    return goWithNotice(
      context.visitor,
      there,
      'Group deleted. Its members now have their own roles.',
      'good',
    )
  }),
})

export const meta = titled<typeof loader>((data) => data.name)

export default function Group() {
  const page = useLoaderData<typeof loader>()
  const answered: unknown = useActionData()
  if (isBulkAnswer(answered)) {
    return (
      <BulkPage
        answer={answered}
        intent=""
        verb=""
        consequences={[]}
        back={{ to: page.here, label: 'Group' }}
        head={page.head.head}
      />
    )
  }
  const answer = answered as FormAnswer | undefined
  return (
    <>
      <PeopleHead
        {...page.head}
        title={page.name}
        above="Groups"
        actions={
          <>
            <a className="btn" href={page.rights}>
              Folder permissions
            </a>{' '}
            <RowMenu
              of={page.name}
              actions={[{ label: 'Delete group …', to: `${page.here}?panel=delete`, isBad: true }]}
            />
          </>
        }
      />
      {page.isRemoving ? (
        <Confirmation
          heading="Delete this group?"
          {...page.end}
          intent="delete"
          verb="Delete group"
          back={page.here}
          answer={answer}
        />
      ) : (
        <GroupPage answer={answer} />
      )}
    </>
  )
}

function GroupPage({ answer }: { answer: FormAnswer | undefined }) {
  const page = useLoaderData<typeof loader>()
  const answerOf = (intent: string) => (answer?.intent === intent ? answer : undefined)
  return (
    <div className="cols">
      <div>
        {page.people.length === 0 ? (
          <p className="card empty">No members yet.</p>
        ) : (
          <Form intent="takeOut" answer={answer} className="list choosing">
            <MemberTable people={page.people} hasGroups={false} />
            <BulkActs acts={['Remove from group']} what="people" />
          </Form>
        )}
        <Pager label="Pages of the group" previous={page.previous} next={page.next} where={page.where} />
      </div>
      <div className="stack-wide">
        <Form intent="putIn" answer={answer} className="card stack">
          <h2>Add members</h2>
          <Field
            name="people"
            label="People in this data room"
            hint="Email addresses, one per line or separated by commas. Up to 100 at a time. Members of another group move to this one."
            rows={3}
            autoComplete="off"
            answer={answerOf('putIn')}
          />
          <Submit className="btn-quiet">Add to group</Submit>
        </Form>{' '}
        <Form intent="change" answer={answer} className="card stack">
          <h2>Name, role and print copies</h2>
          <input type="hidden" name="seen" value={page.seen} />
          <GroupFields roles={page.roles} values={page.values} answer={answerOf('change')} />
          <Submit>Save</Submit>
        </Form>
      </div>
    </div>
  )
}
