import { Argument, InvalidArgumentError, Option, type Command } from 'commander'
import type { ListedCode } from '#server/accounts/registering/signup-codes.ts'
import { tierCodes, tierKeys, tierOf, type TierKey } from '#server/rules/product/plans.ts'
import { answering } from './answer.ts'
import { readEmail } from './arguments.ts'
import { columns } from './columns.ts'
import { withInstallation } from './installation.ts'

type CreateOptions = { tier?: TierKey; uses: number | 'any'; days?: number; note: string }

const day = 24 * 3_600_000
const maxUses = 1_000_000
const maxDays = 3650

/** `strongroom signup-code …`: codes with which people create accounts. */
export function addSignupCodeCommands(program: Command): void {
  const family = program.command('signup-code').description('manage codes for creating accounts')
  addCreate(family)
  addList(family)
  addRevoke(family)
}

function addCreate(family: Command): void {
  const create = family
    .command('create')
    .description('create a code and print it once')
    .addArgument(
      new Argument('[email]', 'also print a sign-up link with this address filled in').argParser(readEmail),
    )
    .addOption(new Option('--tier <name>', 'plan of the accounts; DEFAULT_TIER without it').choices(tierKeys))
    .addOption(
      new Option('--uses <number>', 'how many accounts can be created with it, or "any"')
        .default(1)
        .argParser((text) => (text === 'any' ? text : wholeNumber(text, maxUses))),
    )
    .addOption(
      new Option('--days <number>', 'how long it works; without it, until it is revoked').argParser((text) =>
        wholeNumber(text, maxDays),
      ),
    )
    .option('--note <text>', 'what it is for; shown in the list only', '')
    .addHelpText(
      'after',
      `
With REGISTRATION=code an account can only be created with a code; with REGISTRATION=open a code can set another plan.
The code is stored as a hash, so no one can look it up again. It does not prove an email address; that is still
confirmed by email.

Example:
  strongroom signup-code create rita@example.com --tier team --days 14 --note "new partner"`,
    )
  answering(create, async (email: string | undefined, options: CreateOptions) => {
    const { tier, days, note } = options
    const usesLeft = options.uses === 'any' ? null : options.uses
    const { made, expiresAt, url } = await withInstallation(
      'guest',
      async ({ clock, accounts: { signupCodes } }, config) => {
        const expiresAt = days === undefined ? null : clock() + days * day
        const tierCode = tier === undefined ? null : tierCodes[tier]
        const made = await signupCodes.create({
          tierCode,
          usesLeft,
          expiresAt,
          note: note.slice(0, 200),
        })
        const path = `/access/register/${encodeURIComponent(email ?? '')}/${made.code}`
        return { made, expiresAt, url: email === undefined ? null : new URL(path, config.publicUrl).href }
      },
    )
    const lines = [
      `Created the sign-up code ${made.name}: ${usesText(usesLeft)}, ${untilText(expiresAt)}.`,
      made.code,
      ...(url ? [url] : []),
    ]
    const data = { ...made, url, tier: tier ?? null, usesLeft, expiresAt: time(expiresAt), note }
    return { lines, data }
  })
}

function addList(family: Command): void {
  const list = family
    .command('list')
    .description('list the codes, the newest first')
    .addHelpText('after', '\nExample:\n  strongroom signup-code list')
  answering(list, async () => {
    const codes = await withInstallation('guest', ({ accounts: { signupCodes } }) => signupCodes.list())
    const heading = ['NAME', 'PLAN', 'USES LEFT', 'UNTIL', 'MADE', 'NOTE']
    const rows = codes.map((code) => [
      code.name,
      planText(code),
      code.usesLeft === null ? 'any' : String(code.usesLeft),
      code.expiresAt === null ? '' : `${shortTime(code.expiresAt)}${code.isUsable ? '' : ' (over)'}`,
      shortTime(code.createdAt).slice(0, 10),
      code.note,
    ])
    return {
      lines: rows.length > 0 ? columns([heading, ...rows]) : ['No sign-up codes.'],
      data: codes.map(({ tierCode, expiresAt, createdAt, ...code }) => ({
        ...code,
        tier: tierCode === null ? null : tierOf(tierCode).name,
        expiresAt: time(expiresAt),
        createdAt: time(createdAt),
      })),
    }
  })
}

function addRevoke(family: Command): void {
  const revoke = family
    .command('revoke')
    .description('revoke a code; accounts created with it stay')
    .argument('<name>', 'its name in the list, or the code itself')
    .addHelpText('after', '\nExample:\n  strongroom signup-code revoke 3f9a01c2')
  answering(revoke, async (name: string) => {
    await withInstallation('guest', ({ accounts: { signupCodes } }) => signupCodes.revoke(name))
    return { lines: [`The sign-up code ${name} is revoked.`], data: { name } }
  })
}

function wholeNumber(text: string, max: number): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= 1 && number <= max) return number
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${max}.`)
}

function planText({ tierCode }: ListedCode): string {
  return tierCode === null ? '' : tierOf(tierCode).name
}

function usesText(uses: number | null): string {
  if (uses === null) return 'for any number of accounts'
  return uses === 1 ? 'for one account' : `for ${uses} accounts`
}

function untilText(expiresAt: number | null): string {
  return expiresAt === null ? 'until it is revoked' : `until ${shortTime(expiresAt)} UTC`
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

function shortTime(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}
