import type { Command } from 'commander'
import { counted } from '#server/rules/text/format.ts'
import { answering } from './answer.ts'
import { withTeam } from './with-team.ts'

/** `strongroom team domain …`: the mail domains that belong to a team. */
export function addDomainCommands(team: Command): void {
  const domain = team.command('domain').description('manage a team’s email domains')
  addAdd(domain)
  addRemove(domain)
  addLock(domain)
  addUnlock(domain)
}

function addAdd(domain: Command): void {
  const add = named(domain, 'add', 'add an email domain to a team').addHelpText(
    'after',
    `
You confirm that the domain belongs to the team; nothing checks it. People find the team's single sign-on by it. Domains
open to everyone, such as gmail.com, are refused.

Example:
  strongroom team domain add Acme acme.example`,
  )
  answering(add, async (team: string, domain: string) => {
    const { name } = await withTeam(team, (found, { teams: { domains: teamDomains } }) =>
      teamDomains.add(found, domain),
    )
    return { lines: [`${domain} belongs to the team ${name}.`], data: { team: name, domain } }
  })
}

function addRemove(domain: Command): void {
  const remove = named(domain, 'remove', 'remove an email domain from a team').addHelpText(
    'after',
    '\nExample:\n  strongroom team domain remove Acme acme.example',
  )
  answering(remove, async (team: string, domain: string) => {
    const { name } = await withTeam(team, (found, { teams: { domains: teamDomains } }) =>
      teamDomains.remove(found, domain),
    )
    return {
      lines: [`${domain} no longer belongs to the team ${name}.`],
      data: { team: name, domain },
    }
  })
}

function addLock(domain: Command): void {
  const lock = named(
    domain,
    'lock',
    'only let members of the team sign in with an address there',
  ).addHelpText(
    'after',
    `
Accounts with addresses in the domain that do not belong to the team are signed out and cannot sign in. Nothing of theirs
is deleted or shown to the team. What others share with such addresses can still be read with a code.

Example:
  strongroom team domain lock Acme acme.example`,
  )
  answering(lock, async (team: string, domain: string) => {
    let ended = 0
    let outside: string[] = []
    const { name } = await withTeam(team, async (found, { teams: { domains: teamDomains } }) => {
      ;({ ended, outside } = await teamDomains.lock(found, domain))
    })
    const lines = [`Only members of ${name} can sign in with addresses at ${domain}.`]
    if (outside.length > 0) lines.push(...shutOutLines(outside, ended))
    return { lines, data: { team: name, domain, isLocked: true, ended, outside } }
  })
}

/** How many accounts are named; programs get all. */
const maxNamed = 20

/** Most who lock a domain expect to shut out no one they know. */
function shutOutLines(outside: string[], ended: number): string[] {
  return [
    `${counted(outside.length, 'account')} outside the team can no longer sign in:`,
    ...outside.slice(0, maxNamed).map((email) => `  ${email}`),
    ...(outside.length > maxNamed ? ['  …'] : []),
    ...(ended > 0 ? [`Signed out: ${counted(ended, 'browser')} of theirs.`] : []),
    'Add them to the team, or undo this with "strongroom team domain unlock".',
  ]
}

function addUnlock(domain: Command): void {
  const unlock = named(domain, 'unlock', 'let everyone with an address there sign in again').addHelpText(
    'after',
    '\nExample:\n  strongroom team domain unlock Acme acme.example',
  )
  answering(unlock, async (team: string, domain: string) => {
    const { name } = await withTeam(team, (found, { teams: { domains: teamDomains } }) =>
      teamDomains.unlock(found, domain),
    )
    return {
      lines: [`Everyone can sign in with addresses at ${domain}.`],
      data: { team: name, domain, isLocked: false },
    }
  })
}

function named(domain: Command, name: string, description: string): Command {
  return domain
    .command(name)
    .description(description)
    .argument('<team>', 'the team')
    .argument('<domain>', 'the email domain, like acme.example')
}
