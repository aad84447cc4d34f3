import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Schema } from '#server/db/schema.ts'
import type { SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import type { ConnectionRow } from '#server/teams/connection-rows.ts'
import { wayIn, waysOfMembers, type MemberWays } from './ways-in.ts'

export type SignInOutlook = {
  /** Who could not sign in any more. */
  shutOut: MemberWays[]
  /** Who would have to set a password first. */
  withPassword: MemberWays[]
  /** Why it cannot be: it would shut out whoever asks, or an operator. Null if it can. */
  refusal: string | null
}

/** Who in a team could sign in by these methods alone, all of which work. */
export async function outlookOf(
  kysely: Kysely<Schema>,
  teamGuid: string,
  actor: User,
  usable: readonly SignInMethod[],
): Promise<SignInOutlook> {
  const members = await waysOfMembers(kysely, teamGuid)
  const shutOut = members.filter((member) => wayIn(member, usable) === 'none')
  return {
    shutOut,
    withPassword: members.filter((member) => wayIn(member, usable) === 'withPassword'),
    refusal: refusalOf(shutOut, actor),
  }
}

/** Who gets in now and could not with another provider in the place of the one that is on. */
export async function outlookOfSwitch(
  kysely: Kysely<Schema>,
  teamGuid: string,
  actor: User,
  { usable, to }: { usable: readonly SignInMethod[]; to: ConnectionRow },
): Promise<SignInOutlook> {
  const [before, after] = [await waysOfMembers(kysely, teamGuid), await waysOfMembers(kysely, teamGuid, to)]
  const without = new Set(before.filter((member) => wayIn(member, usable) === 'none').map(({ guid }) => guid))
  const shutOut = after.filter((member) => wayIn(member, usable) === 'none' && !without.has(member.guid))
  const operator = shutOut.find(({ isOperator }) => isOperator)
  const who = shutOut.some(({ guid }) => guid === actor.guid)
    ? 'You couldn’t sign in with this provider yourself.'
    : operator && `${operator.email} administers this server and couldn’t sign in with this provider.`
  return {
    shutOut,
    withPassword: [],
    refusal: who ? `${who} Allow another method for the team first.` : null,
  }
}

/** Why a change that shuts these people out cannot be made. */
function refusalOf(shutOut: readonly MemberWays[], actor: User): string | null {
  if (shutOut.some(({ guid }) => guid === actor.guid))
    return 'You couldn’t sign in any more yourself. Keep a method that you can use, or connect one in your settings first.'
  const operator = shutOut.find(({ isOperator }) => isOperator)
  if (!operator) return null
  return `${operator.email} administers this server and couldn’t sign in any more. Keep a method that they can use.`
}
