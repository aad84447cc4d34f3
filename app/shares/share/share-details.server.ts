import type { User } from '#server/accounts/accounts.ts'
import { isShown } from '#server/rules/files/files.ts'
import { duration, recentTime, shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { securityLabel, shownAs } from '#server/rules/sharing/security.ts'
import { isShownToReaders } from '#server/shares/sending/readable.ts'
import type { VisitPage } from '#server/tracking/tracking.ts'
import type { RecipientRow, ShareRow } from '#server/shares/rows.ts'
import { href, routes } from '#app/routes.ts'
import { foundInDocument } from '#app/view-models/found-in-document.server.ts'
import { listedPerson } from './shared/listed-people.server.ts'
import { jointMethod, readingTimeLabel } from '#app/view-models/method-labels.server.ts'
import { listedVisits } from '#app/view-models/lists/listed-visits.server.ts'
import { dotOfVisits, lanesOf } from '#app/view-models/charts/lanes.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { inAll, maxReaders, readingPicture } from './reading-picture.server.ts'
import { renderStateOf } from './render-state.server.ts'
import { shareHead } from './shared/share-head.server.ts'
import { untoldNote } from '#app/view-models/untold.server.ts'

/** Which pages of its lists, and from which page on the reading of which version, an address of the details requests. */
export type DetailsRange = {
  visits: number
  people: number
  from: number
  isBusiest: boolean
  version: number | undefined
}

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
  const [head, summaries, readings, versions, visits, said] = await Promise.all([
    shareHead(context, user, share),
    services.tracking.summary([guid]),
    services.tracking.readings(guid, version, maxReaders),
    services.tracking.versionReaders(guid),
    services.tracking.visits(guid, { page: range.visits, pageSize }),
    services.viewing.introductions.ofRecipients(user, guid),
  ])
  const isBeyond = (page: number, rows: unknown[]) => page > 1 && rows.length === 0
  if (isBeyond(range.visits, visits.rows) || isBeyond(range.people, people)) throw new Problem('notFound')
  if (version !== share.version && !versions.has(version)) throw new Problem('notFound')
  const summary = summaries.get(guid)
  const { perRecipient } = readings
  const names = new Map(people.map((person) => [person.email, nameOf(share, person)]))
  const byEmail = new Map(perRecipient.map((reading) => [reading.email, reading]))
  const seconds = perRecipient.reduce((sum, reading) => sum + reading.seconds, 0)
  const here = (query: Record<string, number | undefined>) =>
    href(routes.shares.details, { ShareGuid: guid }, { ...pagesIn(range), ...query })
  const security = securityLabel(share.protections, [
    shownAs(share.file_kind, isShown(share.file_kind, share.render_error)),
  ])
  const picture = readingPicture(share, readings, {
    version,
    from: range.isBusiest ? 1 : range.from,
    isBusiest: range.isBusiest,
    names,
    readers: versions.get(version)?.length ?? 0,
    here,
  })
  if (range.from > 1 && picture === null) throw new Problem('notFound')
  return {
    name: share.name,
    head,
    isKilled: share.status === 'Killed',
    summary: protectionSummary(share, user.timeZone),
    security,
    reasons: [...security.reasons, endOf(share, user.timeZone)],
    anyone: share.needs_passkey === 1 ? 'Anyone with the passkey' : 'Anyone with the link',
    message: share.message,
    link: new URL(href(routes.reading.entry, { ShareGuid: guid }), services.config.publicUrl).href,
    activity: href(routes.shares.activity, { ShareGuid: guid }),
    edit: href(routes.shares.edit, { ShareGuid: guid }),
    exportPeople: exportOf(guid, { table: 'people' }),
    exportVisits: exportOf(guid, {}),
    renderState: renderStateOf(share, people, context),
    untold: untoldNote(share),
    found: foundInDocument(share, share.may_download === 1),
    isWaiting: isShownToReaders(share) && share.render_status === 'In Progress',
    totals: [
      ...(total > 0 ? [{ label: 'Opened by', figure: `${summary?.openedBy ?? 0} of ${total}` }] : []),
      { label: 'Views', figure: String(summary?.views ?? 0) },
      {
        label: readingTimeLabel(jointMethod(perRecipient), seconds),
        figure: seconds > 0 ? inAll(seconds) : perRecipient.length > 0 ? 'Not measured' : '0 s',
      },
      { label: 'Downloads', figure: String(summary?.downloads ?? 0) },
      { label: 'Print copies', figure: String(summary?.prints ?? 0) },
      { label: 'Blocked', figure: String(summary?.refused ?? 0) },
    ],
    picture,
    lanes: lanesOf(visitsIn(visits), {
      timeZone: user.timeZone,
      nameOf: (email) => (email === null ? 'Link visitors' : (names.get(email)?.name ?? email)),
      dotOf: dotOfVisits,
    }),
    versions: versionChoices([...versions.keys()], share.version, version, here),
    recipients: people.map((person) =>
      listedPerson(withSaid(person, said), share, byEmail.get(person.email), user.timeZone, now),
    ),
    peoplePager: peoplePager(range.people, Math.ceil(total / pageSize), here),
    visits: listedVisits(
      visits,
      (at) => recentTime(at, user.timeZone, now),
      (wanted) => here({ page: wanted }),
    ),
  }
}

