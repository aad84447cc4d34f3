import { UserPlus } from '#app/ui/icons/icons.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { Form } from '#app/ui/forms/form.tsx'
import { BulkActs, isBulkAnswer, Outcomes } from '#app/ui/tables/bulk.tsx'
import { ListFilters } from '#app/ui/tables/list-filters.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { InvitePeople } from './invite-people.tsx'
import type { ListData, PeopleData } from './people.server.ts'
import { PeopleTable } from './people-table.tsx'
import { Person } from './person.tsx'
import type { RemovalQuestion } from './removing.server.ts'
import { RemovePeople } from './remove-people.tsx'
import { RoleSelect } from './role-select.tsx'

type Props = { data: PeopleData; answer: unknown }

function People({ data, answer }: Props) {
  if (isBulkAnswer(answer)) {
    if (answer.kind === 'question')
      return <RemovePeople answer={answer as RemovalQuestion} list={data.list} />
    return (
      <div className="measure card stack-wide">
        <h2>{answer.heading}</h2>
        <Outcomes lines={answer.lines} back={{ to: data.list, label: 'People' }} />
      </div>
    )
  }
  const refused = answer as FormAnswer | undefined
  if (data.kind === 'person') return <Person data={data} answer={refused} />
  if (data.kind === 'invite') return <InvitePeople data={data} answer={refused} />
  return <List data={data} answer={refused} />
}

function List({ data, answer }: { data: ListData; answer: FormAnswer | undefined }) {
  return (
    <>
      <div className="tools">
        <ListFilters
          action={data.action}
          kept={data.kept}
          search={{ label: 'Search by name or email', placeholder: 'Name or email', value: data.search }}
          filters={data.filters}
          verb="Filter"
          clear={data.isFiltered ? data.list : null}
        />
      </div>
      {data.people.length === 0 ? (
        <div className="card empty stack">
          <p>No members match.</p>
          <p>
            <a href={data.list}>Clear filters</a>
          </p>
        </div>
      ) : (
        <Form intent="people" answer={answer} className="list choosing">
          <PeopleTable people={data.people} />
          <BulkActs acts={data.acts} what="people">
            {data.acts.includes('Change role') ? (
              <RoleSelect roles={data.roles} value="2" answer={answer} />
            ) : null}
          </BulkActs>
        </Form>
      )}
      <p className="small soft section">{data.counted}</p>
      <Pager label="Pages of the list" previous={data.previous} next={data.next} where={data.where} />
    </>
  )
}

function Actions({ data, answer }: Props) {
  if (data.kind !== 'list' || isBulkAnswer(answer)) return null
  return (
    <a className="btn btn-main" href={data.invite}>
      <UserPlus className="i" aria-hidden="true" /> Invite people
    </a>
  )
}

export const peopleView = { View: People, Actions } satisfies TeamView<PeopleData>
