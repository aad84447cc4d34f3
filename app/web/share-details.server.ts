import type { User } from '#server/accounts/accounts.ts'
import { expiryState, expiryWords, type ExpiryFacts } from '#server/rules/expiry.ts'
import { counted, duration, fileSize, shownTime } from '#server/rules/format.ts'
import { rowsOnScreen } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { securityLabel } from '#server/rules/security.ts'
import type { RecipientRow, ShareRow } from '#server/shares/rows.ts'
import type { PageReading, Reading } from '#server/tracking/tracking.ts'
import { href } from '../routes.ts'
import type { PageBar } from '../ui/page-bars.tsx'
import type { ListedRecipient } from '../ui/tracking-tables.tsx'
import { statusOf } from './listed-shares.server.ts'
import { listedVisits } from './listed-visits.server.ts'
import type { Given } from './loader.server.ts'

/** Everything that the owner of a share sees on its page, ready to print. Throws notFound for anybody else. */
export async function shareDetails(given: Given, user: User, guid: string, page: number) {
  const { services, now } = given
  const { share, recipients } = await services.shares.find(user, guid)
  const [summaries, readings, visits] = await Promise.all([
    services.tracking.summary([guid]),
    services.tracking.readings(guid),
    services.tracking.visits(guid, { page, pageSize: rowsOnScreen }),
  ])
  if (page > 1 && visits.rows.length === 0) throw new Problem('notFound')
  const summary = summaries.get(guid)
  const { perRecipient, perPage } = readings
  const byEmail = new Map(perRecipient.map((reading) => [reading.email, reading]))
  const seconds = perRecipient.reduce((sum, reading) => sum + reading.seconds, 0)
  return {
    name: share.file_name,
    description: descriptionOf(share),
    sentAt: shownTime(share.created_at, user.timeZone),
    status: statusOf(share, now),
    isKilled: share.status === 'Killed',
    security: securityLabel(share.protections),
    anyone: share.needs_passkey === 1 ? 'Anyone with the passkey' : 'Anyone with the link',
    end: endOf(share, user.timeZone),
    message: share.message,
    link: new URL(href('file', { ShareGuid: guid }), services.config.publicUrl).href,
    viewHref: share.render_status === 'Rendered' ? href('view', { ShareGuid: guid }) : null,
    renderNote: renderNoteOf(share),
    isWaiting: share.render_status === 'In Progress',
    totals: [
      { label: 'Views', figure: String(summary?.views ?? 0) },
      { label: 'Reading time', figure: seconds > 0 ? duration(seconds * 1000) : '0 seconds' },
      { label: 'Downloads', figure: String(summary?.downloads ?? 0) },
      { label: 'Print copies', figure: String(summary?.prints ?? 0) },
      { label: 'Refused', figure: String(summary?.refused ?? 0) },
    ],
    pages: pageBars(perPage),
    recipients: recipients.map((recipient) =>
      listedRecipient(recipient, share, byEmail.get(recipient.email), user.timeZone, now),
    ),
    visits: listedVisits(visits, user.timeZone, (wanted) =>
      href('shareDetails', { ShareGuid: guid }, { page: wanted }),
    ),
  }
}

function descriptionOf(share: ShareRow): string {
  const pages = share.render_status === 'Rendered' ? `, ${counted(share.page_count, 'page')}` : ''
  return fileSize(share.file_size) + pages
}

function endOf(share: ShareRow, timeZone: string): string {
  if (share.destruct_seconds === 0 && share.expires_at !== null) {
    return `It expires on ${shownTime(share.expires_at, timeZone).text}.`
  }
  if (share.destruct_seconds > 0) {
    const each = share.visibility === 'public' ? 'once for everybody' : 'for each person'
    return `It self-destructs ${duration(share.destruct_seconds * 1000)} after opening, ${each}.`
  }
  return 'It has no end date.'
}

/** Why a file cannot be shown yet or at all; the reason classes are the rendering's. */
function renderNoteOf(share: ShareRow): string | null {
  if (share.render_status === 'In Progress')
    return 'Encrypting: the pages are being prepared. This page renews itself.'
  if (share.render_status !== 'Error') return null
  const reason = renderReasons[share.render_error ?? ''] ?? 'the file could not be read'
  return `The file cannot be shown: ${reason}. Recipients are told so. Share a corrected copy instead.`
}

const renderReasons: Record<string, string> = {
  password: 'it is protected with a password of its own',
  corrupt: 'it is damaged or has no pages',
  unsupported: 'this kind of file is not supported',
  'too many pages': 'it has more than 5,000 pages',
  'too large': 'it is too large to be shown as pages',
  timeout: 'preparing it took too long',
  memory: 'preparing it took too much memory',
}

function pageBars(pages: PageReading[]): PageBar[] {
  const most = Math.max(...pages.map((page) => page.seconds), 1)
  return pages.map(({ page, views, seconds }) => ({
    page,
    views,
    time: duration(seconds * 1000),
    share: seconds / most,
  }))
}

function listedRecipient(
  recipient: RecipientRow,
  share: ShareRow,
  reading: Reading | undefined,
  timeZone: string,
  now: number,
): ListedRecipient {
  return {
    email: recipient.email,
    name: recipient.name,
    mail: mailStates[recipient.mail_status],
    status: recipientStatus(recipient, share, now),
    views: reading?.views ?? 0,
    time: reading?.seconds ? duration(reading.seconds * 1000) : '–',
    prints: reading?.prints ?? 0,
    downloads: reading?.downloads ?? 0,
    lastAt: reading?.lastAt ? shownTime(reading.lastAt, timeZone) : null,
  }
}

const mailStates = {
  Waiting: { words: 'On its way', tone: 'soft' },
  Sent: { words: 'Sent', tone: 'good' },
  Failed: { words: 'Not delivered', tone: 'bad' },
} as const

function recipientStatus(recipient: RecipientRow, share: ShareRow, now: number): string {
  const firstViewedAt = share.visibility === 'public' ? share.first_viewed_at : recipient.first_viewed_at
  const facts: ExpiryFacts = {
    status: share.status,
    destructSeconds: share.destruct_seconds,
    expiresAt: share.expires_at,
    firstViewedAt,
  }
  if (expiryState(facts, now).state !== 'open') return expiryWords(facts, now)
  if (recipient.first_viewed_at === null) return 'Not opened yet'
  return share.destruct_seconds > 0 ? `Opened, ${expiryWords(facts, now)}` : 'Opened'
}
