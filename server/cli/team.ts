import { Option, type Command } from 'commander'
import { signInMethods, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { teamRoleNames, teamRoles, type TeamRoleName } from '#server/rules/accounts/team-roles.ts'
import type { Team } from '#server/teams/teams.ts'
import { answering, WrongUsage } from './answer.ts'
import { emailArgument } from './arguments.ts'
import { columns } from './columns.ts'
import { withInstallation } from './installation.ts'
import { addColours } from './team-colours.ts'
import { addDomainCommands } from './team-domain.ts'
import { addRequireSecondFactor, requirementOf } from './accounts/team-second-factor.ts'
import { addShow } from './team-show.ts'
import { addSingleSignOnCommands } from './team-sso.ts'
import { withTeam } from './with-team.ts'

/** `strongroom team …`: who signs in with which requirements. TEAM is a name or a guid. */
export function addTeamsCommands(program: Command): void {
  const team = program.command('team').description('manage teams and how their members sign in')
  addCreate(team)
  addList(team)
  addShow(team)
  addAddMember(team)
  addRemoveMember(team)
  addMethods(team)
  addRequireSecondFactor(team)
  addColours(team)
  addDomainCommands(team)
  addSingleSignOnCommands(team)
}

function addCreate(team: Command): void {
  const create = team
    .command('create')
    .description('create a team without members')
    .argument('<name>', "the team's name")
    .addHelpText('after', '\nExample:\n  strongroom team create Acme')
  answering(create, async (name: string) => {
    const made = await withInstallation('guest', ({ teams: { all: teams } }) => teams.create(name))
    return { lines: [`Created the team ${made.name}.`], data: { guid: made.guid, name: made.name } }
  })
}

function addList(team: Command): void {
  const list = team
    .command('list')
    .description('list teams by name')
    .addHelpText('after', '\nExample:\n  strongroom team list')
  answering(list, async () => {
    const found = await withInstallation('guest', async ({ teams: { all: teams } }) =>
      Promise.all(
        (await teams.list()).map(async (one) => ({ ...one, members: (await teams.members(one)).length })),
      ),
    )
    const heading = ['NAME', 'MEMBERS', 'SIGN IN BY', 'SECOND FACTOR', 'GUID']
    const rows = found.map((one) => [
      one.name,
      String(one.members),
      methodsOf(one),
      requirementOf(one),
      one.guid,
    ])
    return {
      lines: rows.length > 0 ? columns([heading, ...rows]) : ['No teams.'],
      data: found.map(({ createdAt, secondFactorFrom, ...one }) => ({
        ...one,
        secondFactorFrom: secondFactorFrom === null ? null : new Date(secondFactorFrom).toISOString(),
        createdAt: new Date(createdAt).toISOString(),
      })),
    }
  })
}

function addAddMember(team: Command): void {
  const add = team
    .command('add-member')
    .description('add an account to a team, or change its role there')
    .argument('<team>', 'the team')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addOption(new Option('--role <role>', 'its role in the team').choices(teamRoleNames).default('member'))
    .addHelpText(
      'after',
      `
An account belongs to one team at most. The team's sign-in requirements apply from its next sign-in on.

Example:
  strongroom team add-member Acme rita@example.com --role owner`,
    )
  answering(add, async (named: string, email: string, { role }: { role: TeamRoleName }) => {
    const { name } = await withTeam(named, (found, { teams: { all: teams } }) =>
      teams.addMember(found, email, teamRoles[role]),
    )
    return { lines: [`${email} is ${role} of the team ${name}.`], data: { team: name, email, role } }
  })
}

function addRemoveMember(team: Command): void {
  const remove = team
    .command('remove-member')
    .description('remove an account from a team')
    .argument('<team>', 'the team')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addHelpText(
      'after',
      `
The account stays, with everything it shares, but can no longer use the team's single sign-on. If its address is in a
locked domain of the team, it is signed out and can't sign in at all.

Example:
  strongroom team remove-member Acme rita@example.com`,
    )
  answering(remove, async (named: string, email: string) => {
    const { name } = await withTeam(named, (found, { teams: { all: teams } }) =>
      teams.removeMember(found, email),
    )
    return { lines: [`${email} no longer belongs to the team ${name}.`], data: { team: name, email } }
  })
}

function addMethods(team: Command): void {
  const methods = team
    .command('methods')
    .description('set which sign-in methods members can use')
    .argument('<team>', 'the team')
    .argument('<methods>', `all, or some of ${signInMethods.join(', ')} separated by commas`)
    .addHelpText(
      'after',
      `
At least one working sign-in method must remain. People who are signed in stay signed in. "all" restores access for a
team that has locked itself out.

Example:
  strongroom team methods Acme sso,password`,
    )
  answering(methods, async (named: string, typed: string) => {
    const allowed = methodsIn(typed)
    const { name } = await withTeam(named, (found, { teams: { all: teams } }) =>
      teams.setMethods(found, allowed),
    )
    const line = allowed
      ? `Members of ${name} sign in by ${allowed.join(' or ')} only.`
      : `Members of ${name} can sign in by any method.`
    return { lines: [line], data: { team: name, methods: allowed } }
  })
}

function methodsIn(typed: string): SignInMethod[] | null {
  if (typed === 'all') return null
  const names = typed.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !signInMethods.some((method) => method === name))
  if (unknown !== undefined) {
    throw new WrongUsage(`"${unknown}" isn’t a sign-in method. Use ${signInMethods.join(', ')}, or all.`)
  }
  return signInMethods.filter((method) => names.includes(method))
}

function methodsOf({ allowedMethods }: Pick<Team, 'allowedMethods'>): string {
  return allowedMethods ? allowedMethods.join(', ') : 'any way'
}
