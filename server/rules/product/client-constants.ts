/**
 * The constants that clients have built in. What a plan allows is in plans.ts, what a sender selects and what fits on a
 * screen in options.ts.
 */

/** The version of the web application with which clients compare theirs. */
export const specifiedAppVersion = '1.0.18.0822'

/** Seconds between two heartbeats. */
export const keepAliveSeconds = 60
/** Seconds after which a client checks again whether a file can still be viewed. */
export const validityCheckSeconds = 180
/** Seconds after which a client gives up on a call. */
export const timeoutSeconds = 10
/** Milliseconds after which rendering counts as failed. */
export const maxProcessing = 900_000

/** The largest file that can have a passkey, in bytes. */
export const maxEncryptBytes = 30_000_000
/** The largest ZIP, in bytes: 800 MB. */
export const maxZipBytes = 838_860_800

/** Rows of a table before it gets a pager. */
export const tableDisplayLength = 100

/** The size of one part of an upload, in bytes: 5 MB. */
export const uploadPartBytes = 5_242_880
/** How many files a client uploads at the same time. */
export const uploadQueueLength = 1
/** The size from which a file counts as large, in bytes: 1 GB. */
export const largeFileBytes = 1_073_741_824

export const maxPrintLimit = 9999
export const trialDays = 7

/** The kinds of files that can have a passkey, by extension. */
export const passkeyFileTypes = ['pdf', 'png', 'jpg', 'jpeg', 'bmp', 'gif'] as const
/** The kinds of files that are played rather than shown as pages. */
export const multimediaTypes = [
  'avi',
  'mov',
  'mp4',
  'mpg',
  'mpeg',
  'mpe',
  'mpv',
  'm4v',
  '3gp',
  'wmv',
  'webm',
  'flv',
  'video',
  'audio',
] as const

/** How long a temporary message stays, in milliseconds. */
export const toastTime = 3_000
export const notificationTime = 4_000
