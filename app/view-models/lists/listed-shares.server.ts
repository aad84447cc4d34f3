import type { User } from '#server/accounts/accounts.ts'
import { expiryState, expiryText } from '#server/rules/sharing/expiry.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { countBadge, fileSize, moreThan, recentTime, type ShownTime } from '#server/rules/text/format.ts'
import { securityLabel, type SecurityLabel } from '#server/rules/sharing/security.ts'
import { rowKey, type ListRange } from '#server/shares/lists/list.ts'
import { isDownloadInstead, isShownToReaders } from '#server/shares/sending/readable.ts'
import { endsOf, hasEndedForAll, type ShareRow } from '#server/shares/rows.ts'
import type { ListedShareRow } from '#server/shares/shares.ts'
import { href, routes } from '#app/routes.ts'
import type { ShownPeople } from '#app/ui/avatars.tsx'
import type { Tone } from '#app/ui/badge.tsx'
import type { RowAction } from '#app/ui/tables/row-menu.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { shortRenderReason } from '#server/rules/files/render-reason.ts'
import type { Spark } from '#app/ui/charts/sparkline.tsx'
import { sparkOf } from '#app/view-models/charts/curve.server.ts'
import { firstPageOf } from '#app/view-models/first-page.server.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { endLabel } from '#app/view-models/end-labels.server.ts'
import { untoldLabel } from '#app/view-models/untold.server.ts'

/** One row of a list of shares, ready to display. */
export type ListedShare = ShownPeople & {
  guid: string
  name: string
  to: string
  kind: FileKind
  /** Where its first page is, or null. */
  picture: string | null
  /** What it is, and how large. */
  facts: string
  sentAt: ShownTime
  /** Who can open it if it is not for named people alone. */
  audience: string
  /** How many of them have not been notified yet. */
  untold: string
  /** When it ends, or why it cannot be opened; a tone only for what is out of the ordinary. */
  ends: { words: string; why: string; tone: Tone | null }
  /** Null for HIGH without a note, which is the rule: a list names what is out of the ordinary. */
  security: { level: SecurityLabel['level']; note: string | null; why: string } | null
  views: string
  opened: string
  /** Openings in the last fortnight. */
  spark: Spark
  /** For recipients. */
  link: string
  actions: RowAction[]
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
    const { level, note, reasons } = securityLabel(row.protections)
    return {
      guid: row.guid,
      name: row.name,
      to: href(routes.shares.details, { ShareGuid: row.guid }),
      kind: row.file_kind,
      picture: firstPageOf(row),
      facts: `${kindName[row.file_kind]} · ${fileSize(row.file_size)}`,
      sentAt: recentTime(row.created_at, user.timeZone, now),
      audience: row.protections.visibility === 'people' ? '' : audiences[row.protections.visibility],
      untold: untoldLabel(row),
      ...peopleOf(row),
      ends: endsShown(row, now),
      security: level === 'HIGH' && note === null ? null : { level, note, why: reasons[0] ?? '' },
      views: countBadge(figure?.views ?? 0),
      opened: openedOf(row, figure?.openedBy ?? 0),
      spark: sparkOf(days.get(row.guid) ?? []),
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

function actionsOf(row: ListedShareRow): RowAction[] {
  const at = { ShareGuid: row.guid }
  const isNamed = Number(row.recipient_count) > 0
  return [
    ...(isNamed ? [{ label: 'Send link again', to: href(routes.shares.resend, at) }] : []),
    { label: 'Change protections', to: href(routes.shares.edit, at) },
    { label: 'Delete', to: href(routes.shares.delete, at), isBad: true },
  ]
}

/** On a public link most readers are unknown: only its named people can be counted. */
function openedOf(row: ShareRow, openedBy: number): string {
  const named = Number(row.recipient_count)
  return named === 0 ? '' : `${Math.min(openedBy, named)} of ${named}`
}

const audiences = { public: 'Anyone with the link', passkey: 'Anyone with the passkey' }

function endsShown(row: ShareRow, now: number): ListedShare['ends'] {
  const { words, why, tone } = stateOf(row, now)
  return tone === 'good' ? { ...endLabel(endsOf(row), now), why: '' } : { words, why, tone }
}

/** The state of a share in words, for its owner. */
export function statusOf(row: ShareRow, now: number): { words: string; tone: Tone } {
  const { words, why, tone } = stateOf(row, now)
  return { words: why === '' ? words : `${words}: ${why}`, tone }
}

function stateOf(row: ShareRow, now: number): { words: string; why: string; tone: Tone } {
  const facts = endsOf(row)
  const words = expiryText(facts, now)
  const why = ''
  if (expiryState(facts, now).state !== 'open') return { words, why, tone: 'soft' }
  if (hasEndedForAll(row, now))
    return { words: row.destruct_seconds > 0 ? 'Destructed' : 'Expired', why, tone: 'soft' }
  if (row.over_plan_at !== null)
    return { words: 'Closed by plan', why: 'over the limits of your plan', tone: 'warn' }
  if (isShownToReaders(row) && row.render_status === 'In Progress')
    return { words: 'Encrypting', why, tone: 'warn' }
  if (isDownloadInstead(row))
    return { words: 'Download only', why: shortRenderReason(row.render_error), tone: 'warn' }
  if (row.render_status === 'Error' && (isShownToReaders(row) || row.may_download === 0))
    return { words: 'Can’t be displayed', why: shortRenderReason(row.render_error), tone: 'bad' }
  return { words, why, tone: 'good' }
}
