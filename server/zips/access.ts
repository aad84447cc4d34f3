import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Schema } from '#server/db/schema.ts'
import type { ProblemName } from '#server/rules/problems.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { factsFor, type ShareAccess } from '#server/viewing/access/facts.ts'
import { manyItemFacts } from '#server/viewing/access/item-facts.ts'

/** Files of one data room, or shares. */
export type Place = { roomGuid: string | null; guids: readonly string[] }

/** What is known about a person and several files at this moment, by their guids; without those they must not know. */
export async function accessTo(
  kysely: Kysely<Schema>,
  identity: Identity,
  { roomGuid, guids }: Place,
  now: number,
): Promise<Map<string, ShareAccess>> {
  const emails = await allProvedEmails(kysely, identity)
  if (roomGuid !== null) return manyItemFacts(kysely, identity, emails, { roomGuid, itemGuids: guids }, now)
  const facts = new Map<string, ShareAccess>()
  for (const guid of guids) {
    const found = await factsFor(kysely, identity, emails, guid, now)
    if (found) facts.set(guid, found)
  }
  return facts
}

/**
 * Why a file is not, or no longer, in an archive. It was opened when the archive was requested, so an opening that has
 * ended since does not matter, but terms and names that came since do.
 */
export function zipRefusal(found: ShareAccess, now: number): ProblemName | null {
  const { policyFacts, file } = found
  // Only the browser that holds its key could read it.
  if (file.key !== null) return 'passkeyNeeded'
  const refusal = decide({ ...policyFacts, isOpened: true }, 'download', now)
  if (refusal !== null || policyFacts.isOpened || policyFacts.relationship === 'owner') return refusal
  return decide(policyFacts, 'open', now)
}
