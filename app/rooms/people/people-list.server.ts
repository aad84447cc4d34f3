import { memberStates, memberStateLabel, type MemberState } from '#server/rules/rooms/room-people.ts'
import { roleName, rolesToGive, type Role, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'
import type { ListFilter } from '#app/ui/tables/list-filters.tsx'

/** What an address of the list of people requests; a group of '-' means those in none. */
export type PeopleQuery = {
  search: string
  role: Role | null
  group: string | null
  state: MemberState | null
}

/** Anything that the list does not know is ignored. */
export function peopleQuery({ searchParams }: URL): PeopleQuery {
  const role = Number(searchParams.get('role') ?? NaN)
  return {
    search: (searchParams.get('q') ?? '').slice(0, maxSearchLength),
    role: ([1, 2, 3, 4, 5] as const).find((one) => one === role) ?? null,
    group: searchParams.get('group')?.slice(0, 100) || null,
    state: memberStates.find((one) => one === searchParams.get('state')) ?? null,
  }
}

export function peoplePath(roomGuid: string, query: Partial<PeopleQuery>, page?: number): string {
  return href(
    routes.rooms.people.index,
    { RoomGuid: roomGuid },
    {
      q: query.search || undefined,
      role: query.role ?? undefined,
      group: query.group ?? undefined,
      state: query.state ?? undefined,
      page,
    },
  )
}

/** What the list can be narrowed to, each a field with its choices. */
export function peopleFilters(
  room: { guid: string; version: RoomVersion },
  query: PeopleQuery,
  groups: readonly { guid: string; name: string }[],
): ListFilter[] {
  const states = {
    name: 'state',
    label: 'Status',
    value: query.state ?? '',
    options: [
      { value: '', label: 'Any status' },
      ...memberStates.map((state) => ({ value: state, label: memberStateLabel[state] })),
    ],
  }
  const roles = {
    name: 'role',
    label: 'Role',
    value: String(query.role ?? ''),
    options: [
      { value: '', label: 'Any role' },
      ...rolesToGive(room.version).map((role) => ({
        value: String(role),
        label: roleName(role, room.version),
      })),
    ],
  }
  const ofGroups = {
    name: 'group',
    label: 'Group',
    value: query.group ?? '',
    options: [
      { value: '', label: 'Any group' },
      { value: '-', label: 'No group' },
      ...groups.map(({ guid, name }) => ({ value: guid, label: name })),
    ],
  }
  return groups.length > 0 ? [states, roles, ofGroups] : [states, roles]
}
