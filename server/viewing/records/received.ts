import { sql, type Kysely, type SqlBool } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import { furtherEmailsOf } from '#server/accounts/addresses/address-rows.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { isFoundIn, searchWords } from '#server/rules/text/search-words.ts'
import type { Beside } from '#server/shares/lists/list.ts'
import { hasMoreTime, isInOwnTime } from '#server/shares/people/ends.ts'
import { receivedFacts, type ReceivedFile } from './received-facts.ts'

/** Which received files a list contains (`ReceiveMode`), as named in its address. */
export const receiveModes = ['all', 'new', 'opened', 'over'] as const
export type ReceiveMode = (typeof receiveModes)[number]

export type ReceivedRange = {
  page: number
  pageSize: number
  mode: ReceiveMode
  /** Words of the sender's name or address; each is the beginning of one. */
  sender: string
  /** From there the page is found at once; otherwise all rows before it are skipped. */
  beside: Beside | null
  countTo: number
}

export type ReceivedPage = { files: ReceivedFile[]; hasMore: boolean; total: number }

/** How many senders a search by sender can match. */
const maxSenders = 500

/** What others shared with the confirmed addresses of an account, the latest first. */
export class Received {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /**
   * A page of the list. The index leads through what an address received, the latest first; what has ended, and who
   * sent it, is in other rows, so a mode or a search reads everything that the address received, never more.
   */
  async list(actor: User, range: ReceivedRange): Promise<ReceivedPage> {
    const { kysely } = this.#database
    const now = this.#clock()
    const further = await furtherEmailsOf(kysely, { userGuid: actor.guid })
    const emails = [...new Set([actor.email.toLowerCase(), ...further.map(({ email }) => email)])]
    const senders = await sendersFound(kysely, actor, emails, range.sender)
    const parts = emails.map((email) =>
      receivedRows(kysely, actor, email)
        .where(modeCondition(range.mode, now))
        .$if(senders !== null, (rows) => rows.where('share.owner_guid', 'in', senders!)),
    )
    const isBackwards = range.beside?.side === 'before'
    const path = isBackwards ? 'asc' : 'desc'
    const skipped = range.beside ? 0 : (range.page - 1) * range.pageSize
    const count = range.pageSize + 1
    const first = parts.map((part) =>
      besideRow(part, range.beside)
        .orderBy('recipient.added_at', path)
        .orderBy('recipient.guid', path)
        .limit(skipped + count),
    )
    const [rows, total] = await Promise.all([
      merged(kysely, first)
        .orderBy('added_at', path)
        .orderBy('guid', path)
        .limit(count)
        .offset(skipped)
        .execute(),
      countUpTo(
        kysely,
        range.countTo,
        merged(
          kysely,
          parts.map((part) => part.limit(range.countTo)),
        ),
      ),
    ])
    const shown = rows.slice(0, range.pageSize).map(({ guid }) => guid)
    if (isBackwards) shown.reverse()
    return {
      files: await receivedFacts(kysely, shown, now),
      hasMore: isBackwards || rows.length > range.pageSize,
      total,
    }
  }
}

/** What others sent to one address. */
export function receivedRows(kysely: Kysely<Schema>, { guid }: Pick<User, 'guid'>, email: string) {
  return kysely
    .selectFrom('recipient')
    .innerJoin('share', 'share.guid', 'recipient.share_guid')
    .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
    .select(['recipient.guid', 'recipient.added_at'])
    .where(sql<string>`lower(recipient.email)`, '=', email)
    .where('share.owner_guid', '<>', guid)
}

type Part = ReturnType<typeof receivedRows>

function besideRow(part: Part, beside: Beside | null): Part {
  if (!beside) return part
  const row = sql`(recipient.added_at, recipient.guid)`
  const known = sql`(${beside.key}, ${beside.guid})`
  return part.where(
    beside.side === 'before' ? sql<SqlBool>`${row} > ${known}` : sql<SqlBool>`${row} < ${known}`,
  )
}

function merged(kysely: Kysely<Schema>, parts: Part[]) {
  const [first, ...others] = parts.map((part) =>
    kysely.selectFrom(part.as('part')).select(['guid', 'added_at']),
  )
  const all = others.reduce((union, part) => union.unionAll(part), first!)
  return kysely.selectFrom(all.as('received')).select(['guid', 'added_at'])
}

/** The policy in SQL: whether a share is still open to its recipient. */
function modeCondition(mode: ReceiveMode, now: number) {
  const isOpen = sql<SqlBool>`(
    share.status = 'Active' and share.binned_at is null and recipient.revoked_at is null and owner.status = 'Active'
    and (share.ends_at > ${now} or ${hasMoreTime(now)}) and ${isInOwnTime(now)}
    and (share.destruct_seconds <= 0 or share.visibility = 'public' or recipient.first_viewed_at is null
      or recipient.first_viewed_at + share.destruct_seconds * 1000 > ${now}))`
  if (mode === 'new') return sql<SqlBool>`(${isOpen} and recipient.first_viewed_at is null)`
  if (mode === 'opened') return sql<SqlBool>`(${isOpen} and recipient.first_viewed_at is not null)`
  return mode === 'over' ? sql<SqlBool>`not ${isOpen}` : sql<SqlBool>`1 = 1`
}

/** The accounts of the senders that are searched for; null if there is none. */
async function sendersFound(
  kysely: Kysely<Schema>,
  actor: User,
  emails: string[],
  search: string,
): Promise<string[] | null> {
  if (search.trim() === '') return null
  const words = searchWords(search)
  const senders = await kysely
    .selectFrom('user')
    .select(['guid', 'email', 'first_name', 'last_name'])
    .where('guid', 'in', (user) =>
      user
        .selectFrom('recipient')
        .innerJoin('share', 'share.guid', 'recipient.share_guid')
        .select('share.owner_guid')
        .where(sql<string>`lower(recipient.email)`, 'in', emails),
    )
    .where('guid', '<>', actor.guid)
    .execute()
  const found = senders
    .filter((sender) => isFoundIn(`${sender.first_name} ${sender.last_name} ${sender.email}`, words))
    .map(({ guid }) => guid)
  // No guid is empty: no one was found.
  return words.length === 0 || found.length === 0 ? [''] : found.slice(0, maxSenders)
}
