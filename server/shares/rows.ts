import { sql, type Kysely, type Selectable } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import type { ShareTable } from '#server/db/tables/share-tables.ts'
import type { ExpiryFacts } from '#server/rules/sharing/expiry.ts'
import type { Protections, Visibility } from '#server/rules/sharing/options.ts'

/** What a share says of itself. */
export const shareColumns = [
  'share.guid',
  'share.message',
  'share.visibility',
  'share.may_download',
  'share.may_print',
  'share.watermark_size',
  'share.watermark_colour',
  'share.watermark_text',
  'share.status',
  'share.destruct_seconds',
  'share.expires_at',
  'share.first_viewed_at',
  'share.created_at',
  'share.name',
  'share.needs_passkey',
  'share.print_count',
  'share.prints_spent',
  'share.may_forward',
  'share.is_web_view',
  'share.may_read_text',
  'share.asks_name',
  'share.terms_mode',
  'share.terms_guid',
  'share.asks_terms_again',
  'share.tells_acceptance',
  'share.reminds',
  'share.shows_page',
  'share.version',
  'share.revision',
  'share.binned_at',
  'share.other_options',
  'share.over_plan_at',
] as const

/** Shares with their file and the number of their recipients; add the condition on the owner. */
export function shareRows(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .select([
      ...shareColumns,
      'file.guid as file_guid',
      'file.name as file_name',
      'file.size as file_size',
      'file.kind as file_kind',
      'file.media_type',
      'file.render_status',
      'file.render_error',
      'file.page_count',
      'file.findings',
      'file.shows_changes',
    ])
    .select([
      recipientCount.as('recipient_count'),
      lastEnd.as('last_recipient_end'),
      untoldCount.as('untold_count'),
    ])
}

type Owned = { guids: string[]; ownerGuid: string }

/** Those of some shares that are the owner's. */
export const sharesOwned = prepared((kysely, { guids, ownerGuid }: Slots<Owned>) =>
  shareRows(kysely).where('share.guid', 'in', guids).where('share.owner_guid', '=', ownerGuid),
)

/** The same with nothing but their numbers of people. */
export const peopleOfOwned = prepared((kysely, { guids, ownerGuid }: Slots<Owned>) =>
  kysely
    .selectFrom('share')
    .select(['share.guid', recipientCount.as('recipient_count'), untoldCount.as('untold_count')])
    .where('share.guid', 'in', guids)
    .where('share.owner_guid', '=', ownerGuid),
)

const timerEnd = sql<number | null>`recipient.first_viewed_at + share.destruct_seconds * 1000`

/** Their own date, or the later one that they were given. */
const ownEnd = sql<number | null>`(case
  when recipient.extended_until > recipient.expires_at then recipient.extended_until else recipient.expires_at end)`

/** When a share ends for one of its named people, by their timer or their own date; null if it does not. */
const recipientEnd = sql<number | null>`case
  when share.destruct_seconds > 0 and recipient.first_viewed_at is not null
    and (${ownEnd} is null or ${timerEnd} < ${ownEnd})
  then ${timerEnd} else ${ownEnd} end`

/** When the last of the named people loses access to a share; null if someone does not, or no one is named. */
const lastEnd = sql<number | null>`(
  select case when count(*) = count(${recipientEnd}) then max(${recipientEnd}) end from recipient
  where recipient.share_guid = share.guid and recipient.revoked_at is null)`

const recipientCount = sql<number>`(
  select count(*) from recipient where recipient.share_guid = share.guid and recipient.revoked_at is null)`

/** How many of the people of a share wait for their email. */
export const untoldCount = sql<number>`(
  select count(*) from held_letter join recipient as addressee on addressee.guid = held_letter.recipient_guid
  where held_letter.share_guid = share.guid and addressee.revoked_at is null)`

type FoundShare = Awaited<ReturnType<ReturnType<typeof shareRows>['execute']>>[number]
export type ShareRow = FoundShare & { protections: Protections }

/** What a program sent besides the protections of a share. */
export function otherOptionsIn({ other_options: kept }: { other_options: string }): string[] {
  return kept === '' ? [] : (JSON.parse(kept) as string[])
}

