import type { Kysely, Selectable } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { TeamConnectionTable } from '#server/db/tables/team-tables.ts'

/** The queries on the identity providers of teams. */
export type ConnectionRow = Selectable<TeamConnectionTable>

/** The one with which the team signs in. */
export async function connectionOf(kysely: Kysely<Schema>, teamGuid: string) {
  return inPlace(kysely, teamGuid, 1)
}

/** The one that is being set up. */
export async function draftOf(kysely: Kysely<Schema>, teamGuid: string) {
  return inPlace(kysely, teamGuid, 0)
}

function inPlace(kysely: Kysely<Schema>, teamGuid: string, isOn: 0 | 1) {
  return kysely
    .selectFrom('team_connection')
    .selectAll()
    .where('team_guid', '=', teamGuid)
    .where('is_on', '=', isOn)
    .executeTakeFirst()
}

export async function connectionByGuid(kysely: Kysely<Schema>, guid: string) {
  return kysely.selectFrom('team_connection').selectAll().where('guid', '=', guid).executeTakeFirst()
}

export async function connectionForDomain(kysely: Kysely<Schema>, domain: string) {
  return kysely
    .selectFrom('team_domain')
    .innerJoin('team_connection', 'team_connection.team_guid', 'team_domain.team_guid')
    .selectAll('team_connection')
    .where('team_domain.domain', '=', domain)
    .where('team_connection.is_on', '=', 1)
    .executeTakeFirst()
}

export async function replaceConnection(tx: Transaction, row: ConnectionRow): Promise<void> {
  await tx
    .deleteFrom('team_connection')
    .where('team_guid', '=', row.team_guid)
    .where('is_on', '=', row.is_on)
    .execute()
  await tx.insertInto('team_connection').values(row).execute()
}

export async function setOn(tx: Transaction, guid: string, isOn: boolean): Promise<void> {
  await tx
    .updateTable('team_connection')
    .set({ is_on: isOn ? 1 : 0, answer: null, answered_at: null })
    .where('guid', '=', guid)
    .execute()
}

export async function deleteConnection(tx: Transaction, guid: string): Promise<void> {
  await tx.deleteFrom('team_connection').where('guid', '=', guid).execute()
}

/** What came back from a test; `testedAt` is null if it did not work. */
export async function noteAnswer(
  kysely: Kysely<Schema>,
  guid: string,
  { answer, testedAt, now }: { answer: string; testedAt: number | null; now: number },
): Promise<void> {
  await kysely
    .updateTable('team_connection')
    .set({ answer, tested_at: testedAt, answered_at: now })
    .where('guid', '=', guid)
    .execute()
}

/** Forgets what tests brought before a time, not whether they worked; returns how many. */
export async function sweepAnswers(kysely: Kysely<Schema>, before: number): Promise<number> {
  const { numUpdatedRows } = await kysely
    .updateTable('team_connection')
    .set({ answer: null, answered_at: null })
    .where('answered_at', '<', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
