import { sql, type Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'

/** As many as a row of a list shows. */
const shown = [0, 1, 2]

/** The first people of each share, by address: their names, or their addresses if they have none. */
export async function firstPeople(
  kysely: Kysely<Schema>,
  shareGuids: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await peopleRows(kysely, { shareGuids })
  return new Map(
    rows.map(({ guid, ...people }) => [
      guid,
      Object.values(people as Record<string, string | null>).filter((person) => person !== null),
    ]),
  )
}

const peopleRows = prepared((kysely, { shareGuids }: Slots<{ shareGuids: readonly string[] }>) =>
  kysely
    .selectFrom('share')
    .select('guid')
    // One by one: each is found by the index, however many people a share has.
    .select(shown.map((place) => personAt(place).as(`person${place}`)))
    .where('guid', 'in', shareGuids),
)

function personAt(place: number) {
  return sql<string | null>`(
    select case when recipient.name <> '' then recipient.name else recipient.email end from recipient
    where recipient.share_guid = share.guid and recipient.revoked_at is null
    order by lower(recipient.email) limit 1 offset ${sql.lit(place)})`
}
