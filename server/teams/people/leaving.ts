import type { AccountRow } from '#server/accounts/user-rows.ts'
import type { Transaction } from '#server/db/open.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { Problem } from '#server/rules/problems.ts'
import { lockOf } from '#server/teams/domain-rows.ts'
import { endSessionsOutside, leave } from '#server/teams/team-rows.ts'
import { nameOf } from './administered.ts'
import { setPlace } from './place-rows.ts'

type Leaving = { state: 'Left' | 'Removed'; byEmail: string; now: number }

/**
 * Removes an account from a team that is locked. One with an address in a locked domain of the team is also signed out,
 * because it could not sign in any more. False if it is not in the team; throws badForm if that would lock out an
 * operator of the installation.
 */
export async function takeOut(
  tx: Transaction,
  teamGuid: string,
  account: AccountRow,
  { state, byEmail, now }: Leaving,
): Promise<boolean> {
  const { team_role: role } = account
  if (!(await leave(tx, account.guid, teamGuid))) return false
  await setPlace(
    tx,
    { teamGuid, email: account.email.toLowerCase() },
    { role: role ?? teamRoles.member, state, by_email: byEmail, began_at: now, name: nameOf(account) },
  )
  const domain = domainOf(account.email)
  const lock = await lockOf(tx, domain)
  if (lock?.team_guid !== teamGuid) return true
  if (account.is_operator === 1) throw wouldLockOut(account.email, domain)
  await endSessionsOutside(tx, domain, teamGuid)
  return true
}

function wouldLockOut(email: string, domain: string): Problem {
  return new Problem('badForm', {
    text: `${email} is an operator, and only members of the team can sign in with addresses at ${domain}. Unlock the domain first, or give the account an address outside it.`,
  })
}
