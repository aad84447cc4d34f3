import type { IncomingMessage } from 'node:http'
import { Problem } from '#server/rules/problems.ts'
import { drain } from '#server/http/listening/drain.ts'
import { plainAnswer } from '#server/http/plain.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const maxBodyBytes = 1024 * 1024
const drainLimits = { bytes: 16 * 1024 * 1024, milliseconds: 5_000 }

/** The response to a request that goes no further: 405 for TRACE and the like, 400 for two hosts. Null lets it pass. */
export function refusal(incoming: IncomingMessage): Response | null {
  if (!methods.has(incoming.method ?? '')) {
    return plainAnswer('Method not allowed', 405, { Allow: 'GET, HEAD, POST' })
  }
  const hosts = incoming.rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host')
  return hosts.length > 1 ? plainAnswer('One host only', 400) : null
}

/** A form that is too long; the fields that had arrived completely until then are sent back. */
export class FormTooLong extends Problem {
  readonly kept: string

  constructor(begun: Buffer) {
    super('bodyTooLarge')
    this.kept = begun.subarray(0, Math.max(0, begun.lastIndexOf('&'))).toString('latin1')
  }
}

/**
 * The whole body of a request that is not an upload: a urlencoded form or JSON, at most 1 MiB. Throws Problem
 * bodyTooLarge (a FormTooLong for forms), wrongContentType, uploadBroken (the client disconnected, or fell silent).
 */
export async function readBody(
  incoming: IncomingMessage,
  limitBytes = maxBodyBytes,
): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(incoming.headers['content-length'] ?? 0) === 0 && !incoming.headers['transfer-encoding'])
    return null
  if (incoming.method === 'GET' || incoming.method === 'HEAD') {
    // A body means nothing there, and a fetch Request cannot have one.
    await drain(incoming, drainLimits)
    return null
  }
  const kind = incoming.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (kind !== 'application/x-www-form-urlencoded' && kind !== 'application/json') {
    await drain(incoming, drainLimits)
    throw new Problem('wrongContentType')
  }
  const body = await Promise.race([readUpTo(incoming, limitBytes), silence(incoming)]).catch(() => {
    throw new Problem('uploadBroken')
  })
  if (body.length <= limitBytes) return body
  await drain(incoming, drainLimits)
  if (kind === 'application/json') throw new Problem('bodyTooLarge')
  throw new FormTooLong(body.subarray(0, limitBytes))
}

/** The body, or as much of it as is too much. Throws if the client disconnects. */
async function readUpTo(incoming: IncomingMessage, limitBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    chunks.push(chunk)
    if (size > limitBytes) break
  }
  return Buffer.concat(chunks)
}

/**
 * Fails when the client has sent nothing for as long as the server waits: it gets an answer instead of being cut off.
 */
function silence(incoming: IncomingMessage): Promise<never> {
  return new Promise((_, reject) => incoming.once('timeout', () => reject(new Error('Silence'))))
}
