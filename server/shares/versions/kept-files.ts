import type { ExpressionBuilder, Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'

/** A file and its size, with a share that shows or showed it; none if it was not shared yet. */
export type KeptFile = {
  guid: string
  name: string
  size: number
  created_at: number
  share_guid: string | null
  /** Whether all its shares are in the trash. */
  is_binned: boolean
}

/** The files of an owner, the largest or the oldest first. */
export async function keptFiles(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  { by, limit }: { by: 'size' | 'age'; limit: number },
): Promise<KeptFile[]> {
  const files = kysely
    .selectFrom('file')
    .select(['guid', 'name', 'size', 'created_at'])
    .select((file) => [
      shareWith(file).where('share.binned_at', 'is', null).as('share_guid'),
      shareWith(file).where('share.binned_at', 'is not', null).as('binned_guid'),
    ])
    .where('owner_guid', '=', ownerGuid)
    .limit(limit)
  const rows =
    by === 'age'
      ? await files.orderBy('created_at').execute()
      : await files.orderBy('size', 'desc').orderBy('guid').execute()
  return rows.map(({ share_guid, binned_guid, ...file }) => ({
    ...file,
    share_guid: share_guid ?? binned_guid,
    is_binned: share_guid === null && binned_guid !== null,
  }))
}

function shareWith(file: ExpressionBuilder<Schema, 'file'>) {
  return file
    .selectFrom('share_version')
    .innerJoin('share', 'share.guid', 'share_version.share_guid')
    .select('share.guid')
    .whereRef('share_version.file_guid', '=', 'file.guid')
    .limit(1)
}
