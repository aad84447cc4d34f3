import { sql, type Kysely } from 'kysely'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { ownerStatus } from '#server/plans/closed-by-plan.ts'
import { openingHolds } from '#server/rules/reading/dwell.ts'
import { hasPages } from '#server/rules/files/files.ts'
import type { Relationship } from '#server/rules/sharing/policy.ts'
import { maxPrints } from '#server/rules/sharing/options.ts'
import { isShownTo } from '#server/shares/sending/readable.ts'
import { wantedTermsOf } from '#server/teams/terms-rows.ts'
import { heldKey, holderHash } from '#server/viewing/entry/held-keys.ts'
import type { ShareAccess } from './share-access.ts'
import { itemFacts } from './item-facts.ts'

export { openingHolds }
export type { ShareAccess } from './share-access.ts'

/**
 * The facts about a reader and a share, in one query once the reader's addresses are known, or about a reader and a
 * file in a room; null if there is neither, or the file is hidden from this reader. A reader who confirmed two
 * addresses on the list counts as the account's primary one, then as a further one.
 */
export async function loadFacts(
  kysely: Kysely<Schema>,
  identity: Identity,
  shareGuid: string,
  now: number,
): Promise<ShareAccess | null> {
  const emails = await allProvedEmails(kysely, identity)
  const share = await factsFor(kysely, identity, emails, shareGuid, now)
  return share ?? itemFacts(kysely, identity, emails, shareGuid, now)
}

/** Like `loadFacts`, for a share, if all addresses that the reader confirmed are known. */
export async function factsFor(
  kysely: Kysely<Schema>,
  identity: Identity,
  emails: string[],
  shareGuid: string,
  now: number,
): Promise<ShareAccess | null> {
  const rows = await factRows(kysely, {
    shareGuid,
    // `in` needs a list that is not empty; no address is.
    emails: emails.length > 0 ? emails : [''],
    readerKey: readerKey(identity),
    holderHash: holderHash(identity),
    now,
    openedAfter: now - openingHolds,
  })
  const row = rows.toSorted((a, b) => rank(a.recipient_email, emails) - rank(b.recipient_email, emails))[0]
  return row ? found(row, identity, emails) : null
}

function rank(email: string | null, emails: string[]): number {
  return email === null ? emails.length : emails.indexOf(email)
}

// By the index: a share may have a thousand recipients.
const lowerEmail = sql<string>`lower(recipient.email)`

export const wantedTerms = wantedTermsOf('share')

type Bound = {
  shareGuid: string
  emails: string[]
  readerKey: string
  holderHash: string
  now: number
  openedAfter: number
}

const factRows = prepared((kysely, { readerKey, ...bound }: Slots<Bound>) => {
  const reader = sql<string>`coalesce(recipient.guid, cast(${readerKey} as text))`
  return kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
    .leftJoin('recipient', (join) =>
      join
        .onRef('recipient.share_guid', '=', 'share.guid')
        .on(lowerEmail, 'in', bound.emails)
        .on('recipient.revoked_at', 'is', null),
    )
    .leftJoin('visit', (join) =>
      join
        .onRef('visit.share_guid', '=', 'share.guid')
        .on('visit.reader_key', '=', readerKey)
        .on('visit.started_at', '>', bound.openedAfter)
        .on((eb) =>
          eb.or([
            eb('visit.recipient_guid', '=', eb.ref('recipient.guid')),
            eb.and([eb('visit.recipient_guid', 'is', null), eb('recipient.guid', 'is', null)]),
          ]),
        ),
    )
    .leftJoin('held_key', (join) =>
      join
        .onRef('held_key.share_guid', '=', 'share.guid')
        .on('held_key.holder_hash', '=', bound.holderHash)
        .on('held_key.reader_key', '=', readerKey)
        .on('held_key.ends_at', '>', bound.now),
    )
    .select([
      'share.guid as share_guid',
      'share.owner_guid',
      'share.message',
      'share.created_at as shared_at',
      'share.visibility',
      'share.is_tour',
      'share.status',
      'share.may_download',
      'share.may_print',
      'share.watermark_size',
      'share.watermark_colour',
      'share.watermark_text',
      'share.destruct_seconds',
      'share.expires_at',
      'share.first_viewed_at as link_first_viewed_at',
      'share.name as share_name',
      'share.needs_passkey',
      'share.print_count',
      'share.prints_spent as link_prints_spent',
      'share.is_web_view',
      'share.may_read_text',
      'share.asks_name',
      'share.asks_terms_again',
      'share.binned_at',
      'share.version',
      'share.revision',
      'file.guid as file_guid',
      'file.object_guid',
      'file.kind',
      'file.media_type',
      'file.size',
      'file.page_count',
      'file.render_status',
      'file.render_error',
      ownerStatus('share', 'owner').as('owner_status'),
      'owner.email as owner_email',
      'owner.first_name',
      'owner.last_name',
      'recipient.guid as recipient_guid',
      'recipient.email as recipient_email',
      'recipient.first_viewed_at as recipient_first_viewed_at',
      'recipient.expires_at as recipient_expires_at',
      'recipient.extended_until',
      'recipient.is_view_only',
      'recipient.prints_spent as recipient_prints_spent',
      'visit.guid as visit_guid',
      'visit.seen_at as visit_seen_at',
      'held_key.half as held_half',
      'held_key.locked_key as held_locked_key',
      wantedTerms.as('terms_guid'),
      sql<number | null>`(
        select 1 from acceptance
        where acceptance.share_guid = share.guid and acceptance.reader = ${reader}
          and (acceptance.terms_guid = ${wantedTerms} or share.asks_terms_again = 0)
        limit 1)`.as('has_accepted'),
      sql<string | null>`(
        select introduction.first_name || ' ' || introduction.last_name from introduction
        where introduction.share_guid = share.guid and introduction.reader = ${reader}
          and introduction.first_name <> '')`.as('says_name'),
      sql<string | null>`(
        select introduction.email from introduction
        where introduction.share_guid = share.guid and introduction.reader = ${reader})`.as('says_to_be'),
    ])
    .where('share.guid', '=', bound.shareGuid)
    .orderBy('visit.seen_at', 'desc')
    .limit(20)
})

