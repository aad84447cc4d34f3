import { duration } from '#server/rules/format.ts'
import { problems, type ProblemName } from '#server/rules/problems.ts'
import type { Detail, EventKind } from '#server/tracking/tracking.ts'

/** What happened to a share, as its owner reads it after the name of who did it. One line for each kind of event. */
export const activityWords: Record<EventKind, (detail: Detail) => string> = {
  Shared: ({ recipients }) =>
    `shared the file with ${recipients === 1 ? '1 person' : `${recipients} people`}`,
  Killed: () => 'unshared the file',
  Enabled: () => 'shared the file again',
  LinkSent: ({ recipients }) => `sent the link to ${recipients === 1 ? '1 person' : `${recipients} people`}`,
  Mailed: () => 'was sent the link by mail',
  MailFailed: () => 'could not be reached by mail',
  Reminded: () => 'was reminded by mail that the file expires',
  CodeSent: () => 'asked for a code and was sent one',
  Refused: ({ reason }) => `was refused: ${refusalOf(reason)}`,
  View: () => 'opened the file',
  Browse: ({ first, last }) =>
    first === last ? `looked at page ${first}` : `looked at pages ${first} to ${last}`,
  Download: () => 'downloaded the file',
  Print: () => 'took a copy for printing',
  Stop: ({ seconds }) => `read for ${duration(Number(seconds) * 1000)}, as a program measured`,
  VisitorInfo: ({ email, reason }) =>
    `gave ${[email, reason].filter(Boolean).join(', ')}; nobody has verified it`,
}

function refusalOf(reason: Detail[string] | undefined): string {
  const name = String(reason)
  return Object.hasOwn(problems, name) ? problems[name as ProblemName].text : 'not allowed'
}
