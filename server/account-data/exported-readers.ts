import { printed, type ExportOf } from './export-section.ts'
import { rowsInOrderOf } from '#server/db/rows-in-pages.ts'

/**
 * What readers of a share wrote and accepted, for the sender's export: each in pages that continue from the last row.
 */

/** Who accepted which terms, by the record's own guid. */
export async function* acceptancesAfter({ kysely }: ExportOf, shareGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('acceptance')
      .innerJoin('terms', 'terms.guid', 'acceptance.terms_guid')
      .select([
        'acceptance.guid',
        'acceptance.email',
        'acceptance.sha256',
        'acceptance.accepted_at',
        'acceptance.ip',
        'acceptance.user_agent',
        'terms.text',
      ])
      .where('acceptance.share_guid', '=', shareGuid),
    'acceptance.guid',
    (row) => row.guid,
    '',
  )
  for await (const row of rows) yield printed(row)
}

/** The names that readers gave; the address is as entered and unconfirmed. */
export async function* namesAfter({ kysely }: ExportOf, shareGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('introduction')
      .leftJoin('recipient', 'recipient.guid', 'introduction.reader')
      .select([
        'introduction.reader',
        'recipient.email as recipient',
        'introduction.first_name',
        'introduction.last_name',
        'introduction.email as typed_email',
        'introduction.created_at',
      ])
      .where('introduction.share_guid', '=', shareGuid),
    'introduction.reader',
    (row) => row.reader,
    '',
  )
  for await (const { reader: _, ...row } of rows) yield printed(row)
}

/** The comments of all threads, in their order. */
export async function* commentsAfter({ kysely }: ExportOf, shareGuid: string) {
  const rows = rowsInOrderOf(
    kysely
      .selectFrom('comment')
      .innerJoin('recipient', 'recipient.guid', 'comment.recipient_guid')
      .select([
        'comment.number',
        'recipient.email as recipient',
        'comment.is_owners',
        'comment.text',
        'comment.created_at',
        'comment.deleted_at',
        'comment.read_at',
      ])
      .where('comment.share_guid', '=', shareGuid),
    'comment.number',
    (row) => row.number,
    0,
  )
  for await (const row of rows) yield printed(row)
}
