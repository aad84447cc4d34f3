import type { Kysely } from 'kysely'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Logo } from '#server/rules/files/logos.ts'

/** The queries on teams' logos without decisions. */
export async function shownLogo(kysely: Kysely<Schema>, teamGuid: string): Promise<Logo | null> {
  const row = await logos(kysely, teamGuid).where('is_shown', '=', 1).executeTakeFirst()
  return row ?? null
}

export async function logoOfTeam(
  kysely: Kysely<Schema>,
  { teamGuid, guid }: { teamGuid: string; guid: string },
): Promise<Logo | null> {
  const row = await logos(kysely, teamGuid).where('guid', '=', guid).executeTakeFirst()
  return row ?? null
}

function logos(kysely: Kysely<Schema>, teamGuid: string) {
  return kysely.selectFrom('team_logo').select(['guid', 'width', 'height']).where('team_guid', '=', teamGuid)
}

export async function sealedLogo(kysely: Kysely<Schema>, guid: string) {
  return kysely
    .selectFrom('team_logo')
    .select(['guid', 'png_sealed', 'width', 'height'])
    .where('guid', '=', guid)
    .executeTakeFirst()
}

/** Keeps a logo that was drawn; `seal` wraps it by its guid. Of those that no one shows, the newest few stay. */
export async function keepDrawn(
  tx: Transaction,
  drawn: { teamGuid: string; width: number; height: number; now: number },
  seal: (guid: string) => string,
): Promise<Logo> {
  const { teamGuid, width, height, now } = drawn
  const guid = newGuid()
  await tx
    .insertInto('team_logo')
    .values({
      guid,
      team_guid: teamGuid,
      png_sealed: seal(guid),
      width,
      height,
      is_shown: 0,
      created_at: now,
    })
    .execute()
  const older = await tx
    .selectFrom('team_logo')
    .select('guid')
    .where('team_guid', '=', teamGuid)
    .where('is_shown', '=', 0)
    .where('guid', '!=', guid)
    .orderBy('created_at', 'desc')
    .offset(maxUnused)
    .limit(50)
    .execute()
  await removeLogos(
    tx,
    older.map((row) => row.guid),
  )
  return { guid, width, height }
}

const maxUnused = 5

/** Shows this logo from now on, or none. What was shown before, and what was tried, is removed. */
export async function showLogo(tx: Transaction, teamGuid: string, guid: string | null): Promise<void> {
  await tx
    .deleteFrom('team_logo')
    .where('team_guid', '=', teamGuid)
    .$if(guid !== null, (query) => query.where('guid', '!=', guid!))
    .execute()
  if (guid !== null) await tx.updateTable('team_logo').set({ is_shown: 1 }).where('guid', '=', guid).execute()
}

async function removeLogos(tx: Transaction, guids: string[]): Promise<void> {
  if (guids.length > 0) await tx.deleteFrom('team_logo').where('guid', 'in', guids).execute()
}
