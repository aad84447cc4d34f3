import { memberStates, memberStateWords, type MemberState } from '#server/rules/rooms/room-people.ts'
import { roleName, rolesToGive, type Role, type RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { href, routes } from '#app/routes.ts'
import type { ChoiceLink } from '#app/ui/forms/choice-links.tsx'

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
    search: (searchParams.get('q') ?? '').slice(0, 200),
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

type Links = { label: string; choices: ChoiceLink[] }

/** The filters of the list, each a row of links. */
export function peopleFilters(
  room: { guid: string; version: RoomVersion },
  query: PeopleQuery,
  groups: readonly { guid: string; name: string }[],
): Links[] {
  const link = (label: string, change: Partial<PeopleQuery>, isHere: boolean): ChoiceLink => ({
    label,
    to: peoplePath(room.guid, { ...query, ...change }),
    isHere,
  })
  const states: Links = {
    label: 'Show',
    choices: [
      link('All', { state: null }, query.state === null),
      ...memberStates.map((state) => link(memberStateWords[state], { state }, query.state === state)),
    ],
  }
  const roles: Links = {
    label: 'Role',
    choices: [
      link('Any', { role: null }, query.role === null),
      ...rolesToGive(room.version).map((role) =>
        link(roleName(role, room.version), { role }, query.role === role),
      ),
    ],
  }
  const ofGroups: Links = {
    label: 'Group',
    choices: [
      link('Any', { group: null }, query.group === null),
      link('None', { group: '-' }, query.group === '-'),
      ...groups.map(({ guid, name }) => link(name, { group: guid }, query.group === guid)),
    ],
  }
  return groups.length > 0 ? [states, roles, ofGroups] : [states, roles]
}
