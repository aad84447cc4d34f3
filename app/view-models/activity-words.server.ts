import { mergeRanges, readPageTimes, totalTime } from '#server/rules/reading/dwell.ts'
import { duration } from '#server/rules/text/format.ts'
import { entryOf, isProblemName } from '#server/rules/problems.ts'
import { renderReason } from '#server/rules/files/render-reason.ts'
import type { Detail, EventKind } from '#server/tracking/tracking.ts'
import { roomActivityWords } from './room-activity-words.server.ts'

/** What happened to a share, as its owner reads it after the name of who did it. One line for each kind of event. */
export const activityWords: Record<EventKind, (detail: Detail) => string> = {
  ...roomActivityWords,
  Shared: ({ recipients }) =>
    `shared the file with ${recipients === 1 ? '1 person' : `${recipients} people`}`,
  Killed: () => 'unshared the file',
  Enabled: () => 'shared the file again',
  LinkSent: ({ recipients }) => `sent the link to ${recipients === 1 ? '1 person' : `${recipients} people`}`,
  Mailed: () => 'was sent the link by mail',
  Reminded: () => 'was reminded by mail that the file expires',
  MailFailed: ({ reason }) => `could not be reached by mail${reason ? `: ${reason}` : ''}`,
  CodeSent: () => 'asked for a code and was sent one',
  Refused: ({ reason }) => `was refused: ${refusalOf(reason)}`,
  View: ({ version }) => `opened the file${ofVersion(version)}`,
  Browse: ({ first, last, pages, version }) =>
    (pages
      ? `looked at pages ${pages}`
      : first === last
        ? `looked at page ${first}`
        : `looked at pages ${first} to ${last}`) + ofVersion(version),
  Played: ({ version }) => `opened the player${ofVersion(version)}`,
  Read: readWords,
  Download: ({ version }) => `downloaded the file${ofVersion(version)}`,
  Print: ({ version }) => `took a copy for printing${ofVersion(version)}`,
  Changed: changedWords,
  RenderTried: ({ password, changes }) =>
    changes
      ? `had the tracked changes of the document ${changes === 'shown' ? 'shown' : 'hidden'}`
      : password
        ? 'gave the password that the document asks for'
        : 'had the pages prepared again',
  RenderFailed: ({ reason }) => `could not show the file: ${renderReason(String(reason))}`,
  NewVersion: ({ version, file, step }) =>
    step === 'shown'
      ? `shows version ${version} to recipients from now on`
      : step === 'chosen'
        ? `went back to version ${version} (${file})`
        : `added version ${version} (${file})`,
  Added: ({ person }) => `added ${person}`,
  Revoked: ({ person }) => `took the file away from ${person}`,
  Restored: ({ person }) => `gave the file back to ${person}`,
  PrintsReset: ({ person, spent }) =>
    `allowed ${person} to print anew, after ${spent === 1 ? '1 copy' : `${spent} copies`}`,
  Resent: ({ person }) => `sent the link to ${person} again`,
  Binned: () => 'deleted the file, into the bin',
  Unbinned: () => 'took the file out of the bin',
  ForwardAsked: ({ to }) => `asked you to let ${to} in`,
  AccessAsked: () => 'asked you for access',
  Forwarded: ({ to }) => `passed the file on to ${to}`,
  Approved: ({ to, rights }) =>
    `let ${to} in, ${rights === 'view' ? 'to view only' : 'with the same rights'}`,
  Rejected: ({ to }) => `did not let ${to} in`,
  TermsAccepted: () => 'accepted the terms of access',
  NameGiven: ({ name }) => `gave a name: ${name}`,
  Commented: () => 'wrote a comment',
  PasskeyWrong: ({ saysToBe }) => `typed a wrong passkey${claimOf(saysToBe)}`,
  PasskeyLocked: ({ saysToBe }) =>
    `typed ten wrong passkeys within an hour and was shut out until its end${claimOf(saysToBe)}`,
  PasskeyGuessed: () =>
    'entered one of many wrong passkeys, from several networks: for a while only known readers can try',
  CodesGuessed: () => 'entered one of many wrong codes: for a while new codes are limited',
  PasskeyChanged: () => 'changed the passkey',
  Unmarked: () => 'asked for the file without a watermark',
  GridRead: ({ sheet, first, last, version }) =>
    `looked at sheet ${sheet} as a table${last ? `, rows ${first} to ${last}` : ''}${ofVersion(version)}`,
  Stop: ({ seconds }) => `read for ${duration(Number(seconds) * 1000)}, as a program measured`,
  TextRead: ({ first, last, version }) =>
    (first === last ? `read the text of page ${first}` : `read the text of pages ${first} to ${last}`) +
    ofVersion(version),
  SignedIn: () => 'signed in',
  SecondFactorFailed: () => 'entered a wrong two-factor code',
  AccountLocked: () => 'tried to sign in too often, and had to wait',
  PasswordChanged: () => 'changed the password',
  TokenMade: () => 'signed in with a program',
  NewDevice: () => 'signed in from a new device',
  SecondFactorOn: () => 'switched two-factor code on',
  SecondFactorOff: ({ by }) => `switched two-factor code off${byOperator(by)}`,
  RecoveryCodesRenewed: () => 'made new recovery codes',
  RecoveryCodeUsed: () => 'signed in with a recovery code',
  AddressAdded: ({ address }) => `added the address ${address}`,
  AddressRemoved: ({ address }) => `removed the address ${address}`,
  PrimaryChanged: ({ from, to }) => `changed the primary address from ${from} to ${to}`,
  SignInConnected: ({ provider }) => `connected a sign-in: ${provider}`,
  SignInDisconnected: ({ provider }) => `removed a sign-in: ${provider}`,
  AccountClosed: ({ by }) => `closed the account${byOperator(by)}`,
  AccountKept: () => 'kept the account that was closed',
  Exported: () => 'exported the data of the account',
  VisitorInfo: ({ email, reason }) =>
    `gave ${[email, reason].filter(Boolean).join(', ')}; nobody has verified it`,
}

