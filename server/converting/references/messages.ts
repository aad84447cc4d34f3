import type { ConversionFailure } from '#server/converting/conversion-failed.ts'

/** The requests to the worker thread: file paths, and what the document is read as. */
export type RewriteRequest = { from: string; to: string; ending: string }

export type Reply = 'done' | { reason: ConversionFailure; message: string }
