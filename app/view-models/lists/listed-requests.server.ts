import { shownTime } from '#server/rules/text/format.ts'
import type { RequestRow } from '#server/shares/requests/request-rows.ts'
import { href, routes } from '#app/routes.ts'
import type { DecidedRequest, WaitingRequest } from '#app/ui/tables/request-tables.tsx'

/** Requests on which no one decided yet, ready to display. */
export function waitingRequests(rows: RequestRow[], timeZone: string): WaitingRequest[] {
  return rows.map((row) => ({
    ...aboutRequest(row, timeZone),
    reason: row.reason,
    until: shownTime(row.expires_at, timeZone),
    approve: decisionPath(row, 'approve'),
    reject: decisionPath(row, 'reject'),
  }))
}

function decisionPath({ kind, share_guid, guid }: RequestRow, Decision: 'approve' | 'reject'): string {
  const What = kind === 'forward' ? 'forward' : 'request'
  return href(routes.requests.decision, { What, Decision, ShareGuid: share_guid }, { request: guid })
}

/** Requests that were decided or expired, with who decided and when. */
export function decidedRequests(rows: RequestRow[], timeZone: string): DecidedRequest[] {
  return rows.map((row) => ({
    ...aboutRequest(row, timeZone),
    outcome: outcomeOf(row),
    by: row.decided_by === null ? 'Expired without a decision' : deciders[row.decided_by],
    decidedAt: row.decided_at === null ? null : shownTime(row.decided_at, timeZone),
    note: row.note,
  }))
}

const deciders = {
  letter: 'From your email',
  owner: 'By you, signed in',
  added: 'Added another way',
} as const

function aboutRequest(row: RequestRow, timeZone: string) {
  return {
    key: row.guid,
    email: row.email,
    name: row.name,
    askedBy: row.asker_email,
    file: row.share_name,
    fileHref: href(routes.shares.details, { ShareGuid: row.share_guid }),
    askedAt: shownTime(row.created_at, timeZone),
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
