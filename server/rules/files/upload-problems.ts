import { recipientsAtOnceMessage, recipientsOverPlanMessage } from '#server/rules/text/messages.ts'
import { maxFilesAtOnce } from '#server/rules/sharing/options.ts'
import type { ProblemEntry } from '#server/rules/problem-entry.ts'

/** The failures of sharing: uploads, and the recipients they are for. Part of the catalogue in `problems.ts`. */
export const uploadProblems = {
  fileMissing: { http: 400, code: 20460, text: 'Choose a file to share.', scope: 'page' },
  tooManyFiles: {
    http: 400,
    code: 20460,
    text: `At most ${maxFilesAtOnce} files at a time. Share the others afterwards.`,
    scope: 'page',
  },
  fileEmpty: {
    http: 400,
    code: 20462,
    text: 'This file is empty (0 bytes). Choose another.',
    scope: 'page',
  },
  fileTooLarge: { http: 413, code: 20461, text: 'This file is larger than your plan allows.', scope: 'page' },
  uploadTooLarge: {
    http: 413,
    code: 20461,
    text: 'These files are larger than your plan allows.',
    scope: 'page',
    isOfAllFiles: true,
  },
  fileNameRefused: {
    http: 400,
    code: 20463,
    text: 'This file name can’t be used. Rename the file: no \\ / : * ? " < > |, no dot at the start, and no device name like con or prn.',
    scope: 'page',
  },
  fileTypeMismatch: {
    http: 415,
    code: 20464,
    text: 'The file’s contents don’t match its extension. Check the file or correct its extension.',
    scope: 'page',
  },
  uploadBroken: {
    http: 400,
    code: 20466,
    text: 'The upload was interrupted and nothing was saved. Upload the file again.',
    scope: 'page',
    stopsUpload: true,
  },
  uploadGone: {
    http: 410,
    code: 20467,
    text: 'The uploaded file is no longer available. Choose it again.',
    scope: 'form',
    field: 'file',
  },
  quotaFull: {
    http: 413,
    code: 20470,
    text: 'Not enough storage for this file, so it wasn’t saved. Ask your administrator for more storage.',
    scope: 'form',
    isOfAllFiles: true,
  },
  storageFull: {
    http: 507,
    code: 20468,
    text: 'The server is out of storage, so this wasn’t saved. Contact your administrator.',
    title: 'Out of storage',
    scope: 'form',
    retry: true,
  },
  storageAway: {
    http: 503,
    code: 20503,
    text: 'File storage is unavailable right now. Saved files are safe; this change wasn’t saved. Try again in a few minutes.',
    title: 'Files temporarily unavailable',
    scope: 'form',
    retry: true,
  },

  zipChanged: {
    http: 409,
    code: 22030,
    text: 'What you can download has changed since this ZIP was prepared. Prepare it again.',
    title: 'Prepare the ZIP again',
    scope: 'page',
  },
  zipTooMany: {
    http: 400,
    code: 22020,
    text: 'Up to 50,000 files at a time. Select fewer files or folders.',
    scope: 'form',
  },
  zipNothing: {
    http: 403,
    code: 20440,
    text: 'There’s nothing here that you can download.',
    title: 'Nothing to download',
    scope: 'form',
  },

  recipientsMissing: {
    http: 400,
    code: 20469,
    text: 'Add at least one email address.',
    scope: 'page',
  },
  recipientsOverPlan: {
    http: 400,
    code: 20460,
    text: recipientsOverPlanMessage(5),
    scope: 'form',
  },
  recipientsOverSubmission: { http: 400, code: 20460, text: recipientsAtOnceMessage, scope: 'page' },
} as const satisfies Record<string, ProblemEntry>
