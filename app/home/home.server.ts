import type { User } from '#server/accounts/accounts.ts'
import { midSentence, counted, recentTime, shownTime } from '#server/rules/text/format.ts'
import { isDone } from '#server/rules/accounts/onboarding.ts'
import { productName } from '#server/rules/product/product.ts'
import { notNotifiedText } from '#server/rules/sharing/telling.ts'
import type { NewsItem } from '#server/tracking/tracking.ts'
import { href, routes } from '#app/routes.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

const day = 86_400_000
/** Someone who was away longer sees the news of these days, and finds the rest in the lists. */
const maxDays = 30

/** What others did with the user's files since the last time, ready to print. */
export async function listedNews({ services, now }: RequestContext, user: User, newsSince: number | null) {
  const since = Math.max(newsSince ?? 0, now - maxDays * day)
  const items = await services.tracking.news(user.guid, since)
  const [names, untold] = await Promise.all([
    services.shares.sent.namesOf(
      user,
      items.map((item) => item.subjectGuid),
    ),
    untoldOf(services, user, items),
  ])
  return {
    since: shownTime(since, user.timeZone),
    items: items
      // What the user did is no news to them.
      .filter((item) => names.has(item.subjectGuid) && item.email !== user.email)
      .map((item) => ({
        key: `${item.subjectGuid} ${item.kind} ${item.email}`,
        who: item.kind === 'RenderFailed' ? productName : (item.email ?? 'A link visitor'),
        did: words[item.kind],
        note: item.kind === 'RenderFailed' ? (untold.get(item.subjectGuid) ?? '') : '',
        file: names.get(item.subjectGuid)!,
        to: href(routes.shares.details, { ShareGuid: item.subjectGuid }),
        times: item.times > 1 ? `${item.times} times, last` : '',
        initials: item.kind === 'RenderFailed' ? 'S' : initialsOf(item.email ?? 'Visitor'),
        at:
          item.times > 1
            ? midSentence(recentTime(item.at, user.timeZone, now))
            : recentTime(item.at, user.timeZone, now),
      })),
  }
}

/** Which recipients still wait for their email, of each file that could not be shown. */
async function untoldOf(services: RequestContext['services'], user: User, items: readonly NewsItem[]) {
  const failed = items.filter(({ kind }) => kind === 'RenderFailed').map(({ subjectGuid }) => subjectGuid)
  const counts = await services.shares.sent.untoldOf(user, failed)
  return new Map([...counts].map(([guid, count]) => [guid, `${notNotifiedText(count)}.`]))
}

const words: Record<NewsItem['kind'], string> = {
  View: 'opened',
  Download: 'downloaded',
  Print: 'printed',
  Refused: 'was blocked from opening',
  MailFailed: 'couldn’t be emailed about',
  RenderFailed: 'couldn’t display',
  Commented: 'commented on',
}

export type ChecklistItem = { label: string; hint: string; to: string; isDone: boolean }

/** What a new person may do next, or null once it was dismissed or everything is done. */
export function checklist(status: number): { items: ChecklistItem[]; done: string } | null {
  if (isDone(status, 'checklistDismissed')) return null
  const items = [
    {
      label: 'Take the tour',
      hint: 'Two minutes: open a file the way your recipients do.',
      to: href(routes.home.tour),
      isDone: isDone(status, 'tourFileOpened') || isDone(status, 'tourDone'),
    },
    {
      label: 'Share your first file',
      hint: 'Choose who has access and until when.',
      to: href(routes.shares.new),
      isDone: isDone(status, 'firstShare'),
    },
    {
      label: 'Create your first data room',
      hint: 'Folders and files for named people, in one place.',
      to: href(routes.rooms.create),
      isDone: isDone(status, 'firstRoom'),
    },
  ]
  const done = items.filter((item) => item.isDone).length
  return done === items.length ? null : { items, done: `${done} of ${counted(items.length, 'step')}` }
}
