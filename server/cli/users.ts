import { Option, type Command } from 'commander'
import type { ListedAccount, PasswordLink } from '#server/accounts/keeping/administration.ts'
import { erasedFrom } from '#server/rules/accounts/closing.ts'
import { tierCodes, tierKeys, tierOf, type TierKey } from '#server/rules/product/plans.ts'
import { addEndAccessTokens } from './accounts/access-tokens.ts'
import { answering, WrongUsage } from './answer.ts'
import { emailArgument, lineFromStdin } from './arguments.ts'
import { columns } from './columns.ts'
import { addDelete } from './delete-user.ts'
import { withInstallation } from './installation.ts'
import { addTier } from './plans/user-tier.ts'
import { addResetSecondFactor } from './second-factor.ts'

type CreateOptions = {
  first: string
  last: string
  tier?: TierKey
  operator?: true
  passwordStdin?: true
  send?: true
}
type ListOptions = { status?: string; search?: string }

/** `strongroom user …`: the accounts of the installation. */
export function addUsersCommands(program: Command): void {
  const user = program.command('user').description('manage accounts')
  addCreate(user)
  addList(user)
  addTier(user)
  addResetPassword(user)
  addRequirePasswordChange(user)
  addResetSecondFactor(user)
  addEndAccessTokens(user)
  addDisable(user)
  addEnable(user)
  addDelete(user)
}

function addCreate(user: Command): void {
  const create = user
    .command('create')
    .description('create an account that is active immediately')
    .addArgument(emailArgument('email', 'the address that the person signs in with'))
    .requiredOption('--first <name>', 'first name')
    .requiredOption('--last <name>', 'last name')
    .addOption(new Option('--tier <name>', 'plan; DEFAULT_TIER without it').choices(tierKeys))
    .option('--operator', 'create an operator account, which runs this installation')
    .option('--password-stdin', 'read the password from standard input, one line')
    .addOption(new Option('--send', 'email the link too').conflicts('passwordStdin'))
    .addHelpText(
      'after',
      `
Without --password-stdin it prints a link for checking the name and choosing a password. It works for 7
days, once.

Example:
  strongroom user create rita@example.com --first Rita --last Reyes --tier team --send`,
    )
  answering(create, async (email: string, options: CreateOptions) => {
    const { first: firstName, last: lastName, tier } = options
    const password = options.passwordStdin ? await lineFromStdin('the password') : undefined
    const made = await withInstallation('guest', ({ accounts: { administration } }) =>
      administration.create({
        email,
        firstName,
        lastName,
        isOperator: options.operator === true,
        isSent: options.send === true,
        ...(tier === undefined ? {} : { tierCode: tierCodes[tier] }),
        ...(password === undefined ? {} : { password }),
      }),
    )
    const plan = tierOf(made.user.tierCode).name
    const role = made.user.isOperator ? ', operator' : ''
    const lines = [`Created the account ${made.user.email} (${plan}${role}).`]
    return {
      lines: [...lines, ...linkLines(made.link, options)],
      data: { ...fieldsOf({ ...made.user, status: 'Active' }), link: linkData(made.link) },
    }
  })
}

function addList(user: Command): void {
  const statuses = ['active', 'pending', 'suspended']
  const list = user
    .command('list')
    .description('list accounts by address')
    .addOption(new Option('--status <status>', 'only these').choices(statuses))
    .option('--search <text>', 'only those with the text in address or name')
    .addHelpText('after', '\nExample:\n  strongroom user list --status suspended')
  answering(list, async ({ status, search }: ListOptions) => {
    const filter = {
      ...(status === undefined ? {} : { status: statusOf(status) }),
      ...(search === undefined ? {} : { search }),
    }
    const accounts = await withInstallation('guest', async ({ accounts: { administration } }) => {
      const found: ListedAccount[] = []
      for await (const page of administration.pages(filter)) found.push(...page)
      return found
    })
    const heading = ['ADDRESS', 'NAME', 'STATUS', 'PLAN', 'OPERATOR', 'SINCE']
    const rows = accounts.map((account) => [
      account.email,
      `${account.firstName} ${account.lastName}`,
      account.closedAt === null
        ? account.status
        : `Erased ${time(erasedFrom(account.closedAt)).slice(0, 10)}`,
      tierOf(account.tierCode).name,
      account.isOperator ? 'yes' : '',
      time(account.createdAt).slice(0, 10),
    ])
    return {
      lines: rows.length > 0 ? columns([heading, ...rows]) : ['No accounts match.'],
      data: accounts.map(({ createdAt, passwordChangedAt, closedAt, ...account }) => ({
        ...fieldsOf(account),
        timeZone: account.timeZone,
        createdAt: time(createdAt),
        passwordChangedAt: time(passwordChangedAt),
        erasedFrom: closedAt === null ? null : time(erasedFrom(closedAt)),
      })),
    }
  })
}

