import { problems, type ProblemName } from '#server/rules/problems.ts'
import type { Detail, EventKind } from '#server/tracking/tracking.ts'

/** What happened to a share, as its owner reads it after the name of who did it. One line for each kind of event. */
export const activityWords: Record<EventKind, (detail: Detail) => string> = {
  Shared: ({ recipients }) =>
    `shared the file with ${recipients === 1 ? '1 person' : `${recipients} people`}`,
  Killed: () => 'unshared the file',
  Enabled: () => 'shared the file again',
  Mailed: () => 'was sent the link by mail',
  MailFailed: () => 'could not be reached by mail',
  CodeSent: () => 'asked for a code and was sent one',
  Refused: ({ reason }) => `was refused: ${refusalOf(reason)}`,
  View: ({ saysToBe }) => `opened the file${claimOf(saysToBe)}`,
  Browse: ({ first, last }) =>
    first === last ? `looked at page ${first}` : `looked at pages ${first} to ${last}`,
  Download: () => 'downloaded the file',
  Print: () => 'took a copy for printing',
  PasskeyWrong: ({ saysToBe }) => `typed a wrong passkey${claimOf(saysToBe)}`,
  PasskeyLocked: ({ saysToBe }) =>
    `typed ten wrong passkeys within an hour and was shut out until its end${claimOf(saysToBe)}`,
  PasskeyChanged: () => 'changed the passkey',
}

function refusalOf(reason: Detail[string] | undefined): string {
  const name = String(reason)
  return Object.hasOwn(problems, name) ? problems[name as ProblemName].text : 'not allowed'
}

/** Who somebody says to be: never the same as who proved it. */
function claimOf(saysToBe: Detail[string] | undefined): string {
  return saysToBe ? ` (says to be ${saysToBe}, not verified)` : ''
}
