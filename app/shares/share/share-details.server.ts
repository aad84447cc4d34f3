import type { User } from '#server/accounts/accounts.ts'
import { kindName } from '#server/rules/sharing/file-contradictions.ts'
import { isShown } from '#server/rules/files/files.ts'
import { counted, duration, fileSize, shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { securityLabel, shownAs } from '#server/rules/sharing/security.ts'
import { isShownToReaders } from '#server/shares/sending/readable.ts'
import type { RecipientRow, ShareRow } from '#server/shares/rows.ts'
import type { PageReading } from '#server/tracking/tracking.ts'
import { href, routes } from '#app/routes.ts'
import type { PageBar } from './page-bars.tsx'
import { foundInDocument } from '#app/view-models/found-in-document.server.ts'
import { listedPerson } from './shared/listed-people.server.ts'
import { statusOf } from '#app/view-models/lists/listed-shares.server.ts'
import { jointMethod, methodWords, readingTimeLabel } from '#app/view-models/method-words.server.ts'
import { listedVisits } from '#app/view-models/lists/listed-visits.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { renderStateOf } from './render-state.server.ts'
import { untoldNote } from '#app/view-models/untold.server.ts'

/** Which pages of its lists, and of which version the page statistics, an address of the details requests. */
export type DetailsRange = { visits: number; people: number; version: number | undefined }

/**
 * Everything that the owner of a share sees on its page, ready to display: always the same number of queries, whatever
 * happened to it. Throws notFound for anyone else.
 */
export async function shareDetails(context: RequestContext, user: User, guid: string, range: DetailsRange) {
  const { services, now } = context
  const pageSize = rowsOnScreen
  const { share, people, total } = await services.shares.people.page(user, guid, {
    page: range.people,
    pageSize,
  })
  const version = range.version ?? share.version
  const [summaries, readings, versions, visits, said] = await Promise.all([
    services.tracking.summary([guid]),
    services.tracking.readings(guid, version),
    services.tracking.versionReaders(guid),
    services.tracking.visits(guid, { page: range.visits, pageSize }),
    services.viewing.introductions.ofRecipients(user, guid),
  ])
  const isBeyond = (page: number, rows: unknown[]) => page > 1 && rows.length === 0
  if (isBeyond(range.visits, visits.rows) || isBeyond(range.people, people)) throw new Problem('notFound')
  if (version !== share.version && !versions.has(version)) throw new Problem('notFound')
  const summary = summaries.get(guid)
  const { perRecipient, perPage } = readings
  const byEmail = new Map(perRecipient.map((reading) => [reading.email, reading]))
  const seconds = perRecipient.reduce((sum, reading) => sum + reading.seconds, 0)
  const here = (query: Record<string, number | undefined>) =>
    href(routes.shares.details, { ShareGuid: guid }, { ...pagesIn(range), ...query })
  return {
    name: share.name,
    description: descriptionOf(share),
    sentAt: shownTime(share.created_at, user.timeZone),
    status: statusOf(share, now),
    isKilled: share.status === 'Killed',
    security: securityLabel(share.protections, [
      shownAs(share.file_kind, isShown(share.file_kind, share.render_error)),
    ]),
    anyone: share.needs_passkey === 1 ? 'Anyone with the passkey' : 'Anyone with the link',
    end: endOf(share, user.timeZone),
    message: share.message,
    link: new URL(href(routes.reading.entry, { ShareGuid: guid }), services.config.publicUrl).href,
    deleteHref: href(routes.shares.delete, { ShareGuid: guid }),
    viewHref:
      share.render_status === 'Rendered' && isShown(share.file_kind, share.render_error)
        ? href(routes.reading.view, { ShareGuid: guid })
        : null,
    renderState: renderStateOf(share, people, context),
    untold: untoldNote(share),
    found: foundInDocument(share, share.may_download === 1),
    isWaiting: isShownToReaders(share) && share.render_status === 'In Progress',
    totals: [
      { label: 'Views', figure: String(summary?.views ?? 0) },
      {
        label: readingTimeLabel(jointMethod(perRecipient), seconds),
        figure: seconds > 0 ? duration(seconds * 1000) : '0 seconds',
      },
      { label: 'Downloads', figure: String(summary?.downloads ?? 0) },
      { label: 'Print copies', figure: String(summary?.prints ?? 0) },
      { label: 'Blocked', figure: String(summary?.refused ?? 0) },
    ],
    pages: pageBars(perPage),
    pagesMethod: methodWords[jointMethod(perPage)],
    versions: versionChoices([...versions.keys()], share.version, version, here),
    recipients: people.map((person) =>
      listedPerson(withSaid(person, said), share, byEmail.get(person.email), user.timeZone, now),
    ),
    peoplePager: peoplePager(range.people, Math.ceil(total / pageSize), here),
    visits: listedVisits(visits, user.timeZone, (wanted) => here({ page: wanted })),
  }
}

type Here = (query: Record<string, number | undefined>) => string

/** What an address says about the current place, without defaults. */
function pagesIn({ visits, people, version }: DetailsRange): Record<string, number | undefined> {
  return { page: visits > 1 ? visits : undefined, people: people > 1 ? people : undefined, version }
}

/** The versions that someone saw, to select page statistics; none if there is only one. */
function versionChoices(seen: number[], current: number, chosen: number, here: Here) {
  const numbers = [...new Set([...seen, current])].sort((a, b) => b - a)
  if (numbers.length < 2) return []
  return numbers.map((number) => ({
    name: number === current ? `Version ${number}, shown now` : `Version ${number}`,
    to: here({ version: number === current ? undefined : number }),
    isChosen: number === chosen,
  }))
}

function peoplePager(page: number, pages: number, here: Here) {
  return {
    where: `Page ${page} of ${Math.max(1, pages)}`,
    previous: page > 1 ? here({ people: page - 1 }) : null,
    next: page < pages ? here({ people: page + 1 }) : null,
  }
}

function descriptionOf(share: ShareRow): string {
  const pages = share.page_count > 0 ? `, ${counted(share.page_count, 'page')}` : ''
  return `${kindName[share.file_kind]}, ${fileSize(share.file_size)}${pages}`
}

function endOf(share: ShareRow, timeZone: string): string {
  if (share.destruct_seconds === 0 && share.expires_at !== null) {
    return `Access ends on ${shownTime(share.expires_at, timeZone).text}.`
  }
  if (share.destruct_seconds > 0) {
    const each = share.visibility === 'public' ? 'once for everyone' : 'for each person'
    return `It self-destructs ${duration(share.destruct_seconds * 1000)} after opening, ${each}.`
  }
  return 'No end date.'
}

function pageBars(pages: PageReading[]): PageBar[] {
  const max = Math.max(...pages.map((page) => page.seconds), 1)
  const method = jointMethod(pages)
  return pages.map((page) => ({
    page: page.page,
    views: page.views,
    time: duration(page.seconds * 1000),
    note: page.method === method || page.seconds === 0 ? '' : methodWords[page.method],
    share: page.seconds / max,
  }))
}

/** A name that recipients gave themselves is shown beside the one that the sender knows, and marked as such. */
function withSaid(person: RecipientRow, said: Map<string, string>): RecipientRow {
  const says = said.get(person.guid)
  if (says === undefined) return person
  const name = person.name === '' ? '' : `${person.name}, `
  return { ...person, name: `${name}says: ${says}` }
}
