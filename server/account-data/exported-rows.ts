import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { shareColumns } from '#server/shares/rows.ts'
import { versionRows } from '#server/shares/versions/version-rows.ts'
import { printed, type ExportOf } from './export-section.ts'
import { rowsInOrderOf } from '#server/db/rows-in-pages.ts'

/** The rows of an export that may be very many: each read in pages that continue from the last row. */

const sharesPerBatch = 100
export async function* sharesAfter({ kysely, userGuid }: ExportOf): AsyncGenerator<ExportedShare> {
  for (let last: ExportedShare | null = null; ;) {
    const rows: ExportedShare[] = await sharePage(kysely, userGuid, last)
    yield* rows
    if (rows.length < sharesPerBatch) return
    last = rows.at(-1)!
  }
}

export type ExportedShare = Awaited<ReturnType<ReturnType<typeof shareRows>['execute']>>[number]

function sharePage(kysely: Kysely<Schema>, userGuid: string, last: ExportedShare | null) {
  return shareRows(kysely, userGuid)
    .$if(last !== null, (query) =>
      query.where((share) =>
        share(
          share.refTuple('share.created_at', 'share.guid'),
          '<',
          share.tuple(last!.created_at, last!.guid),
        ),
      ),
    )
    .execute()
}

function shareRows(kysely: Kysely<Schema>, userGuid: string) {
  return kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .select([
      ...shareColumns,
      'share.killed_at',
      'file.name as file_name',
      'file.media_type as file_media_type',
      'file.size as file_size',
      'file.page_count as file_page_count',
      'file.created_at as file_created_at',
    ])
    .where('share.owner_guid', '=', userGuid)
    .orderBy('share.created_at', 'desc')
    .orderBy('share.guid', 'desc')
    .limit(sharesPerBatch)
}

/** The people of a share, by address. */
export async function* recipientsAfter({ kysely }: ExportOf, shareGuid: string) {
  const lowered = sql<string>`lower(email)`
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('recipient')
      .select(['email', 'name', 'added_at', 'first_viewed_at', 'mail_status'])
      .select(lowered.as('lowered'))
      .where('share_guid', '=', shareGuid),
    lowered,
    (row) => row.lowered,
    '',
  )
  for await (const { lowered: _, ...row } of rows) yield printed(row)
}

/** The versions of a share's file, the newest first; for an unchanged share only its file. */
export async function* versionsOf({ kysely }: ExportOf, { guid, revision }: ExportedShare) {
  if (revision === 0) return
  for (const { number, name, size, page_count, created_at, removed_at } of await versionRows(kysely, guid))
    yield printed({ number, name, size, page_count, created_at, removed_at })
}

/** The events of a share, in order. */
export async function* eventsAfter({ kysely }: ExportOf, shareGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('event')
      .select(['sequence', 'at', 'kind', 'email', 'ip', 'country', 'user_agent', 'detail'])
      .where('subject_guid', '=', shareGuid),
    'sequence',
    (row) => row.sequence,
    0,
  )
  for await (const { detail, ...row } of rows)
    yield { ...printed(row), detail: JSON.parse(detail) as unknown }
}

/** Files that were not shared yet; they are removed after a day, so they are few. */
export async function* filesNotShared({ kysely, userGuid }: ExportOf) {
  const rows = await kysely
    .selectFrom('file')
    .select(['name', 'media_type', 'size', 'created_at as uploaded_at'])
    .where('taken_at', 'is', null)
    .where('owner_guid', '=', userGuid)
    .orderBy('created_at')
    .limit(1000)
    .execute()
  yield* rows.map(printed)
}

const eventsPerBatch = 500

/** What is on record of the account itself: sign-ins, refusals, changes of what opens it, closing, exports. */
export async function* accountEvents({
  kysely,
  userGuid,
}: ExportOf): AsyncGenerator<Record<string, unknown>> {
  for (let last = 0; ;) {
    const rows = await kysely
      .selectFrom('event')
      .select(['sequence', 'at', 'kind', 'ip', 'country', 'user_agent', 'detail'])
      .where('subject_guid', '=', userGuid)
      .where('sequence', '>', last)
      .orderBy('sequence')
      .limit(eventsPerBatch)
      .execute()
    for (const { sequence: _, ...row } of rows) yield printed(row)
    if (rows.length < eventsPerBatch) return
    last = rows.at(-1)!.sequence
  }
}

/** The webhooks of an account, without their secrets. */
export async function* webhooksIn({ kysely, userGuid }: ExportOf): AsyncGenerator<Record<string, unknown>> {
  const rows = await kysely
    .selectFrom('webhook')
    .innerJoin('feed', 'feed.guid', 'webhook.feed_guid')
    .select(['webhook.url', 'webhook.kinds', 'webhook.state', 'webhook.created_at'])
    .where('feed.user_guid', '=', userGuid)
    .orderBy('webhook.created_at')
    .execute()
  for (const row of rows) yield { ...printed(row), kinds: JSON.parse(row.kinds) as string[] }
}
