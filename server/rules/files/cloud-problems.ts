import type { ProblemEntry } from '#server/rules/problem-entry.ts'

/** The failures of cloud storage. Part of the catalogue in `problems.ts`. */
export const cloudProblems = {
  cloudNotOffered: {
    http: 404,
    code: 20404,
    text: 'This server isn’t registered with that cloud storage. Ask your administrator, or upload the file.',
    title: 'Not available here',
    scope: 'page',
  },
  cloudDisconnected: {
    http: 409,
    code: 20480,
    text: 'Your cloud storage is no longer connected. Connect it again.',
    title: 'Connect again',
    scope: 'form',
  },
  cloudRefused: {
    http: 409,
    code: 20481,
    text: 'Nothing was connected. Connect again if you still want to add files from there.',
    title: 'Not connected',
    scope: 'page',
  },
  cloudBusy: {
    http: 503,
    code: 20482,
    text: 'The cloud storage is receiving too many requests right now. Try again in a minute.',
    title: 'Cloud storage busy',
    scope: 'form',
    retry: true,
  },
  cloudGone: {
    http: 404,
    code: 20483,
    text: 'This is no longer in your cloud storage, or you no longer have access to it there.',
    title: 'No longer there',
    scope: 'form',
  },
  cloudTooLarge: {
    http: 413,
    code: 20484,
    text: 'The cloud storage can’t export a document of this size. Export it there, and upload the file.',
    scope: 'form',
  },
  cloudFailed: {
    http: 503,
    code: 20485,
    text: 'The cloud storage didn’t answer as expected. Nothing was lost. Try again in a few minutes.',
    title: 'Cloud storage unavailable',
    scope: 'form',
    retry: true,
  },
} as const satisfies Record<string, ProblemEntry>
