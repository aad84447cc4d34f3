import { refusalHeaders } from '#server/http/plain.ts'
import type { RateState } from '#server/http/limits/rate.ts'
import { tokenCalls } from '#server/rules/accounts/tokens/token-scopes.ts'
import { hasFlag, Problem, problems } from '#server/rules/problems.ts'
import type { Entity } from './table.ts'

const options = ['ShareOptions', 'SecurityOptions'] as const

const headers: Record<string, string> = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** StatusCode of an answer without another one. */
const done = { StatusCode: 20000, StatusMessage: 'OK' }

export function answer(entity: Entity): Response {
  return Response.json({ ...done, ...entity }, { headers })
}

/**
 * A refusal: its StatusCode in the body. HTTP still says 200, except 401 where the token is missing or has
 * ended, 429 and 5xx; where a success would not be JSON, the HTTP status is the true one. `fields` are those
 * that the call takes.
 */
export function refusal(
  problem: Problem,
  { isRaw = false, fields = [] }: { isRaw?: boolean; fields?: readonly string[] } = {},
): Response {
  const { code: StatusCode, text: StatusMessage } = problem
  const field = problem.field === undefined ? null : wireName(problem.field, fields)
  const body = { StatusCode, StatusMessage, ...(field ? { Field: field } : {}) }
  const challenge: Record<string, string> = isTokenMissing(problem) ? { 'WWW-Authenticate': 'Bearer' } : {}
  return Response.json(body, {
    status: statusOf(problem, isRaw),
    headers: { ...headers, ...refusalHeaders(problem), ...challenge },
  })
}

/** Answers if there is no such call: the only ones that use HTTP's own status for everyone. */
export function nothingHere(allowed: string[]): Response {
  const {
    http: status,
    code: StatusCode,
    text: StatusMessage,
  } = problems[allowed.length > 0 ? 'wrongMethod' : 'noSuchCall']
  const allow: Record<string, string> = allowed.length > 0 ? { Allow: allowed.join(', ') } : {}
  return Response.json({ StatusCode, StatusMessage }, { status, headers: { ...headers, ...allow } })
}

/** How many calls a personal access token has left, and when there are more; as the IETF's draft names them. */
export function quotaHeaders({ left, wait }: RateState): Record<string, string> {
  const { count, per } = tokenCalls
  return {
    'RateLimit-Policy': `"token";q=${count};w=${per / 1000}`,
    RateLimit: `"token";r=${left};t=${Math.ceil(wait / 1000)}`,
  }
}

export function tokenMissing(): Problem {
  return new Problem('notSignedIn', {
    text: 'The access token is missing, wrong or expired. Get one with POST /v2/account/token, or create one in Settings, and send it as "Authorization: Bearer …".',
  })
}

function isTokenMissing({ problem }: Problem): boolean {
  return problem === 'notSignedIn'
}

// Programs sign their user out at a 401: it never means that only this file requires something first.
function statusOf(problem: Problem, isRaw: boolean): number {
  if (hasFlag(problem.problem, 'isTrueStatus')) return problem.http
  if (problem.http === 401) return isTokenMissing(problem) ? 401 : isRaw ? 403 : 200
  return isRaw || problem.http === 429 || problem.http >= 500 ? problem.http : 200
}

/** The fields of our forms as calls name them: if several do, each by its own name. */
const wireNames: Partial<Record<string, readonly string[]>> = {
  recipients: ['RecipientEmails'],
  message: ['Message'],
  file: ['DocumentUrl'],
  expiryDate: ['ExpiryDate'],
  expiryTime: ['ExpiryDate'],
  destructAmount: ['DestructSeconds'],
  printCount: options,
  webView: options,
  forward: options,
  expiry: options,
  options,
  watermark: ['Watermark'],
  visibility: options,
  name: ['DocumentPath'],
  roomName: ['DocumentPath'],
  text: ['MessageText'],
  visitorInfo: ['Visitorinfo'],
  twoFactorCode: ['TwoFACode'],
  noteTitle: ['DocumentPath'],
  noteText: ['Message'],
  people: ['UserEmail', 'RecipientEmails'],
  role: ['PermissionIndex', 'Permission'],
  prints: ['AllowedPrint'],
  endDate: ['ExpiryDate'],
  endTime: ['ExpiryDate'],
  firstName: ['FirstName'],
  lastName: ['LastName'],
  email: ['Email'],
  password: ['Password'],
  passkey: ['Passkey'],
  newPassword: ['Status'],
  code: ['SignupCode', 'Code'],
}

/** The field at fault as this call names it; null if it has none. */
function wireName(field: string, sent: readonly string[]): string | null {
  return (wireNames[field] ?? [field]).find((name) => sent.includes(name)) ?? null
}
