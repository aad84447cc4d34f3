import { routes } from '#app/routes.ts'
import { useActionData, useLoaderData } from '@remix-run/react'
import { UserPlus } from '#app/ui/icons/icons.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import {
  accessIn,
  accessValues,
  addMembersForm,
  chosenMembersForm,
  memberActs,
  memberBulkForm,
} from '#server/rooms/people/member-forms.ts'
import { AddMembers, AddedPeople, isAddedAnswer } from './add-members.tsx'
import { BulkActs, BulkPage, isBulkAnswer } from '#app/ui/tables/bulk.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { GroupSelect, MemberTable } from '#app/rooms/shared/member-table.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { PeopleHead } from '#app/rooms/people/shared/people-head.tsx'
import { ListFilters } from '#app/ui/tables/list-filters.tsx'
import { PeoplePlaces } from '#app/rooms/people/shared/people-places.tsx'
import { titled } from '#app/request/titled.ts'
import { accessOptions } from '#app/rooms/people/shared/access-options.server.ts'
import { action as submit, type FormAnswer, once, onceAMinute } from '#app/request/action.server.ts'
import { addedAnswer } from './added-members.server.ts'
import { listedMember } from '#app/rooms/shared/listed-members.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import {
  memberBulk,
  removalConsequences,
  removeMembers,
} from '#app/rooms/people/shared/member-bulk.server.ts'
import { peopleHead } from '#app/rooms/people/shared/people-head.server.ts'
import { peopleFilters, peoplePath, peopleQuery } from './people-list.server.ts'

export const loader = load(
  routes.rooms.people.index,
  'user can manage',
  async ({ user, identity, ...context }) => {
    const { timeZone } = user
    const guid = context.params.RoomGuid
    const query = peopleQuery(context.url)
    const page = pageNumber(context.url)
    const range = { ...query, group: query.group === '-' ? '' : query.group, page, pageSize: rowsOnScreen }
    const { room, people, times, total, all } = await context.services.rooms.members.list(
      identity,
      guid,
      range,
    )
    if (page > 1 && people.length === 0) throw new Problem('notFound')
    const { groups } = await context.services.rooms.groups.list(identity, guid)
    const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
    return {
      head: await peopleHead(context, room),
      isAdding: context.url.searchParams.get('panel') === 'add',
      options: accessOptions(room, groups, timeZone),
      values: { ...accessValues(undefined, timeZone), role: room.version === 1 ? '3' : '1' },
      people: people.map((member) =>
        listedMember(member, room, timeZone, context.now, times.get(member.guid)),
      ),
      counted: total === all ? `${all} in this data room` : `${total} of ${all}`,
      consequences: removalConsequences,
      acts: memberActs.filter((act) => act !== 'Add to group' || groups.length > 0),
      search: query.search,
      filters: peopleFilters(room, query, groups),
      isFiltered: peoplePath(guid, query) !== peoplePath(guid, {}),
      here: peoplePath(guid, query),
      list: peoplePath(guid, {}),
      where: `Page ${page} of ${pages}`,
      previous: page > 1 ? peoplePath(guid, query, page - 1) : null,
      next: page < pages ? peoplePath(guid, query, page + 1) : null,
    }
  },
)

export const action = submit(routes.rooms.people.index, 'user can manage', {
  add: once(addMembersForm, async ({ form, user, identity, room, ...context }) => {
    const { timeZone } = user
    const access = accessIn(form, { version: room.version, timeZone, now: context.now })
    const chosen = {
      seesNothingYet: room.version === 2 && form.onlySome !== undefined && access.role !== 5,
      willBeTold: form.notify === 'yes',
    }
    const wanted = { pasted: form.people, access, message: form.message ?? '', ...chosen }
    const added = await context.services.rooms.members.add(identity, room.guid, wanted)
    return Response.json(addedAnswer(added, chosen))
  }),
  bulk: onceAMinute(memberBulkForm, async ({ form, identity, room, ...context }) =>
    Response.json(await memberBulk(context, { identity, room: room.guid }, form)),
  ),
  removeChosen: onceAMinute(chosenMembersForm, async ({ form, identity, room, ...context }) =>
    Response.json(await removeMembers(context, { identity, room: room.guid }, form.member)),
  ),
})

export const meta = titled<typeof loader>((data) => `People of ${data.head.head.name}`)

export default function People() {
  const list = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  if (isAddedAnswer(answer)) {
    return (
      <>
        <PeopleHead {...list.head} title="People" />
        <AddedPeople answer={answer} back={list.list} />
      </>
    )
  }
  if (isBulkAnswer(answer)) {
    return (
      <BulkPage
        answer={answer}
        intent="removeChosen"
        verb="Remove"
        field="member"
        consequences={list.consequences}
        back={{ to: list.here, label: 'People' }}
        head={list.head.head}
      />
    )
  }
  return (
    <>
      <PeopleHead
        {...list.head}
        title="People"
        actions={
          list.isAdding ? null : (
            <a className="btn btn-main" href={`${list.list}?panel=add`}>
              <UserPlus className="i" aria-hidden="true" /> Add people
            </a>
          )
        }
      />
      {list.isAdding ? (
        <AddMembers
          options={list.options}
          values={list.values}
          answer={answer as FormAnswer | undefined}
          back={list.list}
        />
      ) : (
        <Everybody answer={answer as FormAnswer | undefined} />
      )}
    </>
  )
}

function Everybody({ answer }: { answer: FormAnswer | undefined }) {
  const list = useLoaderData<typeof loader>()
  const { groups } = list.options
  return (
    <>
      <div className="tools">
        <PeoplePlaces places={list.head.places} here="People" />
        <ListFilters
          action={list.list}
          search={{ label: 'Search by name or email', placeholder: 'Name or email', value: list.search }}
          filters={list.filters}
          verb="Filter"
          clear={list.isFiltered ? list.list : null}
        />
      </div>
      {list.people.length === 0 ? (
        <div className="card empty stack">
          <p>No members match.</p>
          <p>
            <a href={list.list}>Clear filters</a>
          </p>
        </div>
      ) : (
        <Form intent="bulk" answer={answer} className="list choosing">
          <MemberTable people={list.people} hasGroups={groups.length > 0} />
          {list.people.some(({ mayChoose }) => mayChoose) ? (
            <BulkActs acts={list.acts} what="people">
              {groups.length > 0 ? <GroupSelect groups={groups} /> : null}
            </BulkActs>
          ) : null}
        </Form>
      )}
      <p className="small soft section">{list.counted}</p>
      <Pager label="Pages of the list" previous={list.previous} next={list.next} where={list.where} />
    </>
  )
}
