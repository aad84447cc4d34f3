import { sql, type Selectable } from 'kysely'
import { userColumns, userOf, type User } from '#server/accounts/users.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import type { Database } from '#server/db/open.ts'
import type { UserTable } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import type { After } from './after.ts'

/** Times in epoch milliseconds; `storageBytes` as its files were uploaded. */
export type KeptAccount = User & {
  status: UserTable['status']
  createdAt: number
  signedInAt: number | null
  closedAt: number | null
  storageBytes: number
  team: string | null
}

export type AccountDetails = KeptAccount & {
  hasPassword: boolean
  needsSetup: boolean
  mustChangePassword: boolean
  hasSecondFactor: boolean
  /** Signed-in browsers and programs, shares and data rooms, counted up to `countedTo`. */
  sessions: number
  accessTokens: number
  shares: number
  rooms: number
  countedTo: number
}

export type AccountsShown = 'all' | 'operators' | UserTable['status']
const countedTo = 1000

/** The accounts as an operator finds them: whose, with which plan, how much they store; nothing of what is in it. */
export class KeptAccounts {
  readonly #database: Database
  readonly #clock: () => number

  constructor({ database, clock }: { database: Database; clock: () => number }) {
    this.#database = database
    this.#clock = clock
  }

  /** The newest first. */
  async list(shown: AccountsShown, limit: number, after?: After): Promise<KeptAccount[]> {
    return (await newestAccounts(this.#database, shown, limit, after).execute()).map(shownAccount)
  }

  /** Those that store most first. */
  async byStorage(limit: number, after?: After): Promise<KeptAccount[]> {
    return (await largestAccounts(this.#database, limit, after).execute()).map(shownAccount)
  }

  /** Those whose address, first or last name begins like this, by address. */
  async find(search: string, limit: number): Promise<KeptAccount[]> {
    if (search.trim() === '') return []
    const found = await Promise.all(
      searched.map((column) => accountsLike(this.#database, column, search.trim(), limit).execute()),
    )
    const guids = [...new Set(found.flat().map(({ guid }) => guid))].slice(0, limit)
    if (guids.length === 0) return []
    const rows = await accountRows(this.#database)
      .where('user.guid', 'in', guids)
      .orderBy('user.email')
      .execute()
    return rows.map(shownAccount)
  }

  /** Throws notFound. */
  async details(guid: string): Promise<AccountDetails> {
    const { kysely } = this.#database
    const row = await accountRows(this.#database)
      .leftJoin('second_factor', 'second_factor.user_guid', 'user.guid')
      .select(['user.has_password', 'user.needs_setup', 'user.must_change_password'])
      .select('second_factor.confirmed_at')
      .where('user.guid', '=', guid)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    const now = this.#clock()
    const sessions = kysely
      .selectFrom('session')
      .select('guid')
      .where('user_guid', '=', guid)
      .where('idle_until', '>', now)
      .where('ends_at', '>', now)
    const accessTokens = kysely
      .selectFrom('access_token')
      .select('guid')
      .where('user_guid', '=', guid)
      .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now)]))
    const shares = kysely.selectFrom('share').select('guid').where('owner_guid', '=', guid)
    const rooms = kysely.selectFrom('room').select('guid').where('owner_guid', '=', guid)
    return {
      ...shownAccount(row),
      hasPassword: row.has_password === 1,
      needsSetup: row.needs_setup === 1,
      mustChangePassword: row.must_change_password === 1,
      hasSecondFactor: row.confirmed_at !== null,
      sessions: await countUpTo(kysely, countedTo, sessions),
      accessTokens: await countUpTo(kysely, countedTo, accessTokens),
      shares: await countUpTo(kysely, countedTo, shares),
      rooms: await countUpTo(kysely, countedTo, rooms),
      countedTo,
    }
  }
}

/** What is searched by its first letters. */
export const searched = ['email', 'first_name', 'last_name'] as const

export function newestAccounts(database: Database, shown: AccountsShown, limit: number, after?: After) {
  let query = accountRows(database)
    .orderBy('user.created_at', 'desc')
    .orderBy('user.guid', 'desc')
    .limit(limit)
  if (shown === 'operators') query = query.where('user.is_operator', '=', sql.lit(1))
  else if (shown !== 'all') query = query.where('user.status', '=', shown)
  return after ? query.where(isBefore('created_at', after)) : query
}

export function largestAccounts(database: Database, limit: number, after?: After) {
  const query = accountRows(database)
    .orderBy('user.storage_bytes', 'desc')
    .orderBy('user.guid', 'desc')
    .limit(limit)
  return after ? query.where(isBefore('storage_bytes', after)) : query
}

export function accountsLike(
  { kysely, kind }: Database,
  column: (typeof searched)[number],
  start: string,
  limit: number,
) {
  // As the database does it: SQLite lowercases only ASCII letters.
  const lower =
    kind === 'sqlite' ? start.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : start.toLowerCase()
  const lowered = sql`lower(${sql.ref(column)})${kind === 'sqlite' ? sql`` : sql` collate "C"`}`
  return kysely
    .selectFrom('user')
    .select('guid')
    .where(sql<boolean>`(${lowered} >= ${lower} and ${lowered} < ${`${lower}\u{10ffff}`})`)
    .limit(limit)
}

function isBefore(column: 'created_at' | 'storage_bytes', { at, guid }: After) {
  return sql<boolean>`(${sql.ref(`user.${column}`)}, ${sql.ref('user.guid')}) < (${at}, ${guid})`
}

function accountRows({ kysely }: Database) {
  return kysely
    .selectFrom('user')
    .leftJoin('team', 'team.guid', 'user.team_guid')
    .select([...userColumns, 'user.status', 'user.created_at', 'user.signed_in_at', 'user.closed_at'])
    .select(['user.storage_bytes', 'team.name as team'])
}

type Row = Parameters<typeof userOf>[0] &
  Pick<Selectable<UserTable>, 'status' | 'created_at' | 'signed_in_at' | 'closed_at' | 'storage_bytes'> & {
    team: string | null
  }

function shownAccount(row: Row): KeptAccount {
  return {
    ...userOf(row),
    status: row.status,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    closedAt: row.closed_at,
    storageBytes: row.storage_bytes,
    team: row.team,
  }
}
