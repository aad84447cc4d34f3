import { createHash, randomBytes } from 'node:crypto'
import type { EventRow } from './event.ts'

/** Columns that follow from the kind, and are not hashed. */
type Unhashed = 'is_audit'

/** The version of the hash, stored after the salts: since version 3 it covers the team and the room, too. */
const form = '3'

/** The two salts of a new event, for the person and for the detail: 96 random bits each. */
export function newSalt(): string {
  const bytes = randomBytes(24).toString('base64url')
  return saltOf(bytes.slice(0, 16), bytes.slice(16), form)
}

/** The salts of an event, empty where they were erased, and the version of its hash: null before version 3. */
export function saltsOf({ salt }: Pick<EventRow, 'salt'>) {
  const [person = '', detail = '', ...more] = (salt ?? '').split('.')
  return { person, detail, form: more.length > 0 ? more.join('.') : null }
}

export function saltOf(person: string, detail: string, form: string | null): string {
  return [person, detail, ...(form === null ? [] : [form])].join('.')
}

/**
 * The hash of an event, chained to the hash of the one before it. What can be erased on someone's request (the person
 * and the detail) is included as salted hashes: without their salts these reveal nothing, and the chain stays valid.
 */
export function hashOf(previous: string, row: Omit<EventRow, 'hash' | Unhashed>): string {
  // A list in a fixed order is canonical JSON; `detail` is text with its names sorted.
  const { subject_guid, sequence, at, kind, visit_guid } = row
  if (row.salt === null) return earlierHash(previous, row)
  const person = row.person_hash ?? personHash(row)
  const detail = row.detail_hash ?? detailHash(row)
  const fields = [previous, subject_guid, sequence, at, kind, visit_guid, person, detail]
  const { form } = saltsOf(row)
  return sha256(form === null ? [2, ...fields] : [form, ...fields, row.team_guid, row.room_guid])
}

export function personHash(row: Pick<EventRow, 'salt' | 'email' | 'ip' | 'country' | 'user_agent'>): string {
  return sha256([saltsOf(row).person, row.email, row.ip, row.country, row.user_agent])
}

export function detailHash(row: Pick<EventRow, 'salt' | 'detail'>): string {
  return sha256([saltsOf(row).detail, row.detail])
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
