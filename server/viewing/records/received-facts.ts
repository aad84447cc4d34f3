import { sql, type Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { ownerStatus } from '#server/plans/closed-by-plan.ts'
import { hasPages, type FileKind } from '#server/rules/files/files.ts'
import { decide, type PolicyFacts } from '#server/rules/sharing/policy.ts'
import { maxPrints } from '#server/rules/sharing/options.ts'
import { hasFlag } from '#server/rules/problems.ts'
import { isShownTo } from '#server/shares/sending/readable.ts'
import { wantedTerms } from '#server/viewing/access/facts.ts'

/** One received file as its recipient can know it. */
export type ReceivedFile = {
  shareGuid: string
  recipientGuid: string
  /** The address it was sent to. */
  email: string
  /** Null while terms or another step come first, or if it was never seen before it closed. */
  name: string | null
  sender: { name: string; email: string }
  addedAt: number
  isOpen: boolean
  isOpened: boolean
  /** Empty once it is closed. */
  message: string
  policyFacts: PolicyFacts
  /** Null as long as its name is. */
  kind: FileKind | null
  /** Whether it is played rather than read. */
  isPlayed: boolean
  rights: { view: boolean; print: boolean; printsLeft: number | null; download: boolean }
  /** What the reader will have to do first. */
  asks: { passkey: boolean; terms: boolean; name: boolean }
}

/** These recipients' entries in this order, judged by the policy. */
export async function receivedFacts(
  kysely: Kysely<Schema>,
  recipientGuids: readonly string[],
  now: number,
): Promise<ReceivedFile[]> {
  if (recipientGuids.length === 0) return []
  const rows = await factRows(kysely, recipientGuids).execute()
  const byGuid = new Map(rows.map((row) => [row.recipient_guid, row]))
  return recipientGuids.flatMap((guid) => {
    const row = byGuid.get(guid)
    return row ? [judged(row, now)] : []
  })
}

function factRows(kysely: Kysely<Schema>, recipientGuids: readonly string[]) {
  return kysely
    .selectFrom('recipient')
    .innerJoin('share', 'share.guid', 'recipient.share_guid')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .innerJoin('user as owner', 'owner.guid', 'share.owner_guid')
    .select([
      'recipient.guid as recipient_guid',
      'recipient.email',
      'recipient.added_at',
      'recipient.revoked_at',
      'recipient.first_viewed_at',
      'recipient.expires_at as own_ends_at',
      'recipient.extended_until',
      'recipient.is_view_only',
      'recipient.prints_spent',
      'share.guid as share_guid',
      'share.name',
      'share.message',
      'share.visibility',
      'share.status',
      'share.binned_at',
      'share.may_download',
      'share.may_print',
      'share.watermark_size',
      'share.print_count',
      'share.is_web_view',
      'share.may_read_text',
      'share.asks_name',
      'share.needs_passkey',
      'share.destruct_seconds',
      'share.expires_at',
      'share.first_viewed_at as link_first_viewed_at',
      'file.kind',
      'file.render_status',
      'file.render_error',
      ownerStatus('share', 'owner').as('owner_status'),
      'owner.email as owner_email',
      'owner.first_name',
      'owner.last_name',
      wantedTerms.as('terms_guid'),
      sql<number | null>`(
        select 1 from acceptance
        where acceptance.share_guid = share.guid and acceptance.reader = recipient.guid
          and (acceptance.terms_guid = ${wantedTerms} or share.asks_terms_again = 0)
        limit 1)`.as('has_accepted'),
      sql<number | null>`(
        select 1 from introduction
        where introduction.share_guid = share.guid and introduction.reader = recipient.guid)`.as('has_name'),
    ])
    .where('recipient.guid', 'in', recipientGuids)
}

type Row = Awaited<ReturnType<ReturnType<typeof factRows>['execute']>>[number]

function judged(row: Row, now: number): ReceivedFile {
  const policyFacts = policyFactsOf(row)
  const refusal = decide(policyFacts, 'open', now)
  const isOpen = refusal === null || !hasFlag(refusal, 'closes')
  const isOpened = row.first_viewed_at !== null
  const counts = row.print_count >= 0
  // As if it were open already: what the reader will be allowed to do.
  const inside = { ...policyFacts, owesTerms: false, owesName: false, needsPasskey: false, isOpened: true }
  const may = (act: 'see' | 'print' | 'download') => isOpen && mayLater(inside, act, now)
  // New terms come before the name again, even if the file was seen before.
  const isNamed = refusal === null || (isOpened && !policyFacts.owesTerms)
  return {
    shareGuid: row.share_guid,
    recipientGuid: row.recipient_guid,
    email: row.email,
    name: isNamed ? row.name : null,
    kind: isNamed ? row.kind : null,
    sender: { name: `${row.first_name} ${row.last_name}`.trim(), email: row.owner_email },
    addedAt: row.added_at,
    isOpen,
    isOpened,
    message: isOpen ? row.message : '',
    policyFacts,
    isPlayed: !hasPages(row.kind),
    rights: {
      view: may('see'),
      print: may('print'),
      printsLeft: counts ? policyFacts.printsLeft : null,
      download: may('download'),
    },
    asks: {
      passkey: isOpen && policyFacts.needsPasskey,
      terms: isOpen && policyFacts.owesTerms,
      name: isOpen && policyFacts.owesName,
    },
  }
}

/** Pages that are not ready yet will be. */
function mayLater(facts: PolicyFacts, act: 'see' | 'print' | 'download', now: number): boolean {
  return decide({ ...facts, renderStatus: 'Rendered' }, act, now) === null
}

function policyFactsOf(row: Row): PolicyFacts {
  const allowed = row.print_count < 0 ? maxPrints : row.print_count
  const isTakenAway = row.binned_at !== null || row.revoked_at !== null
  return {
    relationship: 'recipient',
    isOpened: false,
    status: isTakenAway ? 'Killed' : row.status,
    destructSeconds: row.destruct_seconds,
    expiresAt: row.expires_at,
    firstViewedAt: row.visibility === 'public' ? row.link_first_viewed_at : row.first_viewed_at,
    ownEndsAt: row.own_ends_at,
    extendedUntil: row.extended_until,
    needsPasskey: row.needs_passkey === 1,
    owesTerms: row.terms_guid !== null && row.has_accepted === null,
    owesName: row.asks_name === 1 && row.has_name === null,
    isWebView: isShownTo(row, row.kind),
    mayReadText: row.may_read_text === 1,
    mayDownload: row.may_download === 1 && row.is_view_only === 0,
    mayPrint: row.may_print === 1 && row.is_view_only === 0 && hasPages(row.kind),
    printsLeft: Math.max(0, allowed - row.prints_spent),
    renderStatus: row.render_status,
    ownerStatus: row.owner_status,
    isInTrash: row.binned_at !== null,
  }
}
