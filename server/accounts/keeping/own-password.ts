import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Events } from '#server/events/events.ts'
import { Problem } from '#server/rules/problems.ts'
import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import { isPasswordOf } from '#server/accounts/passwords.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'

/**
 * Asks signed-in users for their password again before a change by which someone else could take over the account. An
 * account without a password has nothing to ask for. Throws badCredentials (field `password`), tooManyAttempts.
 */
export async function requireOwnPassword(
  { database, rates, events }: { database: Database; rates: RateLimits; events: Pick<Events, 'record'> },
  actor: User,
  password: string,
): Promise<void> {
  const row = await userByGuid(database.kysely, actor.guid)
  if (row?.has_password === 0) return
  // The same count as for changing it: no second way to guess.
  const key = `change:user:${actor.guid}`
  await rates.require(key, accountLimits.changeByUser)
  if (!row || !(await isPasswordOf(row.password_hash, password))) {
    await noteWrongProof(events, actor, 'password')
    throw new Problem('badCredentials', { field: 'password', text: 'That isn’t your current password.' })
  }
  await rates.giveBack(key)
}

/** Puts on record that whoever uses a session did not know what its owner knows; how often, a limit decides before. */
export function noteWrongProof(
  events: Pick<Events, 'record'>,
  { guid: subject }: Pick<User, 'guid'>,
  what: 'password' | 'code',
): Promise<void> {
  return events.record(null, { subject, kind: 'ProofFailed', detail: { what } })
}

/** Of the person who changes a password. */
export function wrongCurrent(): Problem {
  return new Problem('badCredentials', {
    field: 'password',
    text: 'That isn’t your current password. Enter it again, or reset it on the sign-in page.',
  })
}

/** The new password must differ. */
export function sameAsCurrent(): Problem {
  const text = 'That’s your current password. Choose a different one.'
  return new Problem('passwordRefused', { field: 'newPassword', text })
}