function byOperator(by: Detail[string] | undefined): string {
  return by === 'operator' ? ', as operator' : ''
}

function ofVersion(version: Detail[string] | undefined): string {
  return version === undefined ? '' : `, version ${version}`
}

/** How long pages were visible, as the reader's browser measured: one by one if they are few. */
function readWords({ pages, version }: Detail): string {
  const times = readPageTimes(String(pages ?? ''))
  const ranges = mergeRanges(times.map(({ page }) => ({ first: page, last: page })))
  const which = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`)).join(', ')
  const page = times.length === 1 ? 'page' : 'pages'
  return `read ${page} ${which} for ${duration(totalTime(times))}, measured${ofVersion(version)}`
}

/** Old and new value of each field, as they were recorded. */
function changedWords({ person, ...fields }: Detail): string {
  const changes = Object.entries(fieldWords)
    .filter(([field]) => field in fields)
    .map(([field, words]) => `${words}: ${fields[field]}`)
  return `changed, ${person === undefined ? '' : `for ${person}, `}${changes.join('; ')}`
}

const fieldWords: Record<string, string> = {
  name: 'name',
  message: 'message',
  visibility: 'who may see it',
  mayDownload: 'download',
  mayPrint: 'printing',
  printCount: 'copies to print',
  watermark: 'watermark',
  isWebView: 'reading in the browser',
  mayReadText: 'text of the pages',
  mayForward: 'forwarding',
  asksName: 'asking for the name',
  terms: 'terms of access',
  termsText: 'text of the terms',
  asksTermsAgain: 'asking again for new terms',
  tellsAcceptance: 'mail on acceptance',
  end: 'end',
  reminds: 'reminder',
  otherOptions: 'words of a program',
  viewOnly: 'only reading',
  ownEnd: 'own end',
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
  return saysToBe ? ` (says to be ${saysToBe}, not verified)` : ''
}
