import type { RenderFailure } from '#server/rendering/types.ts'

/** A piece of the file; null means the end. */
export type ParseRequest = { bytes: Uint8Array | null }

/** What was made of it so far; one reply for each request. */
export type ParseReply = { made: Uint8Array[] } | { failure: { reason: RenderFailure; message: string } }
