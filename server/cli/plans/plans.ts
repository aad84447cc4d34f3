import { InvalidArgumentError, Option, type Command } from 'commander'
import { planRequestLabel } from '#server/rules/product/plan-requests.ts'
import { tierCodes, tierKeys, tierOf, type Plan, type TierKey } from '#server/rules/product/plans.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { answering } from '#server/cli/answer.ts'
import { columns } from '#server/cli/columns.ts'
import { configured, withInstallation } from '#server/cli/installation.ts'

type ApproveOptions = { plan?: TierKey; days?: number; note?: string }

/** `strongroom plan …`: what plans allow, and what accounts ask for. */
export function addPlanCommands(program: Command): void {
  const family = program.command('plan').description('show plans, and decide on requests for them')
  addShow(family)
  addRequests(family)
  addApprove(family)
  addDecline(family)
}

/** `--days <number>`: how long an account has a plan. */
export function daysOption(): Option {
  return new Option('--days <number>', 'end it after so many days; otherwise as the plan says').argParser(
    (text) => {
      const days = Number(text)
      if (/^\d+$/.test(text) && days >= 1 && days <= 3650) return days
      throw new InvalidArgumentError('It must be a whole number from 1 to 3650.')
    },
  )
}

function addShow(family: Command): void {
  const show = family
    .command('show')
    .description('show what each plan allows on this installation')
    .addHelpText('after', '\nExample:\n  strongroom plan show')
  answering(show, async () => {
    const { all } = configured().plans
    const heading = ['PLAN', 'FILE', 'STORAGE', 'RECIPIENTS', 'MEMBERS', 'ROOMS', 'SEATS', 'DAYS']
    return { lines: columns([heading, ...all.map(limitWords)]), data: all }
  })
}

function limitWords(plan: Plan): string[] {
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
    .option('--note <text>', 'what the person is told about it')
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
    return { lines: [`${email} has the plan ${given}, and is told by email.`], data: { email, plan: given } }
  })
}

function addDecline(family: Command): void {
  const decline = family
    .command('decline')
    .description('decline a request; the plan stays as it is')
    .argument('<request>', 'as in the list')
    .option('--note <text>', 'what the person is told about it')
    .addHelpText('after', '\nExample:\n  strongroom plan decline 0f8b… --note "Ask your own administrator."')
  answering(decline, async (guid: string, { note = '' }: { note?: string }) => {
    const { email } = await withInstallation('guest', async ({ plans }) => {
      await plans.requests.decide(null, guid, { approves: false, note })
      return plans.requests.find(null, guid)
    })
    return { lines: [`The request of ${email} is declined, and they are told by email.`], data: { email } }
  })
}

function time(at: number): string {
  return new Date(at).toISOString()
}
