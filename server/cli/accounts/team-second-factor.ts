import { InvalidArgumentError, Option, type Command } from 'commander'
import { dayBegins } from '#server/rules/sharing/expiry.ts'
import type { Requirement } from '#server/teams/sign-in/second-factor.ts'
import type { Team } from '#server/teams/teams.ts'
import { answering, WrongUsage } from '#server/cli/answer.ts'
import { withTeam } from '#server/cli/with-team.ts'

type Typed = { from?: number }

/** `strongroom team require-second-factor`: whether members need one, and from which day on. */
export function addRequireSecondFactor(team: Command): void {
  const require = team
    .command('require-second-factor')
    .description('set whether members need two-step verification')
    .argument('<team>', 'the team')
    .addArgument(team.createArgument('<state>', 'on or off').choices(['on', 'off']))
    .addOption(
      new Option('--from <day>', 'with "on": the day from which they need it, in UTC').argParser(readDay),
    )
    .addHelpText(
      'after',
      `
Members without it get an email, and are taken to their settings at their next request; nothing else opens until it's
set up. With --from that begins on that day, and they are reminded a week and a day before.

Examples:
  strongroom team require-second-factor Acme on
  strongroom team require-second-factor Acme on --from 2027-03-01`,
    )
  answering(require, async (named: string, state: 'on' | 'off', { from }: Typed) => {
    if (state === 'off' && from !== undefined) throw new WrongUsage('Use --from with "on" only.')
    const now = Date.now()
    if (from !== undefined && from <= now) throw new WrongUsage('The day has to be after today.')
    const requirement: Requirement = state === 'off' ? 'optional' : (from ?? 'now')
    const { name } = await withTeam(named, (found, { teams: { secondFactor } }) =>
      secondFactor.set(found, requirement),
    )
    const secondFactorFrom = from === undefined ? null : new Date(from).toISOString()
    const line =
      state === 'off'
        ? `Members of ${name} don’t need two-step verification.`
        : secondFactorFrom === null
          ? `Members of ${name} need two-step verification.`
          : `Members of ${name} need two-step verification from ${secondFactorFrom} on.`
    return { lines: [line], data: { team: name, requiresSecondFactor: state === 'on', secondFactorFrom } }
  })
}

function readDay(text: string): number {
  const at = dayBegins(text, 'UTC')
  if (at === null) throw new InvalidArgumentError('It must be a day, like 2027-03-01.')
  return at
}

/** What is required of the members of a team, in words. */
export function requirementOf({
  requiresSecondFactor,
  secondFactorFrom,
}: Pick<Team, 'requiresSecondFactor' | 'secondFactorFrom'>): string {
  if (!requiresSecondFactor) return 'optional'
  return secondFactorFrom === null ? 'required' : `required from ${new Date(secondFactorFrom).toISOString()}`
}
