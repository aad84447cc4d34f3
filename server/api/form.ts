import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { z } from 'zod'
import { maxBodyBytes } from '#server/http/limits/guard.ts'
import { Problem } from '#server/rules/problems.ts'

/**
 * The fields of a call: a urlencoded form, or a JSON object whose lists and objects are read as their JSON. At most
 * 1 MiB. Throws wrongContentType, bodyTooLarge, badForm, uploadBroken.
 */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const kind = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  const bytes = await readBytes(request)
  if (bytes.length === 0) return {}
  const text = bytes.toString('utf8')
  if (kind === 'application/x-www-form-urlencoded') return Object.fromEntries(new URLSearchParams(text))
  if (kind === 'application/json') return fieldsIn(text)
  throw new Problem('wrongContentType', {
    text: 'Calls take forms (application/x-www-form-urlencoded) or JSON.',
  })
}

async function readBytes(request: Request): Promise<Buffer> {
  if (!request.body) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of Readable.fromWeb(request.body as NodeStream)) {
      size += (chunk as Uint8Array).length
      if (size > maxBodyBytes) break
      chunks.push(chunk as Uint8Array)
    }
  } catch {
    throw new Problem('uploadBroken')
  }
  if (size > maxBodyBytes) throw new Problem('bodyTooLarge')
  return Buffer.concat(chunks)
}

function fieldsIn(text: string): Record<string, string> {
  const read = parsed(text)
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Problem('badForm', { text: 'The body isn’t a JSON object.' })
  return Object.fromEntries(
    Object.entries(read)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/** The fields as a call takes them. Throws badForm on the first that it cannot take. */
export function readFields(form: z.ZodType, fields: Record<string, string>): unknown {
  const read = form.safeParse(fields, { error: (issue) => `${nameOf(issue)} ${wrongIn(issue)}.` })
  if (read.success) return read.data
  const [issue] = read.error.issues
  const name = nameOf(issue!)
  const { message } = issue!
  const text = message.startsWith(`${name} `) ? message : `${name}: ${message}`
  throw new Problem('badForm', { text, field: name })
}

function nameOf({ path }: { path?: PropertyKey[] | undefined }): string {
  return path?.join('.') ?? ''
}

/** What is wrong with a field whose form has no words of its own for it. */
function wrongIn(issue: z.core.$ZodRawIssue): string {
  const limit = (value: number | bigint): string => value.toLocaleString('en')
  if (issue.input === undefined) return 'is missing'
  if (issue.code === 'too_big')
    return issue.origin === 'string'
      ? `can have up to ${limit(issue.maximum)} characters`
      : `must be at most ${limit(issue.maximum)}`
  if (issue.code === 'too_small' && issue.origin !== 'string')
    return `must be at least ${limit(issue.minimum)}`
  if (issue.code === 'invalid_type' && ['number', 'int'].includes(issue.expected))
    return 'must be a whole number'
  return 'couldn’t be read'
}