function exportOf(ShareGuid: string, query: Record<string, string>) {
  const to = (format?: string) => href(routes.shares.export, { ShareGuid }, { ...query, format })
  return { xlsx: to(), csv: to('csv') }
}

function visitsIn({ rows }: VisitPage) {
  return rows.flatMap((row) => (row.kind === 'visit' ? [{ ...row, at: row.startedAt }] : []))
}

type Here = (query: Record<string, number | undefined>) => string

/** What an address says about the current place, without defaults. */
function pagesIn({
  visits,
  people,
  from,
  isBusiest,
  version,
}: DetailsRange): Record<string, number | undefined> {
  const beyond = (page: number) => (page > 1 ? page : undefined)
  return {
    page: beyond(visits),
    people: beyond(people),
    from: beyond(from),
    busiest: isBusiest ? 1 : undefined,
    version,
  }
}

/** The versions that someone saw, to select page statistics; none if there is only one. */
function versionChoices(seen: number[], current: number, chosen: number, here: Here) {
  const numbers = [...new Set([...seen, current])].sort((a, b) => b - a)
  if (numbers.length < 2) return []
  return numbers.map((number) => ({
    name: number === current ? `Version ${number}, shown now` : `Version ${number}`,
    to: here({ version: number === current ? undefined : number, from: undefined }),
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

/** What a reader is called, and where what is known of them is. */
function nameOf(share: ShareRow, person: RecipientRow): { name: string; to: string } {
  const to = href(routes.shares.person, { ShareGuid: share.guid, Recipient: person.guid })
  return { name: person.name || person.email, to }
}

/** "5 people · view only · watermark · code by email · no end date": all that is asked at a glance. */
function protectionSummary(share: ShareRow, timeZone: string): string {
  const { visibility, mayPrint, watermark } = share.protections
  const people = Number(share.recipient_count)
  const ends = { timer: 'self-destruct timer', never: 'no end date' }
  return [
    visibility === 'people' ? (people === 1 ? '1 person' : `${people} people`) : audience[visibility],
    share.may_download === 1 ? 'download' : mayPrint ? 'view and print' : 'view only',
    ...(share.page_count > 0 ? [watermark ? 'watermark' : 'no watermark'] : []),
    ...(visibility === 'people' ? ['code by email'] : []),
    ...(share.protections.terms === 'off' ? [] : ['terms']),
    share.destruct_seconds > 0
      ? ends.timer
      : share.expires_at === null
        ? ends.never
        : `ends ${shownTime(share.expires_at, timeZone).text}`,
  ].join(' · ')
}

const audience = { passkey: 'anyone with the passkey', public: 'anyone with the link' }

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

/** A name that recipients gave themselves is shown beside the one that the sender knows, and marked as such. */
function withSaid(person: RecipientRow, said: Map<string, string>): RecipientRow {
  const says = said.get(person.guid)
  if (says === undefined) return person
  const name = person.name === '' ? '' : `${person.name}, `
  return { ...person, name: `${name}says: ${says}` }
}