/** Whether a share that is open as such has ended for each of its people. */
export function hasEndedForAll(share: ShareRow, now: number): boolean {
  const { last_recipient_end: end, visibility } = share
  return visibility === 'people' && end !== null && Number(end) <= now
}

/** The columns that say how a share is protected. */
type StoredProtections = Pick<
  Selectable<ShareTable>,
  | 'visibility'
  | 'needs_passkey'
  | 'may_download'
  | 'may_print'
  | 'print_count'
  | 'watermark_size'
  | 'watermark_colour'
  | 'watermark_text'
  | 'is_web_view'
  | 'may_read_text'
  | 'may_forward'
  | 'asks_name'
  | 'terms_mode'
  | 'destruct_seconds'
  | 'expires_at'
>

/** The stored columns as the protections that the rules use. */
export function protectionsIn<Row extends StoredProtections>(row: Row): Row & { protections: Protections } {
  const { watermark_size: size, watermark_colour: colour } = row
  return {
    ...row,
    protections: {
      visibility: visibilityOf(row),
      mayDownload: row.may_download === 1,
      mayPrint: row.may_print === 1,
      printCount: row.print_count,
      watermark: size && colour ? { size, colour, text: row.watermark_text } : null,
      isWebView: row.is_web_view === 1,
      mayReadText: row.may_read_text === 1,
      mayForward: row.may_forward === 1,
      asksName: row.asks_name === 1,
      terms: row.terms_mode,
      destructSeconds: row.destruct_seconds,
      expiresAt: row.expires_at,
    },
  }
}

type Ends = Pick<
  Selectable<ShareTable>,
  'status' | 'destruct_seconds' | 'expires_at' | 'visibility' | 'first_viewed_at'
>

/** What decides when a share ends for everyone: each named person has their own timer, visitors of a link share one. */
export function endsOf(share: Ends): ExpiryFacts {
  return {
    status: share.status,
    destructSeconds: share.destruct_seconds,
    expiresAt: share.expires_at,
    firstViewedAt: share.visibility === 'public' ? share.first_viewed_at : null,
  }
}

/** Who can open a share, as the rules name it. */
export function visibilityOf(row: Pick<Selectable<ShareTable>, 'visibility' | 'needs_passkey'>): Visibility {
  return row.needs_passkey === 1 ? 'passkey' : row.visibility
}

/** The protections as they are stored. */
export function columnsOf(protections: Protections): StoredProtections {
  return {
    visibility: protections.visibility === 'people' ? 'people' : 'public',
    needs_passkey: protections.visibility === 'passkey' ? 1 : 0,
    may_download: protections.mayDownload ? 1 : 0,
    may_print: protections.mayPrint ? 1 : 0,
    print_count: protections.printCount,
    watermark_size: protections.watermark?.size ?? null,
    watermark_colour: protections.watermark?.colour ?? null,
    watermark_text: protections.watermark?.text ?? '',
    is_web_view: protections.isWebView ? 1 : 0,
    may_read_text: protections.mayReadText ? 1 : 0,
    may_forward: protections.mayForward ? 1 : 0,
    asks_name: protections.asksName ? 1 : 0,
    terms_mode: protections.terms,
    destruct_seconds: protections.destructSeconds,
    expires_at: protections.expiresAt,
  }
}

/** What a share says of one of its people. */
export const recipientColumns = [
  'guid',
  'email',
  'name',
  'first_viewed_at',
  'mail_status',
  'mail_reason',
  'mailed_at',
  'added_at',
  'revoked_at',
  'expires_at',
  'extended_until',
  'is_view_only',
  'prints_spent',
  'forwarded_by',
] as const

/** Since when the email to a recipient waits until the file can be read; null if it does not. */
export const heldSince = sql<number | null>`(
  select held_letter.held_at from held_letter where held_letter.recipient_guid = recipient.guid)`

/** The people of a share in the order they were added. */
export function recipientRows(kysely: Kysely<Schema>, shareGuid: string) {
  return kysely
    .selectFrom('recipient')
    .select(recipientColumns)
    .select(heldSince.as('held_at'))
    .where('share_guid', '=', shareGuid)
    .orderBy('added_at')
    .orderBy('email')
    .execute()
}

export type RecipientRow = Awaited<ReturnType<typeof recipientRows>>[number]
