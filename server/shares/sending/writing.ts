import type { User } from '#server/accounts/accounts.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { UploadedFile } from '#server/uploads/uploads.ts'
import { termsOf } from '#server/shares/requests/requested-terms.ts'
import type { NewShare, ReadyShares } from './new-share.ts'
import { columnsOf } from '#server/shares/rows.ts'
import { indexWords } from '#server/shares/lists/words.ts'

export type Written = { guid: string; recipients: { guid: string; email: string }[] }
type More = Pick<NewShare, 'isTour' | 'otherOptions'>

/**
 * Writes one share of a file that was claimed for it, with its people and its first event. Throws badForm with the
 * field if the sender's team has no terms to be accepted.
 */
export async function writeShare(
  { tx, events, now }: { tx: Transaction; events: Events; now: number },
  actor: User,
  file: UploadedFile,
  ready: ReadyShares & More,
): Promise<Written> {
  const guid = newGuid()
  await insertShare(tx, actor, guid, file, ready, now)
  await events.record(tx, {
    subject: guid,
    ownerGuid: actor.guid,
    kind: 'Shared',
    actor: actor.email,
    detail: { file: file.name, recipients: ready.recipients.length },
  })
  const recipients = ready.recipients.map(({ email, name }) => ({
    guid: newGuid(),
    share_guid: guid,
    email,
    name,
    first_viewed_at: null,
    added_at: now,
    mail_status: 'Waiting' as const,
  }))
  if (recipients.length > 0) await tx.insertInto('recipient').values(recipients).execute()
  await indexWords(tx, guid)
  return { guid, recipients }
}

async function insertShare(
  tx: Transaction,
  actor: User,
  guid: string,
  file: UploadedFile,
  { protections, wishes, message, isTour, otherOptions = [] }: ReadyShares & More,
  now: number,
): Promise<void> {
  const terms = { mode: protections.terms, text: wishes.termsText }
  const row = {
    guid,
    owner_guid: actor.guid,
    file_guid: file.guid,
    name: file.name,
    message,
    ...columnsOf(protections),
    terms_guid: await termsOf(tx, actor, terms, null, now),
    asks_terms_again: wishes.asksTermsAgain ? 1 : 0,
    tells_acceptance: wishes.tellsAcceptance ? 1 : 0,
    reminds: wishes.reminds ? 1 : 0,
    shows_page: wishes.showsPage ? 1 : 0,
    other_options: otherOptions.length > 0 ? JSON.stringify(otherOptions) : '',
    status: 'Active',
    first_viewed_at: null,
    created_at: now,
    killed_at: null,
    is_tour: isTour ? 1 : 0,
  } as const
  await tx.insertInto('share').values(row).execute()
  const version = { share_guid: guid, number: 1, file_guid: file.guid, created_at: now }
  await tx.insertInto('share_version').values(version).execute()
}