function addResetPassword(user: Command): void {
  const reset = user
    .command('reset-password')
    .description('create a link to choose a new password, and print it')
    .addArgument(emailArgument('email', 'the address of the account'))
    .option('--send', 'email the link too')
    .option('--end-sessions', 'sign all browsers of the account out now')
    .addHelpText(
      'after',
      `
The link works for one hour, once; older ones stop working. Until it's used, the password doesn't change. Using it
signs all browsers of the account out; --end-sessions does so at once. It also activates an account that is pending.
An account that was never set up gets another link to set it up, which works for 7 days.

Example:
  strongroom user reset-password rita@example.com --end-sessions`,
    )
  answering(reset, async (email: string, options: { send?: true; endSessions?: true }) => {
    const link = await withInstallation('guest', ({ accounts: { administration } }) =>
      administration.makeResetLink(email, {
        isSent: options.send === true,
        endsSessions: options.endSessions === true,
      }),
    )
    const ended = options.endSessions ? [`All browsers of ${email} are signed out.`] : []
    return { lines: [...ended, ...linkLines(link, options)], data: { email, link: linkData(link) } }
  })
}

function addRequirePasswordChange(user: Command): void {
  const require = user
    .command('require-password-change')
    .description('require a new password before anything else')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addHelpText(
      'after',
      `
It applies from the next request, including in browsers that are signed in. The person signs in with the current
password and then has to choose a new one.

Example:
  strongroom user require-password-change rita@example.com`,
    )
  answering(require, async (email: string) => {
    const isChanged = await withInstallation('guest', ({ accounts: { administration } }) =>
      administration.requirePasswordChange(email),
    )
    const line = isChanged
      ? `${email} has to choose a new password before anything else.`
      : `${email} already has to choose a new password. Nothing was changed.`
    return { lines: [line], data: { email, isChanged } }
  })
}

function addDisable(user: Command): void {
  const disable = user
    .command('disable')
    .description('suspend an account from its next request on')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addHelpText(
      'after',
      `
All its browsers are signed out, its links in emails stop working, and what it shares is closed to recipients until the
account is enabled again. Nothing is deleted. What others share with the address can still be read with a code by email.

Example:
  strongroom user disable rita@example.com`,
    )
  answering(disable, async (email: string) => {
    const isChanged = await withInstallation('guest', ({ accounts: { administration } }) =>
      administration.disable(email),
    )
    const line = isChanged ? `${email} is disabled.` : `${email} was disabled already.`
    return { lines: [line], data: { email, status: 'Suspended', isChanged } }
  })
}

function addEnable(user: Command): void {
  const enable = user
    .command('enable')
    .description('restore a suspended or closed account')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addHelpText(
      'after',
      `
What it shares is open again. A closed account can be restored this way until its 14 days are over. The person signs in
with the same password; an account that was never activated needs a new one by email.

Example:
  strongroom user enable rita@example.com`,
    )
  answering(enable, async (email: string) => {
    const isChanged = await withInstallation('guest', ({ accounts: { administration } }) =>
      administration.enable(email),
    )
    const line = isChanged
      ? `${email} is enabled again.`
      : `${email} was neither disabled nor closed. Nothing was changed.`
    return { lines: [line], data: { email, isChanged } }
  })
}

type Fields = Pick<
  ListedAccount,
  'guid' | 'email' | 'firstName' | 'lastName' | 'status' | 'tierCode' | 'isOperator'
>

function fieldsOf({ guid, email, firstName, lastName, status, tierCode, isOperator }: Fields) {
  const tier = tierOf(tierCode).name
  return { guid, email, firstName, lastName, status, tier, tierCode, isOperator }
}

function linkLines(link: PasswordLink | null, options: { send?: true }): string[] {
  if (!link) return []
  const until = time(link.expiresAt).slice(0, 16).replace('T', ' ')
  const sent = options.send ? ['An email with this link is sent as soon as the server runs.'] : []
  return [`A password can be chosen here, once, until ${until} UTC:`, link.url, ...sent]
}

function linkData(link: PasswordLink | null): { url: string; expiresAt: string } | null {
  return link && { url: link.url, expiresAt: time(link.expiresAt) }
}

function statusOf(word: string): ListedAccount['status'] {
  const status = (['Active', 'Pending', 'Suspended'] as const).find((one) => one.toLowerCase() === word)
  if (!status) throw new WrongUsage(`"${word}" isn’t an account status.`)
  return status
}

function time(at: number): string {
  return new Date(at).toISOString()
}
