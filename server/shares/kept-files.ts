import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** A file as it takes room; no share when none has taken it yet. */
export type KeptFile = {
  guid: string
  name: string
  size: number
  created_at: number
  share_guid: string | null
}

/** The files of an owner, the largest or the oldest first. */
export function keptFiles(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  { by, limit }: { by: 'size' | 'age'; limit: number },
): Promise<KeptFile[]> {
  const files = kysely
    .selectFrom('file')
    .select(['guid', 'name', 'size', 'created_at'])
    .select((file) =>
      file
        .selectFrom('share')
        .select('share.guid')
        .whereRef('share.file_guid', '=', 'file.guid')
        .limit(1)
        .as('share_guid'),
    )
    .where('owner_guid', '=', ownerGuid)
    .limit(limit)
  return by === 'age'
    ? files.orderBy('created_at').execute()
    : files.orderBy('size', 'desc').orderBy('guid').execute()
}
