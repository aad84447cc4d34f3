import { createHash, randomBytes } from 'node:crypto'
import type { EventRow } from './event.ts'

/** What lists look events up by: it says nothing that the chain does not. */
type Unhashed = 'is_audit' | 'team_guid' | 'room_guid'

/** The two salts of a new event, of the person and of the detail: 96 random bits each. */
export function newSalt(): string {
  const bytes = randomBytes(24).toString('base64url')
  return `${bytes.slice(0, 16)}.${bytes.slice(16)}`
}

/**
 * The hash of an event, over that of the one before it. What can be erased on someone's request, who it was and the
 * detail, is in it as salted hashes: without their salts they tell nothing, and the chain stays valid.
 */
export function hashOf(previous: string, row: Omit<EventRow, 'hash' | Unhashed>): string {
  // A list in a fixed order is canonical JSON; `detail` is text with its names sorted.
  const { subject_guid, sequence, at, kind, visit_guid } = row
  if (row.salt === null) return earlierHash(previous, row)
  const person = row.person_hash ?? personHash(row)
  const detail = row.detail_hash ?? detailHash(row)
  return sha256([2, previous, subject_guid, sequence, at, kind, visit_guid, person, detail])
}

export function personHash(row: Pick<EventRow, 'salt' | 'email' | 'ip' | 'country' | 'user_agent'>): string {
  const [salt = ''] = (row.salt ?? '').split('.')
  return sha256([salt, row.email, row.ip, row.country, row.user_agent])
}

export function detailHash(row: Pick<EventRow, 'salt' | 'detail'>): string {
  const [, salt = ''] = (row.salt ?? '').split('.')
  return sha256([salt, row.detail])
}

/** Events from before there were salts. */
function earlierHash(previous: string, row: Omit<EventRow, 'hash' | Unhashed>): string {
  const { subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent, detail } = row
  return sha256([
    previous,
    subject_guid,
    sequence,
    at,
    kind,
    email,
    visit_guid,
    ip,
    country,
    user_agent,
    detail,
  ])
}

function sha256(fields: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}
