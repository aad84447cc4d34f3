import { sql, type Kysely } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Schema } from '#server/db/schema.ts'
import type { NamedAddress } from '#server/rules/accounts/email.ts'
import { merged, stateRows, type Part } from './listing.ts'

/** How many shares are looked at, and how many people are found. */
const sharesRead = 8
const peopleFound = 6

/**
 * The people of this person's latest shares that have not been removed since, each address once, without their own. It
 * reads the first few people of a few shares by their indexes, so it costs the same however many there are.
 */
export async function recentPeople(
  kysely: Kysely<Schema>,
  { guid, email: own }: Pick<User, 'guid' | 'email'>,
  now: number,
): Promise<NamedAddress[]> {
  const states = [0, 1, 2, 3] as const
  const latest = states.map(
    (state) =>
      stateRows(kysely, guid, state, 'created_at', now)
        .orderBy('created_at', 'desc')
        .limit(sharesRead) as unknown as Part,
  )
  const shares = await merged(kysely, latest).orderBy('key', 'desc').limit(sharesRead).execute()
  if (shares.length === 0) return []
  const parts = shares.map(({ guid: share }, place) =>
    kysely
      .selectFrom(
        kysely
          .selectFrom('recipient')
          .select(['email', 'name', sql<number>`${sql.lit(place)}`.as('place')])
          .where('share_guid', '=', share)
          .where('revoked_at', 'is', null)
          .orderBy(sql`lower(email)`)
          .limit(peopleFound)
          .as('part'),
      )
      .select(['email', 'name', 'place']),
  )
  const [first, ...others] = parts
  const all = others.reduce((union, part) => union.unionAll(part), first!)
  const rows = await kysely.selectFrom(all.as('found')).select(['email', 'name']).orderBy('place').execute()
  const found = new Map<string, NamedAddress>()
  for (const { email, name } of rows) {
    const key = email.toLowerCase()
    const known = found.get(key)
    if (key === own.toLowerCase()) continue
    if (!known) found.set(key, { email, name })
    else if (known.name === '') known.name = name
  }
  return [...found.values()].slice(0, peopleFound)
}
