import type { User } from '#server/accounts/accounts.ts'
import { isShown } from '#server/rules/files/files.ts'
import { dayText, duration, recentTime, shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { securityLabel, shownAs } from '#server/rules/sharing/security.ts'
import { isShownToReaders } from '#server/shares/sending/readable.ts'
import { isFiltered, type ReadingFigures, type VisitPage } from '#server/tracking/tracking.ts'
import type { RecipientRow, ShareRow } from '#server/shares/rows.ts'
import { href, routes } from '#app/routes.ts'
import { foundInDocument } from '#app/view-models/found-in-document.server.ts'
import { listedPerson } from './shared/listed-people.server.ts'
import { jointMethod, readingTimeLabel } from '#app/view-models/method-labels.server.ts'
import { listedVisits } from '#app/view-models/lists/listed-visits.server.ts'
import { dotOfVisits, lanesOf } from '#app/view-models/charts/lanes.server.ts'
import type { filterIn } from '#app/view-models/records/export-filter.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { inAll, maxReaders, readingPicture } from './reading-picture.server.ts'
import { byDay, journeyOf, listedRefusals, standardDays, visitFilter } from './share-figures.server.ts'
import { renderStateOf } from './render-state.server.ts'
import { shareHead } from './shared/share-head.server.ts'
import { untoldNote } from '#app/view-models/untold.server.ts'

type ActivityFilter = ReturnType<typeof filterIn>

/** Which pages of its lists, and from which page on the reading of which version, an address of the details requests. */
export type DetailsRange = {
  visits: number
  people: number
  from: number
  isBusiest: boolean
  version: number | undefined
  /** How many of the last days the picture by day has. */
  days: number
  filter: ActivityFilter
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
  const filter = visitFilter(range.filter, range.version)
  const { tracking } = services
  const [head, everyone, readings, versions, visits, moments, refusals, introductions, forwards, keptSince] =
    await Promise.all([
      shareHead(context, user, share),
      tracking.readings(guid, version),
      tracking.readings(guid, version, maxReaders, filter),
      tracking.versionReaders(guid),
      tracking.visits(guid, { page: range.visits, pageSize, filter }),
      tracking.moments(guid, filter),
      tracking.refusals(guid, filter),
      services.viewing.introductions.ofRecipients(user, guid),
      services.shares.people.forwards(user, guid, filter),
      tracking.keptSince(guid),
    ])
  const isBeyond = (page: number, rows: unknown[]) => page > 1 && rows.length === 0
  if (isBeyond(range.visits, visits.rows) || isBeyond(range.people, people)) throw new Problem('notFound')
  if (version !== share.version && !versions.has(version)) throw new Problem('notFound')
  const names = new Map(people.map((person) => [person.email, nameOf(share, person)]))
  const byEmail = new Map(everyone.perRecipient.map((reading) => [reading.email, reading]))
  const here: Here = (query) =>
    href(routes.shares.details, { ShareGuid: guid }, { ...range.filter.query, ...pagesIn(range), ...query })
  const nameIn = (email: string | null) =>
    email === null ? 'a link visitor' : (names.get(email)?.name ?? email)
  const security = securityLabel(share.protections, [
    shownAs(share.file_kind, isShown(share.file_kind, share.render_error)),
  ])
  const picture = readingPicture(share, readings, {
    version,
    from: range.isBusiest ? 1 : range.from,
    isBusiest: range.isBusiest,
    names,
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
    activity: href(routes.shares.activity, { ShareGuid: guid }, range.filter.query),
    refused: href(
      routes.shares.activity,
      { ShareGuid: guid },
      { ...range.filter.query, about: 'refusals', version: undefined },
    ),
    here: href(routes.shares.details, { ShareGuid: guid }),
    kept: range.filter.query,
    clear: isFiltered(filter) ? href(routes.shares.details, { ShareGuid: guid }) : null,
    kinds: kindChoices(range.filter.topic, here),
    edit: href(routes.shares.edit, { ShareGuid: guid }),
    exportPeople: exportOf(guid, { table: 'people' }),
    exportVisits: exportOf(guid, range.filter.query),
    renderState: await renderStateOf(share, people, context),
    untold: untoldNote(share),
    found: foundInDocument(share, share.may_download === 1),
    isWaiting: isShownToReaders(share) && share.render_status === 'In Progress',
    keptSince: keptSince === null ? null : dayText(keptSince, user.timeZone),
    totals: totalsOf(readings, { people: total, forwards, refused: moments.refusals.length }),
    ...journeyOf(share, { readings, moments, version, nameOf: nameIn, timeZone: user.timeZone, now }),
    days: byDay(moments, { days: range.days, timeZone: user.timeZone, now, here }),
    refusals: listedRefusals(refusals, user.timeZone, now),
    picture,
    pictureTitle:
      versions.size > 1 || version > 1
        ? `Reading of version ${version}, page by page`
        : 'Reading, page by page',
    lanes: lanesOf(visitsIn(visits), {
      timeZone: user.timeZone,
      nameOf: (email) => (email === null ? 'Link visitors' : (names.get(email)?.name ?? email)),
      dotOf: dotOfVisits,
    }),
    versions: versionChoices([...versions.keys()], share.version, range.version, here),
    recipients: people.map((person) =>
      listedPerson(withSaid(person, introductions), share, byEmail.get(person.email), user.timeZone, now),
    ),
    peoplePager: peoplePager(range.people, Math.ceil(total / pageSize), here),
    visits: listedVisits(
      visits,
      (at) => recentTime(at, user.timeZone, now),
      (wanted) => here({ page: wanted }),
    ),
  }
}

function exportOf(ShareGuid: string, query: Record<string, string | undefined>) {
  const to = (format?: string) => href(routes.shares.export, { ShareGuid }, { ...query, format })
  return { xlsx: to(), csv: to('csv') }
}

function visitsIn({ rows }: VisitPage) {
  return rows.flatMap((row) => (row.kind === 'visit' ? [{ ...row, at: row.startedAt }] : []))
}

type Here = (query: Record<string, string | number | undefined>) => string

type Figures = { people: number; forwards: number; refused: number }

/** All figures of what a filter leaves. */
function totalsOf({ perRecipient }: ReadingFigures, { people, forwards, refused }: Figures) {
  const sum = (figure: 'views' | 'seconds' | 'downloads' | 'prints') =>
    perRecipient.reduce((all, reading) => all + reading[figure], 0)
  const seconds = sum('seconds')
  const came = perRecipient.filter(({ email, views }) => email !== null && views > 0).length
  return [
    ...(people > 0 ? [{ label: 'Opened by', figure: `${came} of ${people}` }] : []),
    { label: 'Views', figure: String(sum('views')) },
    {
      label: readingTimeLabel(jointMethod(perRecipient), seconds),
      figure: seconds > 0 ? inAll(seconds) : perRecipient.length > 0 ? 'Not measured' : '0 s',
    },
    { label: 'Downloads', figure: String(sum('downloads')) },
    { label: 'Print copies', figure: String(sum('prints')) },
    { label: 'Forwarded', figure: String(forwards) },
    { label: 'Blocked', figure: String(refused) },
  ]
}

/** What the list of visits contains. */
function kindChoices(topic: string | null, here: Here) {
  return [
    { name: 'All', about: undefined },
    { name: 'Visits', about: 'reading' },
    { name: 'Blocked', about: 'refusals' },
  ].map(({ name, about }) => ({
    label: name,
    to: here({ about, page: undefined }),
    isHere: (topic ?? undefined) === about,
  }))
}

/** What an address says about the current place, without defaults. */
function pagesIn({
  visits,
  people,
  from,
  isBusiest,
  version,
  days,
}: DetailsRange): Record<string, number | undefined> {
  const beyond = (page: number) => (page > 1 ? page : undefined)
  return {
    page: beyond(visits),
    people: beyond(people),
    from: beyond(from),
    busiest: isBusiest ? 1 : undefined,
    version,
    days: days === standardDays ? undefined : days,
  }
}

/** The versions that someone saw; none if there is only one. */
function versionChoices(seen: number[], current: number, chosen: number | undefined, here: Here) {
  const numbers = [...new Set([...seen, current])].sort((a, b) => b - a)
  if (numbers.length < 2) return []
  const at = (version: number | undefined) => here({ version, from: undefined, page: undefined })
  return [
    { label: 'All versions', to: at(undefined), isHere: chosen === undefined },
    ...numbers.map((number) => ({
      label: number === current ? `Version ${number}, shown now` : `Version ${number}`,
      to: at(number),
      isHere: number === chosen,
    })),
  ]
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
function withSaid(person: RecipientRow, introductions: Map<string, string>): RecipientRow {
  const says = introductions.get(person.guid)
  if (says === undefined) return person
  const name = person.name === '' ? '' : `${person.name}, `
  return { ...person, name: `${name}says: ${says}` }
}
