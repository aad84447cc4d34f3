import { mayActOn } from '#server/rules/accounts/team-roles.ts'
import {
  personStateLabel,
  teamRoleLabel,
  teamRoleLabels,
  type PersonState,
} from '#server/rules/accounts/team-people.ts'
import { Problem } from '#server/rules/problems.ts'
import { sessionMethodLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { midSentence, recentTime } from '#server/rules/text/format.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { inviteForm, peopleActs, peopleBulkForm, removePeopleForm } from '#server/teams/people/team-forms.ts'
import type { TeamPerson } from '#server/teams/people/team-people.ts'
import { href, routes } from '#app/routes.ts'
import { once, onceAMinute } from '#app/request/action.server.ts'
import { pageNumber } from '#app/request/loader.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'
import type { Tone } from '#app/ui/badge.tsx'
import { invitedAnswer } from './invited-answer.server.ts'
import { actsByState, peopleBulk } from './people-acts.server.ts'
import { peopleFilter, peopleFilters, peoplePath } from './people-list.server.ts'
import { removePeople } from './removing.server.ts'

const tones: Record<PersonState, Tone> = {
  active: 'good',
  pending: 'warn',
  suspended: 'bad',
  invited: 'brass',
  expired: 'warn',
  asked: 'warn',
  rejected: 'bad',
  withdrawn: 'soft',
  left: 'soft',
}

async function load(context: TeamContext) {
  const { user, team, url } = context
  const guid = url.searchParams.get('person')
  const shared = {
    list: peoplePath(),
    here: url.pathname + url.search,
    invite: teamPath('people', { panel: 'invite' }),
    roles: rolesToGive(team.role),
  }
  if (guid !== null) {
    const { person } = await context.services.teams.people.find(user, guid)
    return { kind: 'person' as const, ...shared, person: shownPerson(person, context) }
  }
  if (url.searchParams.get('panel') === 'invite') return { kind: 'invite' as const, ...shared }
  return { kind: 'list' as const, ...shared, ...(await list(context)) }
}

export type PeopleData = Awaited<ReturnType<typeof load>>
export type ListData = Extract<PeopleData, { kind: 'list' }>
export type PersonData = Extract<PeopleData, { kind: 'person' }>

async function list(context: TeamContext) {
  const { user, services, url } = context
  const filter = peopleFilter(url)
  const page = pageNumber(url)
  const range = { ...filter, page, pageSize: rowsOnScreen }
  const { people, total, all } = await services.teams.people.list(user, range)
  if (page > 1 && people.length === 0) throw new Problem('notFound')
  const pages = Math.max(1, Math.ceil(total / rowsOnScreen))
  const shown = people.map((person) => shownPerson(person, context))
  const possible = new Set(shown.flatMap(({ acts }) => acts))
  return {
    people: shown,
    acts: peopleActs.filter((act) => possible.has(act)),
    counted: total === all ? `${all} in this list` : `${total} of ${all}`,
    search: filter.search,
    filters: peopleFilters(filter),
    isFiltered: peoplePath(filter) !== peoplePath(),
    action: href(routes.team.admin),
    kept: { tabActive: 'people' },
    where: `Page ${page} of ${pages}`,
    previous: page > 1 ? peoplePath(filter, page - 1) : null,
    next: page < pages ? peoplePath(filter, page + 1) : null,
  }
}

function rolesToGive(own: number) {
  return teamRoleLabels.flatMap((label, role) =>
    mayActOn(own, role) ? [{ value: String(role), label }] : [],
  )
}

export type ShownPerson = ReturnType<typeof shownPerson>

function shownPerson(person: TeamPerson, { user, team, now }: TeamContext) {
  const { guid, name, email, state, signedInAt, since } = person
  const isTheirs = mayActOn(team.role, person.role)
  const recent = (at: number) => recentTime(at, user.timeZone, now)
  return {
    guid,
    to: teamPath('people', { person: guid }),
    name,
    email,
    initials: initialsOf(name || email),
    role: teamRoleLabel(person.role),
    roleCode: String(person.role),
    state: { words: personStateLabel[state], tone: tones[state], isUsual: state === 'active' },
    since: since ? midSentence(recent(since.at)) : null,
    by: since?.by ?? '',
    hasAccount: person.hasAccount,
    methods: person.methods.map((method) => sessionMethodLabels[method]).join(', '),
    hasSecondFactor: person.hasSecondFactor,
    signedIn: signedInAt === null ? null : recent(signedInAt),
    acts: isTheirs ? actsByState[state] : [],
    isSelf: guid === user.guid,
  }
}

export const peopleTab: TeamTab = {
  load,
  intents: () => ({
    invite: once(inviteForm, async ({ form, user, services }) => {
      const { people: pasted, role, message = '' } = form
      return Response.json(
        invitedAnswer(await services.teams.invitations.invite(user, { pasted, role, message })),
      )
    }),
    people: onceAMinute(peopleBulkForm, async ({ form, user, ...context }) =>
      Response.json(await peopleBulk(context, user, form)),
    ),
    removePeople: once(removePeopleForm, async ({ form, user, ...context }) =>
      Response.json(await removePeople(context, user, form)),
    ),
  }),
}
