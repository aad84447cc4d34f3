import { sql } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Transaction } from '#server/db/open.ts'
import { recipientsOverPlanMessage } from '#server/rules/text/messages.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { addRecipients } from './add-recipient.ts'
import type { Invitations } from '#server/shares/sending/invitations.ts'
import type { NewRecipient } from './recipients.ts'
import { indexWords } from '#server/shares/lists/words.ts'

type Deps = { invitations: Invitations; plans: Plans; clock: () => number }

/** Someone on the list after `addPeople`; `isNew` if they were not, or had been removed. */
export type OnList = { guid: string; email: string; isNew: boolean }

/**
 * Adds people who are not on the list of a share, restores those who were removed, and makes the share findable by
 * their addresses. People already on the list are left alone. Sends no email. The transaction holds the share. Throws
 * recipientsOverPlan before anything is written.
 */
export async function upsertRecipients(
  tx: Transaction,
  { plans, clock }: Pick<Deps, 'plans' | 'clock'>,
  sender: User,
  shareGuid: string,
  people: readonly NewRecipient[],
): Promise<OnList[]> {
  const now = clock()
  const known = await knownPeople(tx, shareGuid, people)
  const addedRecipients = people.filter(({ email }) => known.get(email)?.revoked_at !== null)
  const max = plans.of(sender.tierCode).maxRecipients
  if (addedRecipients.length > 0 && (await countPeople(tx, shareGuid)) + addedRecipients.length > max)
    throw new Problem('recipientsOverPlan', { field: 'recipients', text: recipientsOverPlanMessage(max) })
  const list: OnList[] = []
  for (const person of people) {
    const { email } = person
    const here = known.get(email)
    if (here?.revoked_at === null) list.push({ guid: here.guid, email, isNew: false })
    else list.push({ guid: await addRecipients(tx, { shareGuid, max, now }, person), email, isNew: true })
  }
  if (addedRecipients.length > 0) await indexWords(tx, shareGuid)
  return list
}

/** Like `putPeople`, and has everyone who was added notified. Answers their addresses. */
export async function addPeople(
  tx: Transaction,
  deps: Deps,
  sender: User,
  shareGuid: string,
  people: readonly NewRecipient[],
): Promise<string[]> {
  const list = await upsertRecipients(tx, deps, sender, shareGuid, people)
  const addedRecipients = list.filter(({ isNew }) => isNew)
  await deps.invitations.post(
    tx,
    addedRecipients.map(({ guid: recipientGuid }) => ({ recipientGuid, shareGuid, kind: 'share' })),
  )
  return addedRecipients.map(({ email }) => email)
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
