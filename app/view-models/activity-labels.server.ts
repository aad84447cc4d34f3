import { mergeRanges, pagesText, readPageTimes, totalTime } from '#server/rules/reading/dwell.ts'
import { dateTime, duration } from '#server/rules/text/format.ts'
import { entryOf, isProblemName } from '#server/rules/problems.ts'
import { renderReason } from '#server/rules/files/render-reason.ts'
import type { Detail, EventKind } from '#server/tracking/tracking.ts'
import { auditLabel } from './audit-labels.server.ts'
import { teamActivityLabel } from './records/team-activity-labels.server.ts'
import { roomActivityLabel } from './room-activity-labels.server.ts'

/** What happened to a share, as its owner reads it after the name of who did it. One line for each kind of event. */
export const activityLabel: Record<EventKind, (detail: Detail) => string> = {
  ...roomActivityLabel,
  ...auditLabel,
  ...teamActivityLabel,
  Shared: ({ recipients }) =>
    `shared the file with ${recipients === 1 ? '1 person' : `${recipients} people`}`,
  Killed: () => 'unshared the file',
  Enabled: () => 'shared the file again',
  LinkSent: ({ recipients }) => `sent the link to ${recipients === 1 ? '1 person' : `${recipients} people`}`,
  Mailed: () => 'was sent the link by email',
  Reminded: () => 'was reminded by email that access ends soon',
  MailFailed: ({ reason }) => `could not be emailed${reason ? `: ${reason}` : ''}`,
  CodeSent: () => 'requested a code and was sent one',
  Refused: ({ reason }) => `was blocked: ${refusalOf(reason)}`,
  View: ({ version }) => `opened the file${ofVersion(version)}`,
  Previewed: ({ version }) => `previewed the file${ofVersion(version)}, not counted`,
  Browse: ({ first, last, pages, version }) =>
    (pages
      ? `viewed pages ${pages}`
      : first === last
        ? `viewed page ${first}`
        : `viewed pages ${first}–${last}`) + ofVersion(version),
  Played: ({ version }) => `opened the player${ofVersion(version)}`,
  Streamed: ({ first, last, size, version }) =>
    `played or loaded ${percentOf(Number(last) - Number(first) + 1, Number(size))}${ofVersion(version)}`,
  Read: readText,
  Download: ({ version }) => `downloaded the file${ofVersion(version)}`,
  Print: ({ version }) => `got a copy to print${ofVersion(version)}`,
  Changed: changedText,
  RenderTried: ({ password, changes }) =>
    changes
      ? `${changes === 'shown' ? 'showed' : 'hid'} the document’s tracked changes`
      : password
        ? 'entered the document password'
        : 'restarted preparing the pages',
  RenderFailed: ({ reason }) => `couldn’t display the file: ${renderReason(String(reason))}`,
  NewVersion: ({ version, file, step }) =>
    step === 'shown'
      ? `now shows version ${version} to recipients`
      : step === 'chosen'
        ? `went back to version ${version} (${file})`
        : `added version ${version} (${file})`,
  Added: ({ person }) => `added ${person}`,
  Revoked: ({ person }) => `removed access for ${person}`,
  Restored: ({ person }) => `restored access for ${person}`,
  PrintsReset: ({ person, spent }) =>
    `reset the print count for ${person}, after ${spent === 1 ? '1 copy' : `${spent} copies`}`,
  Resent: ({ person }) => `sent the link to ${person} again`,
  Binned: () => 'moved the file to trash',
  Unbinned: () => 'restored the file from trash',
  HandedOver: ({ from, to }) => `transferred the file from ${from} to ${to}`,
  ForwardAsked: ({ to }) => `requested access for ${to}`,
  AccessAsked: () => 'requested access',
  Forwarded: ({ to }) => `forwarded the file to ${to}`,
  Approved: ({ to, rights, until }) =>
    until
      ? `gave ${to} more time, until ${dateTime(Date.parse(String(until)), 'UTC')} UTC`
      : `gave ${to} access, ${rights === 'view' ? 'view only' : 'with the same permissions'}`,
  Rejected: ({ to }) => `rejected access for ${to}`,
  TermsAccepted: () => 'accepted the terms of access',
  NameGiven: ({ name }) => `gave the name ${name}`,
  Commented: () => 'added a comment',
  PasskeyWrong: ({ saysToBe }) => `entered a wrong passkey${claimOf(saysToBe)}`,
  PasskeyLocked: ({ saysToBe }) =>
    `entered ten wrong passkeys within an hour and was locked out for the rest of it${claimOf(saysToBe)}`,
  PasskeyGuessed: () =>
    'entered one of many wrong passkeys, from several networks: for a while, few attempts from each are checked',
  CodesGuessed: () => 'entered one of many wrong codes: for a while, new codes are limited',
  PasskeyChanged: () => 'changed the passkey',
  Unmarked: () => 'requested the file without a watermark',
  GridRead: ({ sheet, first, last, version }) =>
    `viewed sheet ${sheet} as a table${last ? `, rows ${first}–${last}` : ''}${ofVersion(version)}`,
  Stop: ({ seconds }) => `read for ${duration(Number(seconds) * 1000)}, measured by a program`,
  TextRead: ({ first, last, version }) =>
    (first === last ? `read the text of page ${first}` : `read the text of pages ${first}–${last}`) +
    ofVersion(version),
  VisitorInfo: ({ email, reason }) => `gave ${[email, reason].filter(Boolean).join(', ')}; not verified`,
}

