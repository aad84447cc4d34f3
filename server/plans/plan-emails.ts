import { composeEmail, type Email } from '#server/mail/layout.ts'
import { counted, utcMinute } from '#server/rules/text/format.ts'
import { planRequestLabel, type PlanRequestKind } from '#server/rules/product/plan-requests.ts'
import { productName } from '#server/rules/product/product.ts'
import type { ChangedBy } from './plan-changes.ts'

type To = { to: string; publicUrl: URL }

export function planChangedEmail({
  to,
  publicUrl,
  from,
  plan,
  by,
  note,
  endsAt,
  closed,
}: To & {
  from: string
  plan: string
  by: ChangedBy
  note: string
  endsAt: number | null
  /** How many shares and rooms are closed now. */
  closed: number
}): Email {
  const heading = by === 'end' ? `Your ${from} has ended` : `Your plan is now ${plan}`
  return composeEmail({
    to,
    subject: by === 'end' ? `Your ${from} has ended: your plan is now ${plan}` : heading,
    heading,
    paragraphs: [
      ...(by === 'end'
        ? [`Your account at ${publicUrl.host} is back on ${plan}.`]
        : [changedBy(publicUrl, by)]),
      ...(endsAt === null
        ? []
        : [`It ends on ${utcMinute(endsAt)} and goes back to Free. There’s nothing to cancel.`]),
      ...(closed === 0
        ? []
        : [
            `${counted(closed, 'share or data room')} over its limits ${closed === 1 ? 'is' : 'are'} closed to other people. Nothing is deleted, and everything opens again with a larger plan.`,
          ]),
    ],
    ...(note === '' ? {} : { message: note }),
    action: { label: 'See your plan', url: planUrl(publicUrl) },
  })
}

export function planEndingEmail({
  to,
  publicUrl,
  plan,
  endsAt,
  days,
  closed,
}: To & { plan: string; endsAt: number; days: number; closed: number }): Email {
  const left = days <= 1 ? 'tomorrow' : `in ${days} days`
  return composeEmail({
    to,
    subject: `Your ${plan} ends ${left}`,
    heading: `Your ${plan} ends ${left}`,
    paragraphs: [
      `It ends on ${utcMinute(endsAt)}. Your account at ${publicUrl.host} then goes back to Free.`,
      closed === 0
        ? 'Nothing you’ve shared is over the limits of Free, so all of it stays open.'
        : `${counted(closed, 'share or data room')} over the limits of Free will then be closed to other people. Nothing is deleted, and everything opens again with a larger plan.`,
    ],
    action: { label: 'Compare plans', url: new URL('/salesportal', publicUrl).href },
    otherAction: { label: 'See what would be closed', url: planUrl(publicUrl) },
  })
}

export function planRequestedEmail({
  to,
  publicUrl,
  email,
  message,
  ...wanted
}: To & {
  email: string
  message: string
  kind: PlanRequestKind
  plan: string
  seats: number | null
}): Email {
  const label = planRequestLabel(wanted)
  return composeEmail({
    to,
    subject: `${email} requests ${label}`,
    heading: `${email} requests ${label}`,
    paragraphs: [
      'Decide on the requests page, or with the command strongroom plan approve or strongroom plan decline.',
    ],
    ...(message === '' ? {} : { message }),
    action: { label: 'Review requests', url: new URL('/operator/plans', publicUrl).href },
    footer: `You’re receiving this because you’re an administrator of ${productName} at ${publicUrl.host}.`,
  })
}

export function planDeclinedEmail({ to, publicUrl, plan, note }: To & { plan: string; note: string }): Email {
  return composeEmail({
    to,
    subject: `Your request for ${plan} was declined`,
    heading: `Your request for ${plan} was declined`,
    paragraphs: [
      `The administrator of ${productName} at ${publicUrl.host} declined it. Your plan stays as it is.`,
    ],
    ...(note === '' ? {} : { message: note }),
    action: { label: 'Compare plans', url: new URL('/salesportal', publicUrl).href },
  })
}

function changedBy({ host }: URL, by: Exclude<ChangedBy, 'end'>): string {
  const what = `the plan of your account at ${host}`
  if (by === 'operator') return `The administrator of ${productName} changed ${what}.`
  if (by === 'owner') return `You changed ${what}.`
  return by === 'link' ? `You used a link for ${what}.` : `Your payment changed ${what}.`
}

function planUrl(publicUrl: URL): string {
  return new URL('/setting?tabActive=plan', publicUrl).href
}
