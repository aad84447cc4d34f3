import { sql } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Post } from '#server/mail/post.ts'
import type { Visibility } from '#server/rules/options.ts'
import { recipientsOverPlanMessage } from '#server/rules/messages.ts'
import { planOf } from '#server/rules/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { putOnList } from './add-recipient.ts'
import { shareLetter } from './letters.ts'
import type { NewRecipient } from './recipients.ts'
import { indexWords } from './words.ts'
import { shareUrl } from './share-url.ts'

/** The share as its letter tells of it. */
export type Told = { guid: string; message: string; visibility: Visibility }
type Needs = { post: Post; publicUrl: URL; clock: () => number }

/** Somebody on the list after `addPeople`; `isNew` who was not, or whom the file had been taken from. */
export type OnList = { guid: string; email: string; isNew: boolean }

/**
 * Puts those on the list of a share who are not on it, gives the file back to those whom it was taken from, and makes
 * the share found by them. Whoever is there already is left alone. Posts nothing. The transaction holds the share.
 * Throws recipientsOverPlan before anything is written (B12).
 */
export async function putPeople(
  tx: Transaction,
  now: number,
  sender: User,
  shareGuid: string,
  people: readonly NewRecipient[],
): Promise<OnList[]> {
  const known = await knownPeople(tx, shareGuid, people)
  const newcomers = people.filter(({ email }) => known.get(email)?.revoked_at !== null)
  const most = planOf(sender.tierCode).maxRecipients
  if (newcomers.length > 0 && (await countPeople(tx, shareGuid)) + newcomers.length > most)
    throw new Problem('recipientsOverPlan', { field: 'recipients', text: recipientsOverPlanMessage(most) })
  const list: OnList[] = []
  for (const person of people) {
    const { email } = person
    const here = known.get(email)
    if (here?.revoked_at === null) list.push({ guid: here.guid, email, isNew: false })
    else list.push({ guid: await putOnList(tx, { shareGuid, most, now }, person), email, isNew: true })
  }
  if (newcomers.length > 0) await indexWords(tx, shareGuid)
  return list
}

/** As `putPeople`, and posts the link to each who was added. Answers their addresses. */
export async function addPeople(
  tx: Transaction,
  needs: Needs,
  sender: User,
  share: Told,
  people: readonly NewRecipient[],
): Promise<string[]> {
  const list = await putPeople(tx, needs.clock(), sender, share.guid, people)
  const newcomers = list.filter(({ isNew }) => isNew)
  for (const person of newcomers) await postLink(tx, needs, sender, share, person)
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
  const link = shareUrl(publicUrl, guid)
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

async function countPeople(tx: Transaction, shareGuid: string): Promise<number> {
  const { count } = await tx
    .selectFrom('recipient')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('share_guid', '=', shareGuid)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
