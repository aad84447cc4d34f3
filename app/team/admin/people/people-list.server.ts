import { personStateLabel, personStates, teamRoleLabels } from '#server/rules/accounts/team-people.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import type { PeopleFilter } from '#server/teams/people/team-people.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { ListFilter } from '#app/ui/tables/list-filters.tsx'

/** What an address of the list requests; anything that the list does not know is ignored. */
export function peopleFilter({ searchParams }: URL): PeopleFilter {
  const [role, factor] = [searchParams.get('role'), searchParams.get('factor')]
  return {
    search: (searchParams.get('q') ?? '').slice(0, maxSearchLength),
    state: personStates.find((state) => state === searchParams.get('state')) ?? null,
    role: role !== null && /^[012]$/.test(role) ? Number(role) : null,
    secondFactor: factor === 'on' || factor === 'off' ? factor : null,
  }
}

export function peoplePath(filter: Partial<PeopleFilter> = {}, page?: number): string {
  return teamPath('people', {
    q: filter.search || undefined,
    state: filter.state ?? undefined,
    role: filter.role ?? undefined,
    factor: filter.secondFactor ?? undefined,
    page,
  })
}

/** What the list can be narrowed to, each a field with its choices. */
export function peopleFilters(filter: PeopleFilter): ListFilter[] {
  return [
    {
      name: 'state',
      label: 'Status',
      value: filter.state ?? '',
      options: [
        { value: '', label: 'Any status' },
        ...personStates.map((state) => ({ value: state, label: personStateLabel[state] })),
      ],
    },
    {
      name: 'role',
      label: 'Role',
      value: String(filter.role ?? ''),
      options: [
        { value: '', label: 'Any role' },
        ...teamRoleLabels.map((label, role) => ({ value: String(role), label })),
      ],
    },
    {
      name: 'factor',
      label: 'Two-step verification',
      value: filter.secondFactor ?? '',
      options: [
        { value: '', label: 'Two-step verification: any' },
        { value: 'on', label: 'With two-step verification' },
        { value: 'off', label: 'Without two-step verification' },
      ],
    },
  ]
}
