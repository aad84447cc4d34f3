import { sql } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Post } from '#server/mail/post.ts'
import type { Visibility } from '#server/rules/options.ts'
import { shareLetter } from './letters.ts'
import type { NewRecipient } from './recipients.ts'

/** The share as its letter tells of it. */
export type Told = { guid: string; message: string; visibility: Visibility }
type Needs = { post: Post; publicUrl: URL; clock: () => number }

/**
 * Adds those who are not among a share's people, gives the file back to those whom it was taken from, and posts each the
 * link. Whoever is there already is left alone. Answers the addresses that were added.
 */
export async function addPeople(
  tx: Transaction,
  { post, publicUrl, clock }: Needs,
  sender: User,
  share: Told,
  people: readonly NewRecipient[],
): Promise<string[]> {
  const known = await knownPeople(tx, share.guid, people)
  const newcomers = people.filter(({ email }) => known.get(email)?.revoked_at !== null)
  for (const { email, name } of newcomers) {
    const guid = known.get(email)?.guid ?? newGuid()
    if (known.has(email)) await giveBack(tx, guid)
    else await insert(tx, { guid, share_guid: share.guid, email, name, added_at: clock() })
    await postLink(tx, { post, publicUrl }, sender, share, { guid, email })
  }
  return newcomers.map(({ email }) => email)
}

/** Posts one of a share's people its link. */
export async function postLink(
  tx: Transaction,
  { post, publicUrl }: Pick<Needs, 'post' | 'publicUrl'>,
  sender: User,
  { guid, message, visibility }: Told,
  recipient: { guid: string; email: string },
): Promise<void> {
  const link = new URL(`/file/${guid}`, publicUrl).href
  const letter = shareLetter(recipient.email, { sender, message, link, visibility })
  await post.post(tx, letter, { recipientGuid: recipient.guid })
}

async function knownPeople(tx: Transaction, shareGuid: string, people: readonly NewRecipient[]) {
  if (people.length === 0) return new Map()
  const lowerEmail = sql<string>`lower(email)`
  const rows = await tx
    .selectFrom('recipient')
    .select(['guid', 'revoked_at', lowerEmail.as('lowered')])
    .where('share_guid', '=', shareGuid)
    .where(
      lowerEmail,
      'in',
      people.map(({ email }) => email),
    )
    .execute()
  return new Map(rows.map((row) => [row.lowered, row]))
}

async function giveBack(tx: Transaction, guid: string): Promise<void> {
  await tx
    .updateTable('recipient')
    .set({ revoked_at: null, mail_status: 'Waiting', mail_reason: '' })
    .where('guid', '=', guid)
    .execute()
}

type Added = { guid: string; share_guid: string; email: string; name: string; added_at: number }

async function insert(tx: Transaction, added: Added): Promise<void> {
  await tx
    .insertInto('recipient')
    .values({ ...added, first_viewed_at: null, mail_status: 'Waiting' })
    .execute()
}
