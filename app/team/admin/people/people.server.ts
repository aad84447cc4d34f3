import { personStateLabel, teamRoleLabel, type PersonState } from '#server/rules/accounts/team-people.ts'
import { Problem } from '#server/rules/problems.ts'
import { sessionMethodLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { recentTime } from '#server/rules/text/format.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import type { TeamPerson } from '#server/teams/people/team-people.ts'
import { href, routes } from '#app/routes.ts'
import { pageNumber } from '#app/request/loader.server.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'
import type { Tone } from '#app/ui/badge.tsx'
import { peopleFilter, peopleFilters, peoplePath } from './people-list.server.ts'

const tones: Record<PersonState, Tone> = { active: 'good', pending: 'warn', suspended: 'bad' }

async function load(context: TeamContext) {
  const { user, services, url } = context
  const filter = peopleFilter(url)
  const page = pageNumber(url)
  const range = { ...filter, page, pageSize: rowsOnScreen }
  const { people, total, all } = await services.teams.people.list(user, range)
  if (page > 1 && people.length === 0) throw new Problem('notFound')
  const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
  return {
    people: people.map((person) => listedPerson(person, context)),
    counted: total === all ? `${all} in this team` : `${total} of ${all}`,
    search: filter.search,
    filters: peopleFilters(filter),
    isFiltered: peoplePath(filter) !== peoplePath(),
    action: href(routes.team.admin),
    kept: { tabActive: 'people' },
    list: peoplePath(),
    where: `Page ${page} of ${pages}`,
    previous: page > 1 ? peoplePath(filter, page - 1) : null,
    next: page < pages ? peoplePath(filter, page + 1) : null,
  }
}

export type PeopleData = Awaited<ReturnType<typeof load>>

function listedPerson(person: TeamPerson, { user, now }: TeamContext) {
  const { name, email, state, signedInAt } = person
  return {
    guid: person.guid,
    name,
    email,
    initials: initialsOf(name || email),
    role: teamRoleLabel(person.role),
    state: { words: personStateLabel[state], tone: tones[state], isUsual: state === 'active' },
    ways: person.ways.map((way) => sessionMethodLabels[way]).join(', '),
    hasSecondFactor: person.hasSecondFactor,
    signedIn: signedInAt === null ? null : recentTime(signedInAt, user.timeZone, now),
  }
}

export const peopleTab: TeamTab = { load, intents: () => ({}) }
