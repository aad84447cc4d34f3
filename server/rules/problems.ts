import { accountProblems } from './account-problems.ts'
import { mostFilesAtOnce } from './options.ts'
import { recipientsAtOnceMessage, recipientsOverPlanMessage } from './messages.ts'

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
  fileTypeUnsupported: {
    http: 415,
    code: 20465,
    text: 'Files of this kind cannot be shown in the browser here. PDF, PNG, JPEG, BMP, GIF and plain text can.',
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

  changedMeanwhile: {
    http: 409,
    code: 20409,
    text: 'This share was changed in the meantime, in another window perhaps. Nothing of yours is saved yet, and all that you typed is still here. Look at what it says now under "Activity", then send this form again to have it as you typed it.',
  },
  linkNotSent: {
    http: 409,
    code: 20409,
    text: 'The link was not sent, since this person cannot open the file now. Share the file again, or give it back to this person, and then send the link.',
  },
  versionNotReady: {
    http: 409,
    code: 20409,
    text: 'This version cannot be shown: its pages are not there. Recipients still see the version that they saw.',
  },

  killed: {
    http: 410,
    code: 20410,
    text: 'The sender has unshared this file. Ask the sender if you still need it.',
  },
  expired: {
    http: 410,
    code: 20411,
    text: 'The time to see this file is over: it has expired. Ask the sender to share it again.',
  },
  destructed: {
    http: 410,
    code: 20412,
    text: 'This file has destructed: its reading time after opening has run out. Ask the sender to share it again.',
  },
  identityNeeded: { http: 401, code: 20430, text: 'Say who you are to open this file.' },
  codeWrong: {
    http: 400,
    code: 20431,
    text: 'That code is wrong or too old. Type the six digits of the newest mail, or ask for a new code.',
  },
  notRecipient: {
    http: 403,
    code: 20433,
    text: 'Nothing here was shared with the address you confirmed. Sign out to use another address, or ask the sender.',
  },
  viewRefused: {
    http: 403,
    code: 20435,
    text: 'You are not what this view is for: only the sender sees a file as its sender, and only a recipient as a recipient.',
  },
  proofEnded: {
    http: 401,
    code: 20430,
    text: 'Session expired for your security. Confirm your address again to go on reading.',
  },
  openFirst: { http: 409, code: 20434, text: 'Open the file first: press the button on its page.' },
  printFirst: {
    http: 409,
    code: 20434,
    text: 'Ask for the copy first: press "Print" where you read the file.',
  },
  downloadNotAllowed: {
    http: 403,
    code: 20440,
    text: 'The sender has not allowed this file to be downloaded.',
  },
  viewNotAllowed: {
    http: 403,
    code: 20440,
    text: 'The sender lets this file be downloaded only; its pages are not shown here.',
  },
  printsUsedUp: {
    http: 403,
    code: 20441,
    text: 'You have printed as many copies as the sender allows. Ask the sender for more.',
  },
  passkeyNeeded: {
    http: 401,
    code: 20420,
    text: 'This file opens with its passkey only. Type the passkey that the sender told you.',
  },
  passkeyWrong: {
    http: 400,
    code: 20421,
    text: 'That passkey does not open this file. Capital letters and spaces between words count. Ask the sender if you are not sure.',
  },
  passkeyTooSoon: {
    http: 429,
    code: 20421,
    text: 'Too many wrong passkeys came from here in a short time. Nothing was tried just now. Wait a little, then try again; the wait grows with each wrong one.',
  },
  passkeyLocked: {
    http: 429,
    code: 20421,
    text: 'Ten wrong passkeys came from here within an hour, so this file takes none from here until the hour is over. The sender was told. Ask the sender for the right passkey.',
  },
  passkeyRefused: { http: 400, code: 20400, text: 'This passkey cannot be used. Choose another one.' },
  passkeyFileRefused: {
    http: 400,
    code: 20462,
    text: 'A passkey can protect PDF, PNG, JPG, JPEG, BMP and GIF files of at most 30,000,000 bytes. Choose "Only people I specify" for this file, or another file.',
  },
  termsNeeded: {
    http: 401,
    code: 20432,
    text: 'The sender asks you to accept terms before you see this file.',
  },
  termsChanged: {
    http: 409,
    code: 20432,
    text: 'The terms were changed while you read them. Nothing was accepted. Read the new text and accept it.',
  },
  nameNeeded: { http: 401, code: 20430, text: 'The sender asks for your name before you see this file.' },
  namedPeopleOnly: {
    http: 403,
    code: 20433,
    text: 'This is for people whom the sender named, not for everybody with the link.',
  },
  forwardToSelf: {
    http: 400,
    code: 20435,
    text: 'This is your own address. Type the address of somebody else.',
  },
  alreadyRecipient: {
    http: 400,
    code: 20435,
    text: 'This person has access to the file already. Nothing was changed.',
  },
  alreadyAsked: {
    http: 400,
    code: 20435,
    text: 'Somebody has asked the sender to let this person in already. The sender has not decided yet.',
  },
  notApproved: {
    http: 403,
    code: 20433,
    text: 'The sender did not approve this request. You can ask once more a day after that, and then no more.',
  },
  requestOver: {
    http: 410,
    code: 20411,
    text: 'This request is no longer active: it was not decided in time, or the file is not shared any more. Nothing was changed.',
  },
  threadClosed: {
    http: 409,
    code: 20410,
    text: 'This file is closed to this person, so nothing more can be written. What was written can still be read.',
  },
  printNotAllowed: { http: 403, code: 20441, text: 'The sender has not allowed this file to be printed.' },
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
  serverBusy: {
    http: 503,
    code: 20503,
    text: 'The server is busy just now. Nothing was lost. Try again in a moment.',
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

/** An expected failure. `field` names the form field it belongs to; `text` replaces the catalogue's words. */
export class Problem extends Error {
  readonly problem: ProblemName
  readonly field: string | undefined
  readonly text: string

  constructor(problem: ProblemName, more: { field?: string; text?: string } = {}) {
    super(problem)
    this.name = 'Problem'
    this.problem = problem
    this.field = more.field
    this.text = more.text ?? problems[problem].text
  }

  get http(): number {
    return problems[this.problem].http
  }

  get code(): number {
    return problems[this.problem].code
  }
}