/** "40% of it", of a recording that a player was sent in parts. */
function percentOf(sent: number, size: number): string {
  return sent >= size ? 'all of it' : `${Math.max(Math.floor((100 * sent) / size), 1)}% of it`
}

function ofVersion(version: Detail[string] | undefined): string {
  return version === undefined ? '' : `, version ${version}`
}

/** How long pages were visible, as the reader's browser measured: one by one if they are few. */
function readText({ pages, version }: Detail): string {
  const times = readPageTimes(String(pages ?? ''))
  const ranges = mergeRanges(times.map(({ page }) => ({ first: page, last: page })))
  const page = times.length === 1 ? 'page' : 'pages'
  return `read ${page} ${pagesText(ranges)} for ${duration(totalTime(times))}, measured${ofVersion(version)}`
}

/** Old and new value of each field, as they were recorded. */
function changedText({ person, ...fields }: Detail): string {
  const changes = Object.entries(fieldLabels)
    .filter(([field]) => field in fields)
    .map(([field, words]) => `${words}: ${fields[field]}`)
  return `changed, ${person === undefined ? '' : `for ${person}, `}${changes.join('; ')}`
}

const fieldLabels: Record<string, string> = {
  name: 'name',
  message: 'message',
  visibility: 'who has access',
  mayDownload: 'download',
  mayPrint: 'printing',
  printCount: 'print limit',
  watermark: 'watermark',
  isWebView: 'viewing in the browser',
  mayReadText: 'page text',
  mayForward: 'forwarding',
  asksName: 'asking for a name',
  terms: 'terms of access',
  termsText: 'text of the terms',
  asksTermsAgain: 'asking again when terms change',
  tellsAcceptance: 'email on acceptance',
  end: 'end date',
  reminds: 'reminder',
  showsPage: 'page 1 in emails',
  otherOptions: 'program’s own options',
  viewOnly: 'view only',
  ownEnd: 'personal end date',
}

/** Why someone was blocked, as the owner reads it. */
export function refusalOf(reason: Detail[string] | undefined): string {
  const name = String(reason)
  if (!isProblemName(name)) return 'not allowed'
  const { tellsOwner, text } = entryOf(name)
  return tellsOwner ?? text
}

/** Who someone claims to be: never the same as someone who confirmed it. */
function claimOf(saysToBe: Detail[string] | undefined): string {
  return saysToBe ? ` (says they are ${saysToBe}, not verified)` : ''
}
