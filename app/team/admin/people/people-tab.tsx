import type { TeamView } from '#app/team/shared/team-view.ts'
import { ListFilters } from '#app/ui/tables/list-filters.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import type { PeopleData } from './people.server.ts'
import { PeopleTable } from './people-table.tsx'

function People({ data }: { data: PeopleData }) {
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
        <div className="list">
          <PeopleTable people={data.people} />
        </div>
      )}
      <p className="small soft section">{data.counted}</p>
      <Pager label="Pages of the list" previous={data.previous} next={data.next} where={data.where} />
    </>
  )
}

export const peopleView = { View: People } satisfies TeamView<PeopleData>
