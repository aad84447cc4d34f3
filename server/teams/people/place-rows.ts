import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { TeamPlaceTable } from '#server/db/tables/team-tables.ts'

/** The queries on the places of addresses in teams. Addresses are in their canonical spelling. */
export type PlaceRow = TeamPlaceTable

export async function placesOf(kysely: Kysely<Schema>, teamGuid: string): Promise<PlaceRow[]> {
  return kysely
    .selectFrom('team_place')
    .selectAll()
    .where('team_guid', '=', teamGuid)
    .where('state', '!=', 'Joined')
    .orderBy('email')
    .execute()
}

export async function placeByGuid(kysely: Kysely<Schema>, guid: string): Promise<PlaceRow | undefined> {
  return kysely.selectFrom('team_place').selectAll().where('guid', '=', guid).executeTakeFirst()
}

export async function placeOf(
  kysely: Kysely<Schema>,
  teamGuid: string,
  email: string,
): Promise<PlaceRow | undefined> {
  return kysely
    .selectFrom('team_place')
    .selectAll()
    .where('team_guid', '=', teamGuid)
    .where('email', '=', email)
    .executeTakeFirst()
}

type Set = Pick<PlaceRow, 'role' | 'state' | 'by_email' | 'began_at'> &
  Partial<Pick<PlaceRow, 'name' | 'secret_hash' | 'expires_at'>>

/** Gives an address its place in a team, or changes it; a secret that is not named ends. Returns its guid. */
export async function setPlace(
  tx: Transaction,
  { teamGuid, email }: { teamGuid: string; email: string },
  set: Set,
): Promise<string> {
  const row = { name: '', secret_hash: null, expires_at: null, ...set }
  const { guid } = await tx
    .insertInto('team_place')
    .values({ guid: newGuid(), team_guid: teamGuid, email, ...row })
    .onConflict((conflict) => conflict.columns(['team_guid', 'email']).doUpdateSet(row))
    .returning('guid')
    .executeTakeFirstOrThrow()
  return guid
}

/** How many places of a team are taken: its accounts, and the invitations that can still be accepted. */
export async function takenPlaces(
  kysely: Kysely<Schema>,
  teamGuid: string,
  now: number,
): Promise<{ members: number; invited: number }> {
  const count = sql<number>`count(*)`.as('count')
  const members = await kysely
    .selectFrom('user')
    .select(count)
    .where('team_guid', '=', teamGuid)
    .executeTakeFirstOrThrow()
  const invited = await kysely
    .selectFrom('team_place')
    .select(count)
    .where('team_guid', '=', teamGuid)
    .where('state', '=', 'Invited')
    .where('expires_at', '>', now)
    .where((place) =>
      place.not(
        place.exists(
          place
            .selectFrom('user')
            .select('user.guid')
            .whereRef('user.team_guid', '=', 'team_place.team_guid')
            .where(sql<string>`lower("user".email)`, '=', place.ref('team_place.email')),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return { members: Number(members.count), invited: Number(invited.count) }
}
