import type { TeamDetails } from '#server/operations/console/teams.ts'
import { counted } from '#server/rules/text/format.ts'
import type { Plan } from '#server/rules/product/plans.ts'
import type { Services } from '#server/services.ts'

/** What the address says besides: a domain, or a plan that has been chosen. */
export type TeamActWith = { domain: string; plan: Plan | null; note: string }

/** What an operator can do with a team. */
export type TeamAct = {
  /** As the record names it. */
  command: string
  intent: string
  heading: string
  verb: string
  isBad: boolean
  isFor: (team: TeamDetails, given: Pick<TeamActWith, 'domain'>) => boolean
  lines: (team: TeamDetails, given: TeamActWith, services: Services) => Promise<string[]>
  /** Does it, and says in a few words what came of it. */
  run: (services: Services, team: TeamDetails, given: TeamActWith, by: string) => Promise<string>
}

/** Administrators of the server are not stopped with a team. */
function toSuspend({ members }: TeamDetails) {
  return members.filter(({ isOpen, isOperator }) => isOpen && !isOperator)
}

function suspended({ members }: TeamDetails) {
  return members.filter(({ isOpen }) => !isOpen)
}

/** By the last part of their addresses, in the order in which they are offered. */
export const teamActs: Readonly<Record<string, TeamAct>> = {
  plan: {
    command: 'team plan',
    intent: 'setTeamPlan',
    heading: 'Change the plan of all members?',
    verb: 'Change plan',
    isBad: false,
    isFor: ({ members }) => members.length > 0,
    async lines({ members }, { plan }, { plans }) {
      if (!plan) return []
      let closed = 0
      for (const member of members) closed += (await plans.changes.preview(member, plan.tierCode)).total
      const seats = plan.seats === null ? 'any number of members' : `up to ${counted(plan.seats, 'member')}`
      return [
        `${counted(members.length, 'account')} get the ${plan.name} plan and an email about it. People who join later get the plan of the team’s owner.`,
        `A team whose owner has it can have ${seats}.`,
        ...(closed > 0
          ? [`Shares and data rooms over its limits will be closed to others: ${closed}. Nothing is deleted.`]
          : []),
      ]
    },
    async run({ plans }, { members }, { plan, note }, by) {
      const { tierCode, name } = plan!
      // Owners first, so that the team never has fewer places than people.
      for (const { email } of members.toSorted((a, b) => a.role - b.role))
        await plans.changes.set(email, { tierCode, by: 'operator', actor: by, note })
      return `Plan changed to ${name}.`
    },
  },
  'confirm-domain': {
    command: 'team domain add',
    intent: 'confirmDomain',
    heading: 'Confirm that this domain is the team’s?',
    verb: 'Confirm domain',
    isBad: false,
    isFor: ({ claims }, { domain }) => claims.includes(domain),
    lines: async ({ name }, { domain }) => [
      `${domain} belongs to ${name} without a record in DNS. Make sure that it’s really theirs.`,
      'Its administrators can lock it: accounts with addresses there that aren’t in the team can’t sign in any more.',
      'Where not everyone can register, the team’s invitations create accounts at this domain.',
    ],
    async run({ teams }, { guid }, { domain }) {
      await teams.domains.add({ guid } as Parameters<typeof teams.domains.add>[0], domain)
      return 'Domain confirmed.'
    },
  },
  suspend: {
    command: 'team suspend',
    intent: 'suspendTeam',
    heading: 'Disable all accounts of this team?',
    verb: 'Disable accounts',
    isBad: true,
    isFor: (team) => toSuspend(team).length > 0,
    lines: async (team) => [
      `${counted(toSuspend(team).length, 'account')} are signed out of all browsers and can’t sign in. What they share is closed to recipients. Nothing is deleted.`,
      ...(team.members.some(({ isOperator }) => isOperator)
        ? ['Administrators of this server who are in the team stay as they are.']
        : []),
      'You can enable them again, all together or one by one.',
    ],
    async run({ accounts }, team) {
      for (const { email } of toSuspend(team)) await accounts.administration.disable(email)
      return 'Accounts disabled.'
    },
  },
  restore: {
    command: 'team restore',
    intent: 'restoreTeam',
    heading: 'Enable all accounts of this team?',
    verb: 'Enable accounts',
    isBad: false,
    isFor: (team) => suspended(team).length > 0,
    lines: async (team) => [
      `${counted(suspended(team).length, 'account')} can sign in again, and what they share is open again: also accounts that were disabled or closed one by one.`,
      ...suspended(team)
        .slice(0, 20)
        .map(({ email }) => email),
    ],
    async run({ accounts }, team) {
      for (const { email } of suspended(team)) await accounts.administration.enable(email)
      return 'Accounts enabled.'
    },
  },
  close: {
    command: 'team close',
    intent: 'closeTeamAsOperator',
    heading: 'Close this team?',
    verb: 'Close team',
    isBad: true,
    isFor: () => true,
    lines: async ({ members, domains }) => [
      `${counted(members.length, 'account')} leave it and get an email. Accounts, shares and data rooms stay with their owners.`,
      'Co-owners of data rooms become contributors, because they’re no longer in the owner’s team.',
      ...(domains.length > 0
        ? [
            `${domains.map(({ domain }) => domain).join(', ')}: anyone with an address there can sign in again.`,
          ]
        : []),
      'Single sign-on, invitations and sign-in rules end. What was recorded stays.',
      'This can’t be undone.',
    ],
    async run({ teams }, { guid }, _given, by) {
      await teams.life.closeByOperator(by, guid)
      return 'Team closed.'
    },
  },
}
