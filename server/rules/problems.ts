import { accountProblems } from './accounts/account-problems.ts'
import { mostFilesAtOnce } from './sharing/options.ts'
import { roomProblems } from './rooms/room-problems.ts'
import { shareProblems } from './sharing/share-problems.ts'
import { recipientsAtOnceMessage, recipientsOverPlanMessage } from './text/messages.ts'

/**
 * Every failure a person can meet, in one place.
 *
 * `http` is the status of a screen, `code` the StatusCode of a call (specification 1 section 4, 2 section 8;
 * codes that the specification does not show are listed as ours in readings D). The text says what happened,
 * what it means and what to do. A stranger's "not yours" and "does not exist" are the same entry.
 */
export const problems = {
  notFound: { http: 404, code: 20404, text: 'There is nothing here, or it is not yours to see.' },
  notSignedIn: { http: 401, code: 10001, text: 'You are not signed in any more. Nothing was changed.' },
  ...accountProblems,
  formExpired: {
    http: 403,
    code: 10003,
    text: 'This form was opened too long ago or in another session. Nothing was changed. What you typed is still here: send it again.',
  },
  formUnderWay: {
    http: 503,
    code: 20503,
    text: 'This form was sent before and is still being worked on. Wait a minute before you send it again: what it makes is not made twice.',
  },
  foreignForm: {
    http: 403,
    code: 10003,
    text: 'This form was sent from another site, so it was refused. Nothing was changed. Open the page here and send it again.',
  },
  badForm: {
    http: 400,
    code: 20400,
    text: 'Some of what was sent could not be read. Go back and send the form again.',
  },
  noSuchCall: { http: 404, code: 20404, text: 'There is no such call. Check its version and its name.' },
  wrongMethod: { http: 405, code: 20405, text: 'This address does not take that kind of request.' },
  wrongContentType: { http: 415, code: 20415, text: 'This address takes forms only.' },
  bodyTooLarge: {
    http: 413,
    code: 20461,
    text: 'That is more text than this form takes. Shorten it and send it again.',
  },

  fileMissing: { http: 400, code: 20460, text: 'Choose a file to share.' },
  tooManyFiles: {
    http: 400,
    code: 20460,
    text: `At most ${mostFilesAtOnce} files can be sent at once. Send the others afterwards.`,
  },
  fileEmpty: { http: 400, code: 20462, text: 'This file is empty (0 bytes). Choose another one.' },
  fileTooLarge: { http: 413, code: 20461, text: 'This file is larger than your plan allows.' },
  uploadTooLarge: { http: 413, code: 20461, text: 'These files are larger than your plan allows.' },
  fileNameRefused: {
    http: 400,
    code: 20463,
    text: 'This file name cannot be used. Rename the file: no \\ / : * ? " < > |, no dot at the start, no device name such as con or prn.',
  },
  fileTypeMismatch: {
    http: 415,
    code: 20464,
    text: 'What is inside this file does not match its name. Check the file, or give it the right ending.',
  },
  uploadBroken: {
    http: 400,
    code: 20466,
    text: 'The upload stopped before the whole file had arrived. Nothing was kept. Send it again.',
  },
  uploadGone: { http: 410, code: 20467, text: 'The uploaded file is no longer here. Choose it again.' },
  quotaFull: {
    http: 413,
    code: 20470,
    text: 'There is no room left for this file. Nothing of it was kept. Ask the person who runs this server for more room.',
  },
  storageFull: {
    http: 507,
    code: 20468,
    text: 'The server has no room left to keep this. Nothing was changed. Ask the person who runs this server.',
  },
  storageAway: {
    http: 503,
    code: 20503,
    text: 'The store of files cannot be reached at the moment. What was saved before is safe. Nothing new was kept: try again in a few minutes.',
  },

  recipientsMissing: {
    http: 400,
    code: 20469,
    text: 'Say who may see the file: at least one e-mail address.',
  },
  recipientsOverPlan: {
    http: 400,
    code: 20460,
    text: recipientsOverPlanMessage(5),
  },
  recipientsOverSubmission: { http: 400, code: 20460, text: recipientsAtOnceMessage },

  textRefused: {
    http: 400,
    code: 20463,
    text: 'This text cannot be sent. Change it and send the form again.',
  },
  noOperator: {
    http: 503,
    code: 20503,
    text: 'Nobody runs this server yet, so there is nobody to tell. Try again later.',
  },
  passwordRefused: { http: 400, code: 20400, text: 'This password cannot be used. Choose another one.' },

  ...shareProblems,
  ...roomProblems,
  notBeforehand: {
    http: 503,
    code: 20503,
    text: 'Protected pages are sent when somebody asks for them, not beforehand.',
  },
  processing: {
    http: 409,
    code: 20450,
    text: 'This file is still being encrypted and prepared. It will be here in a moment.',
  },
  renderError: {
    http: 422,
    code: 20451,
    text: 'This file could not be turned into pages, so it cannot be shown. Ask the sender for another copy.',
  },
  pageError: {
    http: 422,
    code: 20452,
    text: 'This page could not be drawn. The other pages can still be read.',
  },
  noPages: { http: 404, code: 20404, text: 'This file has no pages: it is played.' },
  playedInPage: {
    http: 403,
    code: 20453,
    text: 'This is played on its own page only. Open the file there.',
  },
  serverBusy: {
    http: 503,
    code: 20503,
    text: 'The server is busy just now. Nothing was lost. Try again in a moment.',
  },
  tooManyTransfers: {
    http: 503,
    code: 20503,
    text: 'Too many files are being sent at the moment. Try again in a minute.',
  },
  databaseAway: {
    http: 503,
    code: 20503,
    text: 'The server cannot reach its database just now. What was saved is safe. Try again in a minute; if you were saving something, look first whether it is there.',
  },
  unexpected: {
    http: 500,
    code: 20500,
    text: 'Something went wrong on the server. Nothing you sent was shown to anyone. Try again; if it stays, tell the person who runs this server.',
  },
} as const satisfies Record<string, { http: number; code: number; text: string }>

export type ProblemName = keyof typeof problems

/**
 * An expected failure. `field` names the form field it belongs to; `text` replaces the catalogue's words; `wait` says in
 * how many milliseconds the same may be tried again.
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
    this.field = more.field
    this.text = more.text ?? problems[problem].text
    this.wait = more.wait
  }

  get http(): number {
    return problems[this.problem].http
  }

  get code(): number {
    return problems[this.problem].code
  }
}
