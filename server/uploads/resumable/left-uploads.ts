import type { Database } from '#server/db/open.ts'
import { prepared, type Slots, type Value } from '#server/db/prepared.ts'

/** An upload that was begun and is not used yet. Bytes; `endsAt` is when what arrived is removed. */
export type LeftUpload = {
  guid: string
  name: string
  size: number
  offset: number
  endsAt: number
  /** The folder of a room that it is for. */
  parentGuid: string | null
}

/** Whose: an account's for its shares, or what someone with these addresses brings to a room. */
export type LeftBy = { ownerGuid: string } | LeftInRoom
type LeftInRoom = { roomGuid: string; emails: readonly string[] }

const maxListed = 100

/** What was begun and not used, the newest first; for a share also what arrived whole. */
export async function leftUploads(
  kysely: Database['kysely'],
  by: LeftBy,
  now: number,
): Promise<LeftUpload[]> {
  const rows = await ('ownerGuid' in by
    ? rowsForShares(kysely, { ownerGuid: by.ownerGuid, now })
    : rowsFor(kysely, by, now))
  return rows.map(({ received, ends_at: endsAt, parent_guid: parentGuid, ...rest }) => ({
    ...rest,
    offset: received,
    endsAt,
    parentGuid,
  }))
}

function leftRows(kysely: Database['kysely'], now: Value<number>) {
  return (
    kysely
      .selectFrom('upload')
      .leftJoin('file', 'file.guid', 'upload.guid')
      .select(['upload.guid', 'upload.name', 'upload.size', 'upload.received', 'upload.ends_at'])
      .select('upload.parent_guid')
      .where('upload.ends_at', '>', now)
      // What is being copied from elsewhere goes on by itself.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('cloud_copy_item')
              .select('cloud_copy_item.place')
              .whereRef('cloud_copy_item.upload_guid', '=', 'upload.guid')
              .where('upload.finished_at', 'is', null),
          ),
        ),
      )
      .orderBy('upload.created_at', 'desc')
      .orderBy('upload.guid')
      .limit(maxListed)
  )
}

const rowsForShares = prepared((kysely, { ownerGuid, now }: Slots<{ ownerGuid: string; now: number }>) =>
  leftRows(kysely, now)
    .where('upload.owner_guid', '=', ownerGuid)
    .where('upload.room_guid', 'is', null)
    .where((row) =>
      row.or([
        row('upload.finished_at', 'is', null),
        row.and([row('file.guid', 'is not', null), row('file.taken_at', 'is', null)]),
      ]),
    ),
)

async function rowsFor(kysely: Database['kysely'], { roomGuid, emails }: LeftInRoom, now: number) {
  if (emails.length === 0) return []
  return rowsForRoom(kysely, { roomGuid, emails: emails.map((email) => email.toLowerCase()), now })
}

const rowsForRoom = prepared(
  (kysely, { roomGuid, emails, now }: Slots<{ roomGuid: string; emails: string[]; now: number }>) =>
    leftRows(kysely, now)
      .where('upload.room_guid', '=', roomGuid)
      .where('upload.brought_by', 'in', emails)
      .where('upload.finished_at', 'is', null),
)
