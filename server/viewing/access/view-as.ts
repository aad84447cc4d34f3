import { hasFlag, Problem } from '#server/rules/problems.ts'
import { mayViewAs, type View } from '#server/rules/reading/view-as.ts'
import type { ShareAccess } from './facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { Look, Viewing } from '#server/viewing/reading/viewing.ts'

/**
 * What someone learns about a share when viewing it in the given role. To a stranger every share looks like one that
 * does not exist. Throws identityNeeded, notRecipient, viewRefused.
 */
export async function lookAs(
  viewing: Viewing,
  identity: Identity,
  shareGuid: string,
  view: View,
): Promise<Look & { found: ShareAccess }> {
  const { found, refusal, ...rights } = await viewing.look(identity, shareGuid)
  const relationship = found?.policyFacts.relationship ?? 'unknown'
  if (!found || relationship === 'other' || relationship === 'unknown')
    throw new Problem(refusal ?? 'notRecipient')
  if (!mayViewAs(relationship, view, found.room !== null)) throw new Problem('viewRefused')
  return { found, refusal, ...rights }
}

/**
 * What someone can know about a share before opening it. Throws what `lookAs` throws, and what stops them from opening.
 */
export async function knownOf(viewing: Viewing, identity: Identity, shareGuid: string) {
  const look = await lookAs(viewing, identity, shareGuid, 'self')
  const { refusal, found } = look
  const isHidden =
    refusal !== null && found.policyFacts.relationship !== 'owner' && !hasFlag(refusal, 'showsName')
  if (isHidden) throw new Problem(refusal)
  return look
}
