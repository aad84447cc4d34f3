import { duration, shownTime, utcMinute, type ShownTime } from '#server/rules/text/format.ts'
import { readVisitCode } from '#server/rules/reading/visit-code.ts'
import type { FoundMark, Trace, TracedVisit } from '#server/viewing/records/traces.ts'
import { href, routes } from '#app/routes.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { origin, whoOf } from '#app/view-models/lists/listed-visits.server.ts'
import { versionsPath } from '#app/view-models/room-links.server.ts'

/** What someone entered about a page that was found, for the form, and what it means if that can be looked up. */
export type TracedMark = { answer: FormAnswer; mark: FoundMark | null }

/** A share whose page was found, with those who may have had the page, ready to display. */
export type ListedTrace = {
  key: string
  name: string
  details: string | null
  activity: string | null
  words: string
  visits: TracedReader[]
}
export type TracedReader = {
  key: string
  who: string
  person: string | null
  began: ShownTime
  ended: ShownTime
  time: string
  from: string
  browser: string
}

/** Reads the form from the address; without a code nothing is looked up. */
export function lookupIn(url: URL): TracedMark {
  const [code, address, minute] = ['code', 'address', 'minute'].map((name) =>
    (url.searchParams.get(name) ?? '').trim().slice(0, 200),
  ) as [string, string, string]
  const answer = { intent: '', result: { initialValue: { code, address, minute } } }
  if (code === '') return { answer, mark: null }
  const visitCode = readVisitCode(code)
  const at = minute === '' ? null : readUtcMinute(minute)
  if (visitCode && at !== undefined)
    return { answer, mark: { code: visitCode, email: address.toLowerCase() || null, at } }
  const error = {
    ...(!visitCode && { code: [noCode] }),
    ...(at === undefined && { minute: ['Enter the time shown on the page, e.g. 2027-03-01 10:00.'] }),
  }
  return { answer: { ...answer, result: { ...answer.result, error } }, mark: null }
}

const noCode = 'That isn’t a page code. Page codes have 16 digits (0–9 and A–F), on older pages 8.'

/** Epoch milliseconds of "2027-03-01 10:00", with or without "UTC"; undefined if it is not a time. */
function readUtcMinute(text: string): number | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T]+(\d\d:\d\d)(?: *UTC)?$/i.exec(text) ?? []
  if (!day || !time) return undefined
  const at = Date.parse(`${day}T${time}Z`)
  // 31 February would be read as a day of March.
  return Number.isNaN(at) || utcMinute(at) !== `${day} ${time} UTC` ? undefined : at
}

export function listedTrace(trace: Trace, timeZone: string): ListedTrace {
  const { shareGuid, isInTrash, roomGuid } = trace
  const share = { ShareGuid: shareGuid }
  return {
    key: shareGuid,
    name: trace.name,
    details: isInTrash
      ? null
      : roomGuid
        ? versionsPath(roomGuid, shareGuid)
        : href(routes.shares.details, share),
    activity: isInTrash || roomGuid ? null : href(routes.shares.activity, share),
    words: traceText(trace),
    visits: trace.visits.map((visit) => reader(trace, visit, timeZone)),
  }
}

function traceText({ isOwnView, isCertain, visits, isInTrash }: Trace): string {
  const trash = isInTrash ? ' The file is in trash.' : ''
  if (isOwnView) return `You viewed this page yourself, as its sender.${trash}`
  if (isCertain) return `The page was shown in this visit.${trash}`
  if (visits.length > 0) return `The page could have been shown in any of these visits.${trash}`
  return `No recorded visit matches the address and time. Leave one of them empty, or enter all 16 digits.${trash}`
}

function reader({ shareGuid, isInTrash }: Trace, visit: TracedVisit, timeZone: string): TracedReader {
  const { recipientGuid: person } = visit
  return {
    key: visit.visitGuid,
    who: whoOf(visit),
    person:
      person === null || isInTrash
        ? null
        : href(routes.shares.person, { ShareGuid: shareGuid, Recipient: person }),
    began: shownTime(visit.startedAt, timeZone),
    ended: shownTime(visit.lastAt, timeZone),
    time:
      visit.seconds > 0
        ? `read for ${duration(visit.seconds * 1000)}, ${visit.method}`
        : 'reading time not measured',
    ...origin(visit),
  }
}
