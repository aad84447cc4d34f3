import type { OverPlan } from '#server/plans/limited-part.ts'
import type { OverAll } from '#server/plans/plan-changes.ts'
import type { Plan, Plans } from '#server/rules/product/plans.ts'
import { requestableTiers } from '#server/rules/product/plan-requests.ts'
import { counted, fileSize } from '#server/rules/text/format.ts'
import type { ClosedShown } from '#app/ui/tables/closed-table.tsx'
import { href, routes } from '#app/routes.ts'

export type PlanRow = {
  key: string
  name: string
  isHere: boolean
  file: string
  storage: string
  recipients: string
  members: string
  rooms: string
  seats: string
  /** Where the page says what it would close; null if it would close nothing. */
  closes: string | null
}

/** The plans beside each other: those that can be asked for, Free, and the one that the account has. */
export function comparedPlans(plans: Plans, tierCode: number): Plan[] {
  const keys = ['free', ...requestableTiers]
  return plans.all.filter((plan) => keys.includes(plan.key) || plan.tierCode === tierCode)
}

export function planRow(plan: Plan, tierCode: number, closes: string | null): PlanRow {
  const orAny = (limit: number | null) => (limit === null ? 'No limit' : limit.toLocaleString('en'))
  return {
    key: plan.key,
    name: plan.name,
    isHere: plan.tierCode === tierCode,
    file: fileSize(plan.maxUploadBytes),
    storage: plan.storageBytes === null ? 'No limit' : fileSize(plan.storageBytes),
    recipients: orAny(plan.maxRecipients),
    members: orAny(plan.maxMembers),
    rooms: orAny(plan.maxRooms),
    seats: orAny(plan.seats),
    closes,
  }
}

type ClosedRow = ClosedShown['rows'][number]

/** What a plan closes, or would, with the reason for each. */
export function closedShown({ items, total }: OverAll, plan: Plan): ClosedShown {
  const more = total > items.length ? `and ${counted(total - items.length, 'other')}` : null
  return { rows: items.map((item) => closedRow(item, plan)), more }
}

function closedRow(item: OverPlan, plan: Plan): ClosedRow {
  const { kind, guid, name } = item
  const to =
    kind === 'share'
      ? href(routes.shares.details, { ShareGuid: guid })
      : href(routes.rooms.folder2, { ShareGuid: guid })
  return { key: guid, kind: kind === 'share' ? 'File' : 'Data room', name, to, why: whyOf(item, plan) }
}

function whyOf({ kind, why, figure }: OverPlan, plan: Plan): string {
  if (why === 'size') return `${fileSize(figure)}, up to ${fileSize(plan.maxUploadBytes)} allowed`
  if (why === 'number') return `Your data room number ${figure}, up to ${plan.maxRooms} allowed`
  if (kind === 'room') return `${counted(figure, 'member')}, up to ${plan.maxMembers} allowed`
  return `${counted(figure, 'recipient')}, up to ${plan.maxRecipients} allowed`
}
