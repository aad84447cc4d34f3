import { accountProblems } from './accounts/account-problems.ts'
import type { ProblemEntry } from './problem-entry.ts'
import { planProblems } from './product/plan-problems.ts'
import { cloudProblems } from './files/cloud-problems.ts'
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
    text: 'Page not found, or you don’t have access.',
    title: 'Page not found',
    scope: 'page',
  },
  notSignedIn: {
    http: 401,
    code: 10001,
    text: 'You’ve been signed out. Nothing was changed.',
    title: 'Sign in first',
    scope: 'page',
    retry: true,
    stopsUpload: true,
  },
  ...accountProblems,
  formExpired: {
    http: 403,
    code: 10003,
    text: 'This form has expired. Nothing was saved. What you typed is still here – submit it again.',
    title: 'Form expired',
    scope: 'page',
    stopsUpload: true,
  },
  formUnderWay: {
    http: 503,
    code: 20503,
    text: 'This form was already submitted and is still being processed. Wait a minute before you submit it again; nothing is created twice.',
    scope: 'page',
    retry: true,
  },
  callUnderWay: {
    http: 409,
    code: 20409,
    text: 'A call with this Idempotency-Key is still being processed. Wait a moment, then send it again: nothing is done twice.',
    scope: 'page',
  },
  keyReused: {
    http: 422,
    code: 20422,
    text: 'This Idempotency-Key was sent before with other content. Use another key for another call.',
    scope: 'page',
  },
  foreignForm: {
    http: 403,
    code: 10003,
    text: 'This form came from another site, so it was blocked. Nothing was changed. Open the page here and submit it again.',
    title: 'Blocked',
    scope: 'page',
  },
  badForm: {
    http: 400,
    code: 20400,
    text: 'Part of the form couldn’t be read. Go back and submit it again.',
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
    text: 'That request isn’t supported here.',
    scope: 'page',
  },
  wrongContentType: { http: 415, code: 20415, text: 'Only forms can be submitted here.', scope: 'page' },
  bodyTooLarge: {
    http: 413,
    code: 20461,
    text: 'That text is too long. Shorten it and try again.',
    scope: 'page',
  },

  ...uploadProblems,
  ...cloudProblems,
  textRefused: {
    http: 400,
    code: 20463,
    text: 'This text can’t be sent. Change it and submit the form again.',
    scope: 'page',
  },
  noOperator: {
    http: 503,
    code: 20503,
    text: 'This server has no administrator yet. Try again later.',
    scope: 'page',
    field: 'message',
  },
  passwordRefused: {
    http: 400,
    code: 20400,
    text: 'This password can’t be used. Choose another.',
    scope: 'page',
  },

  ...shareProblems,
  ...roomProblems,
  ...planProblems,
  notBeforehand: {
    http: 503,
    code: 20503,
    text: 'Protected pages can’t be preloaded.',
    scope: 'page',
  },
  processing: {
    http: 409,
    code: 20450,
    text: 'This file is still being encrypted and processed. It’ll be ready in a moment.',
    title: 'Encrypting',
    scope: 'page',
    insteadAt: 'entry',
    isOfFile: true,
    showsName: true,
  },
  renderError: {
    http: 422,
    code: 20451,
    text: 'This file can’t be displayed. Ask the sender for another copy.',
    title: 'Can’t be displayed',
    scope: 'page',
    isOfFile: true,
    showsName: true,
    endsReading: true,
  },
  pageError: {
    http: 422,
    code: 20452,
    text: 'This page couldn’t be displayed. You can still read the others.',
    scope: 'page',
  },
  noPages: {
    http: 404,
    code: 20404,
    text: 'This file is audio or video; it has no pages.',
    scope: 'page',
    insteadAt: 'play',
  },
  playedInPage: {
    http: 403,
    code: 20453,
    text: 'Audio and video play on the file’s own page. Open it there.',
    scope: 'page',
  },
  cursorGone: {
    http: 410,
    code: 20410,
    text: 'What followed this cursor is no longer kept. Ask without a cursor, and go on from the one you get.',
    scope: 'page',
  },
  webhookOff: {
    http: 409,
    code: 20409,
    text: 'This webhook is turned off, so nothing was sent. Turn it on first.',
    scope: 'form',
  },
  webhookLimit: {
    http: 400,
    code: 20400,
    text: 'You have 20 webhooks, which is the limit. Remove one first.',
    scope: 'form',
    field: 'url',
  },
  serverBusy: {
    http: 503,
    code: 20503,
    text: 'The server is busy right now. Nothing was lost. Try again in a moment.',
    title: 'Server busy',
    scope: 'form',
    retry: true,
    isUnreachable: true,
  },
  tooManyTransfers: {
    http: 503,
    code: 20503,
    text: 'Too many files are being viewed or downloaded right now. Try again in a minute.',
    title: 'Server busy',
    scope: 'page',
    retry: true,
  },
  databaseAway: {
    http: 503,
    code: 20503,
    text: 'The database is unavailable right now. Saved data is safe. Try again in a minute; if you were saving something, check first whether it’s there.',
    title: 'Temporarily unavailable',
    scope: 'form',
    retry: true,
    isUnreachable: true,
  },
  unexpected: {
    http: 500,
    code: 20500,
    text: 'Something went wrong on our side. Try again; if it keeps happening, contact your administrator.',
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
 * catalogue's text; `wait` says in how many milliseconds the same can be tried again; `others` were found with it, on
 * other fields of the same form.
 */
export class Problem extends Error {
  readonly problem: ProblemName
  readonly field: string | undefined
  readonly text: string
  readonly wait: number | undefined
  readonly others: readonly Problem[]

  constructor(
    problem: ProblemName,
    more: { field?: string; text?: string; wait?: number; others?: readonly Problem[] } = {},
  ) {
    super(problem)
    this.name = 'Problem'
    this.problem = problem
    this.field = more.field ?? entryOf(problem).field
    this.text = more.text ?? problems[problem].text
    this.wait = more.wait
    this.others = more.others ?? []
  }

  /** What it says to someone who only asked for a page or a file. */
  get textWhenRead(): string {
    return entryOf(this.problem).whenRead ?? this.text
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
