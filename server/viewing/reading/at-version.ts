import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { underEndingOf } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'

/** What was found, for another version of the file; who requests it is decided before. Throws notFound. */
export async function atVersion(
  kysely: Kysely<Schema>,
  found: ShareAccess,
  number: number,
): Promise<ShareAccess> {
  if (number === found.version) return found
  const file = await fileQuery(kysely, found, number)
    .select([
      'file.guid',
      'file.object_guid',
      'file.name',
      'file.kind',
      'file.media_type',
      'file.size',
      'file.page_count',
      'file.render_status',
      'file.render_error',
    ])
    .executeTakeFirst()
  if (!file) throw new Problem('notFound')
  return {
    ...found,
    version: number,
    policyFacts: { ...found.policyFacts, renderStatus: file.render_status },
    file: {
      guid: file.guid,
      objectGuid: file.object_guid,
      name: underEndingOf(found.file.name, file.name),
      kind: file.kind,
      mediaType: file.media_type,
      size: file.size,
      pageCount: file.page_count,
      renderError: file.render_error,
      // All versions of a file are locked with the same key.
      key: found.file.key,
    },
  }
}

/** The file of one version of a share, or of a file in a room. */
function fileQuery(kysely: Kysely<Schema>, { shareGuid, room }: ShareAccess, number: number) {
  return kysely
    .selectFrom('file')
    .where('file.guid', '=', (file) =>
      room
        ? file
            .selectFrom('item_version')
            .select('item_version.file_guid')
            .where('item_guid', '=', shareGuid)
            .where('number', '=', number)
        : file
            .selectFrom('share_version')
            .select('share_version.file_guid')
            .where('share_guid', '=', shareGuid)
            .where('number', '=', number),
    )
}

/** Whether the file was ever another one: then a reader may be beyond the end of the current one. */
export async function hasVersions(
  kysely: Kysely<Schema>,
  { shareGuid, room, version }: ShareAccess,
): Promise<boolean> {
  if (room) return version > 1
  const second = await kysely
    .selectFrom('share_version')
    .select('number')
    .where('share_guid', '=', shareGuid)
    .where('number', '>', 1)
    .limit(1)
    .executeTakeFirst()
  return second !== undefined
}
