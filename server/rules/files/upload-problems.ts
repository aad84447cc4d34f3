import { recipientsAtOnceMessage, recipientsOverPlanMessage } from '#server/rules/text/messages.ts'
import { maxFilesAtOnce } from '#server/rules/sharing/options.ts'
import type { ProblemEntry } from '#server/rules/problem-entry.ts'

/** The failures of sharing: uploads, and the recipients they are for. Part of the catalogue in `problems.ts`. */
export const uploadProblems = {
  fileMissing: { http: 400, code: 20460, text: 'Choose a file to share.', scope: 'page' },
  tooManyFiles: {
    http: 400,
    code: 20460,
    text: `At most ${maxFilesAtOnce} files can be sent at once. Send the others afterwards.`,
    scope: 'page',
  },
  fileEmpty: {
    http: 400,
    code: 20462,
    text: 'This file is empty (0 bytes). Choose another one.',
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
    text: 'This file name cannot be used. Rename the file: no \\ / : * ? " < > |, no dot at the start, no device name such as con or prn.',
    scope: 'page',
  },
  fileTypeMismatch: {
    http: 415,
    code: 20464,
    text: 'What is inside this file does not match its name. Check the file, or give it the right ending.',
    scope: 'page',
  },
  uploadBroken: {
    http: 400,
    code: 20466,
    text: 'The upload stopped before the whole file had arrived. Nothing was kept. Send it again.',
    scope: 'page',
    stopsUpload: true,
  },
  uploadGone: {
    http: 410,
    code: 20467,
    text: 'The uploaded file is no longer here. Choose it again.',
    scope: 'form',
    field: 'file',
  },
  quotaFull: {
    http: 413,
    code: 20470,
    text: 'There is no room left for this file. Nothing of it was kept. Ask the person who runs this server for more room.',
    scope: 'form',
    isOfAllFiles: true,
  },
  storageFull: {
    http: 507,
    code: 20468,
    text: 'The server has no room left to keep this. Nothing was changed. Ask the person who runs this server.',
    title: 'No room left',
    scope: 'form',
    retry: true,
  },
  storageAway: {
    http: 503,
    code: 20503,
    text: 'The store of files cannot be reached at the moment. What was saved before is safe. Nothing new was kept: try again in a few minutes.',
    title: 'Files are out of reach for a moment',
    scope: 'form',
    retry: true,
  },

  recipientsMissing: {
    http: 400,
    code: 20469,
    text: 'Say who may see the file: at least one e-mail address.',
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
