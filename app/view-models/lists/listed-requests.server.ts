import { isShown } from '#server/rules/files/files.ts'
import type { Granted } from '#server/rules/sharing/requests.ts'
import { shownAs } from '#server/rules/sharing/security.ts'
import { recentTime, shownTime } from '#server/rules/text/format.ts'
import type { RequestRow } from '#server/shares/requests/request-rows.ts'
import { href, routes } from '#app/routes.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import type { DecidedRequest, WaitingRequest } from '#app/ui/tables/request-tables.tsx'

/** Requests on which no one decided yet, ready to display. */
export function waitingRequests(rows: RequestRow[], timeZone: string, now: number): WaitingRequest[] {
  return rows.map((row) => ({
    ...aboutRequest(row, timeZone, now),
    share: row.share_guid,
    kind: row.kind,
    days: row.extra_days,
    reason: row.reason,
    until: shownTime(row.expires_at, timeZone),
    granted: grantedAtOnce(row),
    approve: decisionPath(row, 'approve'),
    reject: decisionPath(row, 'reject'),
  }))
}

/** The lesser permission, but for what can only be downloaded: there it would open nothing. */
function grantedAtOnce({
  file_kind: kind,
  render_error: error,
  is_web_view: isWebView,
}: RequestRow): Granted {
  const isRead = isWebView === 1 && shownAs(kind, isShown(kind, error)) !== 'download'
  return isRead ? 'view' : 'same'
}

function decisionPath({ kind, share_guid, guid }: RequestRow, Decision: 'approve' | 'reject'): string {
  const What = kind === 'forward' ? 'forward' : 'request'
  return href(routes.requests.decision, { What, Decision, ShareGuid: share_guid }, { request: guid })
}

/** Requests that were decided or expired, with who decided and when. */
export function decidedRequests(rows: RequestRow[], timeZone: string, now: number): DecidedRequest[] {
  return rows.map((row) => ({
    ...aboutRequest(row, timeZone, now),
    outcome: outcomeOf(row),
    by: row.decided_by === null ? 'Expired without a decision' : deciders[row.decided_by],
    decidedAt: row.decided_at === null ? null : recentTime(row.decided_at, timeZone, now),
    note: row.note,
  }))
}

const deciders = {
  letter: 'From your email',
  owner: 'By you, signed in',
  added: 'Added another way',
} as const

function aboutRequest(row: RequestRow, timeZone: string, now: number) {
  return {
    key: row.guid,
    email: row.email,
    name: row.name,
    initials: initialsOf(row.name || row.email),
    requestedBy: row.asker_email,
    file: row.share_name,
    fileHref: href(routes.shares.details, { ShareGuid: row.share_guid }),
    requestedAt: recentTime(row.created_at, timeZone, now),
  }
}

/** The outcome of a request, in a word or two. */
export function outcomeOf({
  status,
  granted,
}: Pick<RequestRow, 'status' | 'granted'>): DecidedRequest['outcome'] {
  if (status === 'Rejected') return { words: 'Not approved', tone: 'bad' }
  if (status !== 'Approved') return { words: 'Expired', tone: 'soft' }
  return { words: granted === 'view' ? 'Approved, view only' : 'Approved', tone: 'good' }
}
