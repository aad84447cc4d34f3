import type { Selectable } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { SessionTable } from '#server/db/tables/sign-in-tables.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'

const minute = 60_000

/** How old the secret of a remembered session can become before it is changed. */
const oldAfter = 60 * minute
/** How long the previous secret stays valid, for requests in progress. */
const previousHolds = minute

type Secrets = { session_guid: string } & Pick<
  Selectable<SessionTable>,
  'secret_hash' | 'previous_hash' | 'rotated_at' | 'is_secret_seen' | 'is_remembered'
>
type Shown = { guid: string; hash: string }

/** What a cookie refers to: the session, and the hash of the secret that proves it. Null if it is not such a cookie. */
export function readCookie(cookie: string): Shown | null {
  const [, guid, secret] = /^([\da-f]{32})\.([\w-]{43})$/.exec(cookie) ?? []
  return guid && secret ? { guid, hash: hashOfSecret(secret) } : null
}

export function makeCookie(guid: string): { cookie: string; hash: string } {
  const secret = newSecret()
  return { cookie: `${guid}.${secret}`, hash: hashOfSecret(secret) }
}

/**
 * Whether a secret still proves the session. The previous one does so for a minute, and for as long as no one has
 * presented the current one: then the response that carried it may never have arrived. `copied`: the secret was valid
 * once, but the browser has a newer one, so someone else has the cookie, too.
 */
export function secretStateOf(
  session: Secrets,
  { hash }: Shown,
  now: number,
): 'present' | 'previous' | 'copied' | 'wrong' {
  if (hash === session.secret_hash) return 'present'
  // Cookies are signed, so a secret that does not match was ours once; a session that never changed it had only one.
  if (session.previous_hash === null) return 'wrong'
  const isFresh = now < session.rotated_at + previousHolds
  const holds = hash === session.previous_hash && (isFresh || session.is_secret_seen === 0)
  return holds ? 'previous' : 'copied'
}

/** Whether this use of a session changes its secret. */
export function isDue(session: Secrets, secretState: 'present' | 'previous', now: number): boolean {
  const age = now - session.rotated_at
  return session.is_remembered === 1 && (secretState === 'present' ? age > oldAfter : age >= previousHolds)
}

/** Changes the secret; null for all but one of concurrent requests, which continue with the one they have. */
export async function rotate(
  { kysely }: Database,
  session: Secrets,
  shown: Shown,
  now: number,
): Promise<string | null> {
  const { cookie, hash } = makeCookie(session.session_guid)
  const changed = await kysely
    .updateTable('session')
    .set({ secret_hash: hash, previous_hash: shown.hash, rotated_at: now, is_secret_seen: 0 })
    .where('guid', '=', session.session_guid)
    .where('secret_hash', '=', session.secret_hash)
    .where('rotated_at', '=', session.rotated_at)
    .where((where) => where.or([where('is_secret_seen', '=', 0), where('secret_hash', '=', shown.hash)]))
    .returning('guid')
    .execute()
  return changed.length > 0 ? cookie : null
}

/** Records that the browser has the current secret, so that the previous one is valid for a minute at most. */
export async function noteSeen({ kysely }: Database, session: Secrets): Promise<void> {
  await kysely
    .updateTable('session')
    .set({ is_secret_seen: 1 })
    .where('guid', '=', session.session_guid)
    .where('secret_hash', '=', session.secret_hash)
    .execute()
}
