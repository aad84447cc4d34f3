import type { Readable } from 'node:stream'
import { Problem } from '#server/rules/problems.ts'
import type { Opened } from './requests.ts'

/** A provider does not know a cursor any more, or the list has changed too much: it begins again. */
export class CursorEnded extends Problem {
  constructor() {
    super('cloudFailed')
  }
}

/** The header that asks for what comes from there on. */
export function rangeOf(from: number): Record<string, string> {
  return from > 0 ? { Range: `bytes=${from}-` } : {}
}

/** Where a response begins: a provider can send the whole although a part was asked for. Throws cloudFailed. */
export function firstByteOf({ status, headers, body }: Opened): number {
  if (status !== 206) return 0
  const first = /^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1]
  if (first !== undefined) return Number(first)
  body.destroy()
  throw new Problem('cloudFailed')
}

/** Of a document that is exported. A page instead says what is wrong, to people. Throws cloudFailed. */
export function exportedBody({ body, headers }: Opened): Readable {
  if (!/^(text\/html|application\/json)\b/i.test(headers.get('content-type') ?? '')) return body
  body.destroy()
  throw new Problem('cloudFailed')
}

/** How much is to come, or null. */
export function bytesOf({ bytes }: Opened): number | null {
  return Number.isSafeInteger(bytes) ? bytes : null
}

/** Milliseconds since 1970 of a date as JSON has it, or null. */
export function timeOf(text: string | null | undefined): number | null {
  const time = Date.parse(text ?? '')
  return Number.isNaN(time) ? null : time
}
