import type { Command } from 'commander'
import { counted, fileSize, utcMinute } from '#server/rules/text/format.ts'
import { tierCodes, tierKeys, tierOf, type TierKey } from '#server/rules/product/plans.ts'
import type { OverPlan } from '#server/plans/limited-part.ts'
import type { OverAll } from '#server/plans/plan-changes.ts'
import { answering } from '#server/cli/answer.ts'
import { emailArgument } from '#server/cli/arguments.ts'
import { withInstallation } from '#server/cli/installation.ts'
import { daysOption } from './plans.ts'

type TierOptions = { days?: number; note?: string; preview?: true }

/** `strongroom user tier …` */
export function addTier(user: Command): void {
  const tier = user
    .command('tier')
    .description('set the plan of an account, from its next request on')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addArgument(user.createArgument('<tier>', 'the plan').choices(tierKeys))
    .addOption(daysOption())
    .option('--note <text>', 'added to the email about it')
    .option('--preview', 'only show what the plan would close')
    .addHelpText(
      'after',
      `
What is over the limits of the plan is closed to everyone but its owner: shares with more people or a larger file, data
rooms with more members or beyond their number, the newest first. Nothing is deleted, and a larger plan opens it again.
Trials end after 7 days, pro-pre-active after 14; the account then has the plan free.

Example:
  strongroom user tier rita@example.com pro --note "Invoice 2027-14 is paid."`,
    )
  answering(tier, async (email: string, name: TierKey, { days, note, preview }: TierOptions) => {
    const tierCode = tierCodes[name]
    if (preview) {
      const over = await withInstallation('guest', ({ plans }) => plans.changes.previewFor(email, tierCode))
      return { lines: overLines(over, `${tierOf(tierCode).name} would close`), data: over }
    }
    const {
      user: account,
      was,
      over,
    } = await withInstallation('guest', async ({ plans }) => {
      const change = {
        tierCode,
        by: 'operator' as const,
        ...(days === undefined ? {} : { days }),
        ...(note === undefined ? {} : { note }),
      }
      const set = await plans.changes.set(email, change)
      return { ...set, over: await plans.changes.closed(set.user) }
    })
    const [before, now] = [tierOf(was).name, tierOf(account.tierCode).name]
    const { tierEndsAt } = account
    const ends = tierEndsAt === null ? [] : [`It ends on ${utcMinute(tierEndsAt)}.`]
    return {
      lines: [
        `${account.email} has the plan ${now} (before: ${before}).`,
        ...ends,
        ...(over.total === 0 ? [] : overLines(over, 'Over its limits, and closed')),
      ],
      data: {
        email,
        tier: now,
        before,
        endsAt: tierEndsAt === null ? null : new Date(tierEndsAt).toISOString(),
        closed: over,
      },
    }
  })
}

function overLines({ items, total }: OverAll, heading: string): string[] {
  if (total === 0) return [`${heading} nothing.`]
  const more = total > items.length ? [`  and ${total - items.length} more`] : []
  return [`${heading}:`, ...items.map((item) => `  ${itemText(item)}`), ...more]
}

function itemText({ kind, name, why, figure }: OverPlan): string {
  const what = kind === 'share' ? 'share' : 'data room'
  if (why === 'size') return `${what} "${name}": ${fileSize(figure)}`
  if (why === 'number') return `${what} "${name}": number ${figure} of its owner’s`
  return `${what} "${name}": ${counted(figure, kind === 'share' ? 'recipient' : 'member')}`
}
