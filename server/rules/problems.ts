import { accountProblems } from './accounts/account-problems.ts'
import type { ProblemEntry } from './problem-entry.ts'
import { roomProblems } from './rooms/room-problems.ts'
import { shareProblems } from './sharing/share-problems.ts'
import { uploadProblems } from './files/upload-problems.ts'

/**
 * Every failure a person can encounter, in one place.
 *
 * `http` is the status of a screen, `code` the StatusCode of a call (codes that the specification does not list are our
 * own). What else an entry says is in `problem-entry.ts`. A stranger's "not yours" and "does not exist" are the same
 * entry.
 */
export const problems = {
  notFound: {
    http: 404,
    code: 20404,
    text: 'There is nothing here, or it is not yours to see.',
    title: 'Nothing here',
    scope: 'page',
  },
  notSignedIn: {
    http: 401,
    code: 10001,
    text: 'You are not signed in any more. Nothing was changed.',
    title: 'Please sign in',
    scope: 'page',
    retry: true,
    stopsUpload: true,
  },
  ...accountProblems,
  formExpired: {
    http: 403,
    code: 10003,
    text: 'This form was opened too long ago or in another session. Nothing was changed. What you typed is still here: send it again.',
    title: 'This form is too old',
    scope: 'page',
    stopsUpload: true,
  },
  formUnderWay: {
    http: 503,
    code: 20503,
    text: 'This form was sent before and is still being worked on. Wait a minute before you send it again: what it makes is not made twice.',
    scope: 'page',
    retry: true,
  },
  foreignForm: {
    http: 403,
    code: 10003,
    text: 'This form was sent from another site, so it was refused. Nothing was changed. Open the page here and send it again.',
    title: 'Refused',
    scope: 'page',
  },
  badForm: {
    http: 400,
    code: 20400,
    text: 'Some of what was sent could not be read. Go back and send the form again.',
    scope: 'page',
  },
  noSuchCall: {
    http: 404,
    code: 20404,
    text: 'There is no such call. Check its version and its name.',
    scope: 'page',
  },
  wrongMethod: {
    http: 405,
    code: 20405,
    text: 'This address does not take that kind of request.',
    scope: 'page',
  },
  wrongContentType: { http: 415, code: 20415, text: 'This address takes forms only.', scope: 'page' },
  bodyTooLarge: {
    http: 413,
    code: 20461,
    text: 'That is more text than this form takes. Shorten it and send it again.',
    scope: 'page',
  },

  ...uploadProblems,
  textRefused: {
    http: 400,
    code: 20463,
    text: 'This text cannot be sent. Change it and send the form again.',
    scope: 'page',
  },
  noOperator: {
    http: 503,
    code: 20503,
    text: 'Nobody runs this server yet, so there is nobody to tell. Try again later.',
    scope: 'page',
    field: 'message',
  },
  passwordRefused: {
    http: 400,
    code: 20400,
    text: 'This password cannot be used. Choose another one.',
    scope: 'page',
  },

  ...shareProblems,
  ...roomProblems,
  notBeforehand: {
    http: 503,
    code: 20503,
    text: 'Protected pages are sent when somebody asks for them, not beforehand.',
    scope: 'page',
  },
  processing: {
    http: 409,
    code: 20450,
    text: 'This file is still being encrypted and prepared. It will be here in a moment.',
    title: 'Encrypting',
    scope: 'page',
    insteadAt: 'entry',
    isOfFile: true,
    showsName: true,
  },
  renderError: {
    http: 422,
    code: 20451,
    text: 'This file could not be turned into pages, so it cannot be shown. Ask the sender for another copy.',
    title: 'Cannot be shown',
    scope: 'page',
    isOfFile: true,
    showsName: true,
    endsReading: true,
  },
  pageError: {
    http: 422,
    code: 20452,
    text: 'This page could not be drawn. The other pages can still be read.',
    scope: 'page',
  },
  noPages: {
    http: 404,
    code: 20404,
    text: 'This file has no pages: it is played.',
    scope: 'page',
    insteadAt: 'play',
  },
  playedInPage: {
    http: 403,
    code: 20453,
    text: 'This is played on its own page only. Open the file there.',
    scope: 'page',
  },
  serverBusy: {
    http: 503,
    code: 20503,
    text: 'The server is busy just now. Nothing was lost. Try again in a moment.',
    title: 'Busy just now',
    scope: 'form',
    retry: true,
    isUnreachable: true,
  },
  tooManyTransfers: {
    http: 503,
    code: 20503,
    text: 'Too many files are being sent at the moment. Try again in a minute.',
    scope: 'page',
  },
  databaseAway: {
    http: 503,
    code: 20503,
    text: 'The server cannot reach its database just now. What was saved is safe. Try again in a minute; if you were saving something, look first whether it is there.',
    title: 'Out of reach for a moment',
    scope: 'form',
    retry: true,
    isUnreachable: true,
  },
  unexpected: {
    http: 500,
    code: 20500,
    text: 'Something went wrong on the server. Nothing you sent was shown to anyone. Try again; if it stays, tell the person who runs this server.',
    title: 'Something went wrong',
    scope: 'page',
  },
} as const satisfies Record<string, ProblemEntry>

export type ProblemName = keyof typeof problems

/** The names of those that have a flag. */
export type ProblemWith<Flag extends keyof ProblemEntry> = {
  [Name in ProblemName]: (typeof problems)[Name] extends Record<Flag, unknown> ? Name : never
}[ProblemName]

/** Whether this stored text is the name of a failure. */
export function isProblemName(name: string): name is ProblemName {
  return Object.hasOwn(problems, name)
}

/** What the catalogue says of a failure. */
export function entryOf(problem: ProblemName): ProblemEntry {
  return problems[problem]
}

/** Whether a failure has a flag. */
export function hasFlag<Flag extends keyof ProblemEntry>(
  problem: ProblemName,
  flag: Flag,
): problem is ProblemWith<Flag> {
  return entryOf(problem)[flag] !== undefined
}

/**
 * An expected failure. `field` names the form field it belongs to, if the entry does not; `text` replaces the
 * catalogue's text; `wait` says in how many milliseconds the same can be tried again.
 */
export class Problem extends Error {
  readonly problem: ProblemName
  readonly field: string | undefined
  readonly text: string
  readonly wait: number | undefined

  constructor(problem: ProblemName, more: { field?: string; text?: string; wait?: number } = {}) {
    super(problem)
    this.name = 'Problem'
    this.problem = problem
    this.field = more.field ?? entryOf(problem).field
    this.text = more.text ?? problems[problem].text
    this.wait = more.wait
  }

  get http(): number {
    return problems[this.problem].http
  }

  get scope(): ProblemEntry['scope'] {
    return problems[this.problem].scope
  }

  get code(): number {
    return problems[this.problem].code
  }
}
