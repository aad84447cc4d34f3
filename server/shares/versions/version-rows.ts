import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { FileTable, Schema } from '#server/db/schema.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import type { Vault } from '#server/storage/vault.ts'
import { removeFile } from '#server/uploads/remove-file.ts'

/** How many versions are kept besides the one that is shown. */
export const maxOldVersions = 10

export type Version = {
  number: number
  name: string
  kind: FileKind
  /** Bytes. */
  size: number
  page_count: number
  created_at: number
  render_status: FileTable['render_status']
  render_error: string | null
  /** Whether it is to be shown as soon as its pages are ready. */
  isWaiting: boolean
  /** When its file was removed, or null while it is kept. */
  removed_at: number | null
}

/** All versions of a share's file, the newest first, with those whose file is no longer kept. */
export async function versionRows(kysely: Kysely<Schema>, shareGuid: string): Promise<Version[]> {
  const [kept, removed] = await Promise.all([
    kysely
      .selectFrom('share_version')
      .innerJoin('file', 'file.guid', 'share_version.file_guid')
      .select([
        'share_version.number',
        'share_version.created_at',
        'share_version.is_waiting',
        'file.name',
        'file.kind',
        'file.size',
        'file.page_count',
        'file.render_status',
        'file.render_error',
      ])
      .where('share_version.share_guid', '=', shareGuid)
      .execute(),
    kysely
      .selectFrom('removed_version')
      .select(['number', 'name', 'size', 'page_count', 'created_at', 'removed_at'])
      .where('share_guid', '=', shareGuid)
      .execute(),
  ])
  const all: Version[] = [
    ...kept.map(({ is_waiting, ...row }) => ({ ...row, isWaiting: is_waiting === 1, removed_at: null })),
    ...removed.map((row) => ({
      ...row,
      // A removed version is not shown, whatever it was.
      kind: 'other' as const,
      render_status: 'Rendered' as const,
      render_error: null,
      isWaiting: false,
    })),
  ]
  return all.sort((a, b) => b.number - a.number)
}

/** The highest version number there ever was. The newest is never removed. */
export async function newestNumber(tx: Transaction, shareGuid: string): Promise<number> {
  const { newest } = await tx
    .selectFrom('share_version')
    .select((row) => row.fn.max<number>('number').as('newest'))
    .where('share_guid', '=', shareGuid)
    .executeTakeFirstOrThrow()
  return Number(newest)
}

/** Removes the files of all but the newest versions; a line for each stays. */
export async function removeOldVersions(
  tx: Transaction,
  vault: Vault,
  shareGuid: string,
  { current, now }: { current: number; now: number },
): Promise<void> {
  const kept = await tx
    .selectFrom('share_version')
    .innerJoin('file', 'file.guid', 'share_version.file_guid')
    .select([
      'share_version.number',
      'share_version.created_at',
      'file.guid',
      'file.name',
      'file.size',
      'file.page_count',
    ])
    .where('share_version.share_guid', '=', shareGuid)
    .where('share_version.number', '!=', current)
    .orderBy('share_version.number', 'desc')
    .execute()
  for (const { guid, ...version } of kept.slice(maxOldVersions)) {
    await tx
      .insertInto('removed_version')
      .values({ ...version, share_guid: shareGuid, removed_at: now })
      .execute()
    await tx
      .deleteFrom('share_version')
      .where('share_guid', '=', shareGuid)
      .where('number', '=', version.number)
      .execute()
    await removeFile(tx, vault, guid)
  }
}
