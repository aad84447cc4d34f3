import { InvalidArgumentError, Option, type Command } from 'commander'
import { maxSeats, planRequestLabel } from '#server/rules/product/plan-requests.ts'
import { tierCodes, tierKeys, tierOf, type Plan, type TierKey } from '#server/rules/product/plans.ts'
import { fileSize, utcMinute } from '#server/rules/text/format.ts'
import { answering } from '#server/cli/answer.ts'
import { readEmail } from '#server/cli/arguments.ts'
import { columns } from '#server/cli/columns.ts'
import { configured, withInstallation } from '#server/cli/installation.ts'

type LinkOptions = { valid: number; email?: string; days?: number; seats?: number; note?: string }
type ApproveOptions = { plan?: TierKey; days?: number; note?: string }

/** `strongroom plan …`: what plans allow, and what accounts ask for. */
export function addPlanCommands(program: Command): void {
  const family = program.command('plan').description('show plans, and decide on requests for them')
  addShow(family)
  addRequests(family)
  addApprove(family)
  addDecline(family)
  addLink(family)
}

/** `--days <number>`: how long an account has a plan. */
export function daysOption(): Option {
  return numberOption('--days <number>', 'end it after so many days; otherwise as the plan says', 3650)
}

function numberOption(flags: string, description: string, most: number): Option {
  return new Option(flags, description).argParser((text) => {
    const number = Number(text)
    if (/^\d+$/.test(text) && number >= 1 && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  })
}

function addShow(family: Command): void {
  const show = family
    .command('show')
    .description('show what each plan allows on this installation')
    .addHelpText('after', '\nExample:\n  strongroom plan show')
  answering(show, async () => {
    const { all } = configured().plans
    const heading = ['PLAN', 'FILE', 'STORAGE', 'RECIPIENTS', 'MEMBERS', 'ROOMS', 'SEATS', 'DAYS']
    return { lines: columns([heading, ...all.map(limitText)]), data: all }
  })
}

function limitText(plan: Plan): string[] {
  const orAny = (limit: number | null) => (limit === null ? 'any' : String(limit))
  return [
    plan.key,
    fileSize(plan.maxUploadBytes),
    plan.storageBytes === null ? 'any' : fileSize(plan.storageBytes),
    String(plan.maxRecipients),
    String(plan.maxMembers),
    orAny(plan.maxRooms),
    orAny(plan.seats),
    plan.days === null ? '' : String(plan.days),
  ]
}

function addRequests(family: Command): void {
  const requests = family
    .command('requests')
    .description('list the requests that wait for a decision')
    .option('--all', 'also those that were decided')
    .addHelpText('after', '\nExample:\n  strongroom plan requests')
  answering(requests, async ({ all }: { all?: true }) => {
    const filter = { pageSize: 1000, ...(all ? {} : { status: 'Waiting' as const }) }
    const { requests: found } = await withInstallation('guest', ({ plans }) =>
      plans.requests.page(null, filter),
    )
    const heading = ['REQUEST', 'ADDRESS', 'WANTS', 'HAS', 'SINCE', 'STATUS']
    const rows = found.map((request) => [
      request.guid,
      request.email,
      planRequestLabel({ ...request, plan: tierOf(request.tierCode).name }),
      tierOf(request.hasTierCode).name,
      time(request.createdAt).slice(0, 10),
      request.status,
    ])
    return {
      lines: rows.length > 0 ? columns([heading, ...rows]) : ['No requests.'],
      data: found.map(({ createdAt, decidedAt, ...request }) => ({
        ...request,
        createdAt: time(createdAt),
        decidedAt: decidedAt === null ? null : time(decidedAt),
      })),
    }
  })
}

function addApprove(family: Command): void {
  const approve = family
    .command('approve')
    .description('give an account the plan it asked for')
    .argument('<request>', 'as in the list')
    .addOption(new Option('--plan <plan>', 'give this one instead').choices(tierKeys))
    .addOption(daysOption())
    .option('--note <text>', 'added to the email about it')
    .addHelpText(
      'after',
      '\nExample:\n  strongroom plan approve 0f8b… --plan pro-pre-active --note "Invoice 2027-14 is on its way."',
    )
  answering(approve, async (guid: string, { plan, days, note }: ApproveOptions) => {
    const decision = {
      approves: true,
      ...(plan === undefined ? {} : { tierCode: tierCodes[plan] }),
      ...(days === undefined ? {} : { days }),
      ...(note === undefined ? {} : { note }),
    }
    const { email, hasTierCode } = await withInstallation('guest', async ({ plans }) => {
      await plans.requests.decide(null, guid, decision)
      return plans.requests.find(null, guid)
    })
    const given = tierOf(hasTierCode).name
    return { lines: [`${email} has the plan ${given}, and gets an email.`], data: { email, plan: given } }
  })
}

function addDecline(family: Command): void {
  const decline = family
    .command('decline')
    .description('decline a request; the plan stays as it is')
    .argument('<request>', 'as in the list')
    .option('--note <text>', 'added to the email about it')
    .addHelpText('after', '\nExample:\n  strongroom plan decline 0f8b… --note "Ask your own administrator."')
  answering(decline, async (guid: string, { note = '' }: { note?: string }) => {
    const { email } = await withInstallation('guest', async ({ plans }) => {
      await plans.requests.decide(null, guid, { approves: false, note })
      return plans.requests.find(null, guid)
    })
    return { lines: [`The request of ${email} is declined, and they get an email.`], data: { email } }
  })
}

function addLink(family: Command): void {
  const link = family
    .command('link')
    .description('create a link that gives one account a plan, and print it')
    .addArgument(family.createArgument('<plan>', 'the plan').choices(tierKeys))
    .addOption(new Option('--email <address>', 'only for the account with this address').argParser(readEmail))
    .addOption(daysOption())
    .addOption(numberOption('--seats <number>', 'how many people its team can have', maxSeats))
    .addOption(numberOption('--valid <days>', 'how long the link works', 365).default(30))
    .option('--note <text>', 'added to the email about it')
    .addHelpText('after', '\nExample:\n  strongroom plan link pro --email rita@example.com --days 365')
  answering(link, async (plan: TierKey, { valid, ...options }: LinkOptions) => {
    const made = await withInstallation('guest', ({ plans }) =>
      plans.links.create({ tierCode: tierCodes[plan], validDays: valid, ...options }),
    )
    const until = utcMinute(made.expiresAt)
    return {
      lines: [
        `This link gives one account the plan ${tierOf(tierCodes[plan]).name}, once, until ${until}:`,
        made.url,
      ],
      data: { url: made.url, plan, expiresAt: time(made.expiresAt) },
    }
  })
}

function time(at: number): string {
  return new Date(at).toISOString()
}