type Row = Awaited<ReturnType<typeof factRows>>[number]

function found(row: Row, identity: Identity, emails: string[]): ShareAccess {
  const { watermark_size: size, watermark_colour: colour } = row
  const key = heldKey(identity, row.share_guid, { half: row.held_half, lockedKey: row.held_locked_key })
  const email = row.recipient_email ?? emails[0] ?? null
  return {
    shareGuid: row.share_guid,
    policyFacts: {
      relationship: relationshipOf(row, identity, emails),
      isOpened: row.visit_guid !== null,
      status: row.binned_at === null ? row.status : 'Killed',
      isInTrash: row.binned_at !== null,
      destructSeconds: row.destruct_seconds,
      expiresAt: row.expires_at,
      firstViewedAt: row.visibility === 'public' ? row.link_first_viewed_at : row.recipient_first_viewed_at,
      ownEndsAt: row.recipient_expires_at,
      extendedUntil: row.extended_until,
      // Pages that no job can render are rendered when the passkey is entered.
      needsPasskey: row.needs_passkey === 1 && (key === null || row.render_status === 'In Progress'),
      owesTerms: row.terms_guid !== null && row.has_accepted === null,
      owesName: row.asks_name === 1 && row.says_name === null,
      isWebView: isShownTo(row, row.kind),
      mayReadText: row.may_read_text === 1,
      mayDownload: row.may_download === 1 && row.is_view_only !== 1,
      mayPrint: row.may_print === 1 && row.is_view_only !== 1 && hasPages(row.kind),
      printsLeft: printsLeft(row),
      renderStatus: row.render_status,
      ownerStatus: row.owner_status,
    },
    // A watermark is drawn into pages: what has none cannot have one.
    watermark: size && colour && hasPages(row.kind) ? { size, colour, text: row.watermark_text } : null,
    sharedAt: row.shared_at,
    message: row.message,
    revision: row.revision,
    version: row.version,
    reader: row.recipient_guid ?? readerKey(identity),
    saysName: row.says_name,
    termsGuid: row.terms_guid,
    isForPeople: row.visibility === 'people' && row.is_tour === 0,
    tourOf: row.is_tour === 1 ? row.owner_guid : null,
    room: null,
    file: {
      guid: row.file_guid,
      objectGuid: row.object_guid,
      name: row.share_name,
      kind: row.kind,
      mediaType: row.media_type,
      size: row.size,
      pageCount: row.page_count,
      renderError: row.render_error,
      key,
    },
    sender: {
      guid: row.owner_guid,
      name: `${row.first_name} ${row.last_name}`.trim(),
      email: row.owner_email,
    },
    recipientGuid: row.recipient_guid,
    isViewOnly: row.may_download === 1 && row.is_view_only === 1,
    email,
    saysToBe: email === null ? row.says_to_be : null,
    visit: row.visit_guid === null ? null : { guid: row.visit_guid, seenAt: row.visit_seen_at ?? 0 },
  }
}

/** From a recipient's own allowance, or the one that the visitors of a link share. */
function printsLeft(row: Row): number {
  const allowed = row.print_count < 0 ? maxPrints : row.print_count
  const spent = row.recipient_guid === null ? row.link_prints_spent : (row.recipient_prints_spent ?? 0)
  return Math.max(0, allowed - spent)
}

function relationshipOf(row: Row, { user }: Identity, emails: string[]): Relationship {
  if (user && user.guid === row.owner_guid && row.is_tour === 0) return 'owner'
  if (row.recipient_guid !== null) return 'recipient'
  if (row.visibility === 'public') return 'link visitor'
  return emails.length > 0 ? 'other' : 'unknown'
}
