import { counted, type ShownTime } from '#server/rules/text/format.ts'
import type { RefusedAttempt, Visit, VisitPage } from '#server/tracking/tracking.ts'
import { refusalOf } from '#app/view-models/activity-labels.server.ts'
import { readingText } from '#app/view-models/method-labels.server.ts'
import { placeOf } from './listed-activity.server.ts'

/** A record shows exact times, a list how long ago. */
type TimeOf = (at: number) => ShownTime

/** Visits and blocked attempts ready to display, with the links to the previous and next screen. */
export function listedVisits(found: VisitPage, timeOf: TimeOf, screen: (page: number) => string) {
  const pages = Math.max(1, Math.ceil(found.total / found.pageSize))
  return {
    rows: found.rows.map((row, index) =>
      row.kind === 'visit' ? visit(row, timeOf) : refused(row, index, timeOf),
    ),
    pager: {
      where: `Page ${found.page} of ${pages}`,
      previous: found.page > 1 ? screen(found.page - 1) : null,
      next: found.page < pages ? screen(found.page + 1) : null,
    },
  }
}

function visit(row: Visit, timeOf: TimeOf) {
  const seen = row.pages
    .map(({ first, last }) =>
      last - first < 2 ? [...new Set([first, last])].join(', ') : `${first}–${last}`,
    )
    .join(', ')
  return {
    key: `${row.visitGuid} ${row.sequence}`,
    who: whoOf(row),
    at: timeOf(row.startedAt),
    what: [
      row.pagesSeen > 0 ? `${row.pagesSeen === 1 ? 'Page' : 'Pages'} ${seen}` : 'Opened',
      row.downloads > 0 ? counted(row.downloads, 'download') : '',
      row.prints > 0 ? counted(row.prints, 'print copy').replace(/copys$/, 'copies') : '',
      versionText(row.versions),
    ]
      .filter(Boolean)
      .join(', '),
    isRefused: false,
    ...readingText(row.seconds, row.method),
    ...origin(row),
  }
}

/** With only one version there is nothing to say. */
function versionText(versions: number[]): string {
  const newest = versions.at(-1) ?? 1
  if (newest === 1) return ''
  return versions.length === 1 ? `version ${newest}` : `versions ${versions.join(', ')}`
}

function refused(row: RefusedAttempt, index: number, timeOf: TimeOf) {
  return {
    key: `refused-${row.at}-${index}`,
    who: row.email ?? 'Link visitor',
    at: timeOf(row.at),
    what: capitalised(refusalOf(row.detail['reason'])),
    isRefused: true,
    time: '',
    timeNote: '',
    ...origin(row),
  }
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Where someone came from, and with what. */
export function origin(client: { ip: string; country: string; userAgent: string }) {
  return { from: client.ip ? placeOf(client) : 'Unknown', browser: browserOf(client.userAgent) }
}

/** The browser and system that a user agent names, as far as people know them. */
function browserOf(userAgent: string): string {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari|w3m|Lynx|Links|curl)[/ ]([\d.]+)/i.exec(userAgent)?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux|CrOS)/.exec(userAgent)?.[1]
  const name = browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser
  return [name, system].filter(Boolean).join(', ') || userAgent.slice(0, 40)
}

/** Unverified claims are marked as such. */
export function whoOf({ email, says, saysToBe }: Visit): string {
  const who = email ?? (saysToBe === null ? 'Link visitor' : `Says they’re ${saysToBe}, not verified`)
  return says === null ? who : `${who}, says: ${says}`
}
