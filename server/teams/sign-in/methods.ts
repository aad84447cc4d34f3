import type { Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { signInMethods, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { setAllowedMethods } from '#server/teams/team-rows.ts'

/** What a team's row allows; null for any method. */
export function allowedIn(stored: string | null): readonly SignInMethod[] | null {
  if (stored === null) return null
  const names = JSON.parse(stored) as string[]
  return signInMethods.filter((method) => names.includes(method))
}

/** Stores what a team allows from now on, and records what changed; `actor` is null for the operator. */
export async function storeMethods(
  tx: Transaction,
  events: Events,
  team: { guid: string; allowed_methods: string | null },
  methods: readonly SignInMethod[] | null,
  actor: string | null,
): Promise<void> {
  const [from, to] = [wordOf(allowedIn(team.allowed_methods)), wordOf(methods)]
  if (from === to) return
  await setAllowedMethods(tx, team.guid, methods && JSON.stringify(methods))
  await events.record(tx, { subject: team.guid, kind: 'TeamMethodsChanged', actor, detail: { from, to } })
}

function wordOf(methods: readonly SignInMethod[] | null): string {
  return methods === null ? 'any' : signInMethods.filter((one) => methods.includes(one)).join(',')
}
