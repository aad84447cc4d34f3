import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { underEndingOf } from '#server/rules/names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Found } from './facts.ts'

/** What was found, of another version of the file; who asks for it is decided before. Throws notFound. */
export async function atVersion(kysely: Kysely<Schema>, found: Found, number: number): Promise<Found> {
  if (number === found.version) return found
  const file = await kysely
    .selectFrom('share_version')
    .innerJoin('file', 'file.guid', 'share_version.file_guid')
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
    .where('share_version.share_guid', '=', found.shareGuid)
    .where('share_version.number', '=', number)
    .executeTakeFirst()
  if (!file) throw new Problem('notFound')
  return {
    ...found,
    version: number,
    gate: { ...found.gate, renderStatus: file.render_status },
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

/** Whether the file was ever another one: then a reader may be beyond the end of the one that is shown now. */
export async function hasVersions(kysely: Kysely<Schema>, shareGuid: string): Promise<boolean> {
  const second = await kysely
    .selectFrom('share_version')
    .select('number')
    .where('share_guid', '=', shareGuid)
    .where('number', '>', 1)
    .limit(1)
    .executeTakeFirst()
  return second !== undefined
}
