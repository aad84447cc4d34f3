import type { User } from '#server/accounts/accounts.ts'
import { expiryState, expiryWords } from '#server/rules/sharing/expiry.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { countBadge, fileSize, moreThan, shownTime } from '#server/rules/text/format.ts'
import { securityLabel, type SecurityLabel } from '#server/rules/sharing/security.ts'
import { rowKey, type ListRange } from '#server/shares/lists/list.ts'
import { isDownloadInstead, isShownToReaders } from '#server/shares/sending/readable.ts'
import { endsOf, hasEndedForAll, type ShareRow } from '#server/shares/rows.ts'
import type { ListedShareRow } from '#server/shares/shares.ts'
import { href, routes } from '#app/routes.ts'
import type { ShownPeople } from '#app/ui/avatars.tsx'
import type { Tone } from '#app/ui/badge.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { shortRenderReason } from '#server/rules/files/render-reason.ts'
import { untoldLabel } from '#app/view-models/untold.server.ts'
import { initialsOf } from '#app/view-models/initials.server.ts'

/** One row of a list of shares, ready to display. */
export type ListedShare = ShownPeople & {
  guid: string
  name: string
  to: string
  sentAt: string
  sentAtUtc: string
  size: string
  /** For whom it is, and how many of them have not been notified yet. */
  audience: string
  status: { words: string; tone: Tone }
  security: Pick<SecurityLabel, 'level' | 'note'>
  views: string
  opened: string
  byDay: number[]
  /** For recipients. */
  link: string
  actions: { label: string; to: string }[]
}

const sparkDays = 14

/** A page of the user's shares with their figures: a few queries for all its rows together. */
export async function listedShares({ services, now }: RequestContext, user: User, range: ListRange) {
  const { rows, ...listing } = await services.shares.sent.list(user, range)
  const guids = rows.map((row) => row.guid)
  const [figures, days] = await Promise.all([
    services.tracking.summary(guids),
    services.tracking.viewsByDay(guids, sparkDays, now),
  ])
  const shares = rows.map((row): ListedShare => {
    const figure = figures.get(row.guid)
    const sent = shownTime(row.created_at, user.timeZone)
    const { level, note } = securityLabel(row.protections)
    return {
      guid: row.guid,
      name: row.name,
      to: href(routes.shares.details, { ShareGuid: row.guid }),
      sentAt: sent.text,
      sentAtUtc: sent.title,
      size: `${kindName[row.file_kind]}, ${fileSize(row.file_size)}`,
      audience: [audienceOf(row), untoldLabel(row)].filter(Boolean).join(', '),
      ...peopleOf(row),
      status: statusOf(row, now),
      security: { level, note },
      views: countBadge(figure?.views ?? 0),
      opened: openedOf(row, figure?.openedBy ?? 0),
      byDay: days.get(row.guid) ?? [],
      link: new URL(href(routes.reading.entry, { ShareGuid: row.guid }), services.config.publicUrl).href,
      actions: actionsOf(row),
    }
  })
  const [first, last] = [rows[0], rows.at(-1)]
  return { shares, ...listing, firstKey: first && rowKey(first), lastKey: last && rowKey(last) }
}

function peopleOf({ people, recipient_count: count }: ListedShareRow): ShownPeople {
  return {
    people: people.map((name) => ({ name, initials: initialsOf(name) })),
    more: moreThan(Number(count)),
  }
}

function actionsOf(row: ListedShareRow): ListedShare['actions'] {
  const { guid } = row
  const isNamed = Number(row.recipient_count) > 0
  return [
    { label: 'Details', to: href(routes.shares.details, { ShareGuid: guid }) },
    ...(isNamed ? [{ label: 'Send link again', to: href(routes.shares.resend, { ShareGuid: guid }) }] : []),
  ]
}

/** On a public link most readers are unknown: only its named people can be counted. */
function openedOf(row: ShareRow, openedBy: number): string {
  const named = Number(row.recipient_count)
  return named === 0 ? '–' : `${Math.min(openedBy, named)} of ${named}`
}

const audiences = { public: 'Anyone with the link', passkey: 'Anyone with the passkey' }

function audienceOf(row: ShareRow): string {
  if (row.protections.visibility !== 'people') return audiences[row.protections.visibility]
  const count = Number(row.recipient_count)
  return count === 1 ? '1 person' : `${count} people`
}

/** The state of a share in words, for its owner. */
export function statusOf(row: ShareRow, now: number): { words: string; tone: Tone } {
  const facts = endsOf(row)
  const words = expiryWords(facts, now)
  if (expiryState(facts, now).state !== 'open') return { words, tone: 'soft' }
  if (hasEndedForAll(row, now))
    return { words: row.destruct_seconds > 0 ? 'Destructed' : 'Expired', tone: 'soft' }
  if (isShownToReaders(row) && row.render_status === 'In Progress')
    return { words: 'Encrypting', tone: 'warn' }
  if (isDownloadInstead(row))
    return { words: `Download only: ${shortRenderReason(row.render_error)}`, tone: 'warn' }
  if (row.render_status === 'Error' && (isShownToReaders(row) || row.may_download === 0))
    return { words: `Can’t be displayed: ${shortRenderReason(row.render_error)}`, tone: 'bad' }
  return { words, tone: 'good' }
}
