import { createHmac } from 'node:crypto'
import { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Call, Caller } from './table.ts'

/** For how long a call with the same key is the same call, in milliseconds. */
const keptFor = 24 * 60 * 60_000
/** How long a repeated call waits for the first: programs give up after half a minute. */
const maxWait = 10_000

type Sent = { call: Call; caller: Caller | null; request: Request; fields: Record<string, string> }
type StoredAnswer = { print: string; type: string; body: string }

/** Whether a call takes an Idempotency-Key: those that change something for someone known, except how they sign in. */
export function takesKey({ method, scope }: Pick<Call, 'method' | 'scope'>): boolean {
  return method === 'POST' && scope !== null && scope !== 'never' && scope !== 'read' && scope !== 'any'
}

/**
 * Makes a call once, however often a program sends it with the same Idempotency-Key: a further one gets the same
 * answer. A refused call was not made. Throws badForm, keyReused, callUnderWay and what `run` throws.
 */
export async function madeOnce(
  services: Services,
  { call, caller, request, fields }: Sent,
  run: () => Promise<Response>,
): Promise<Response> {
  const given = request.headers.get('idempotency-key')
  if (given === null || !caller || !takesKey(call)) return run()
  const who = [caller.user.guid, call.name, keyIn(given)]
  const print = hashed(services, ['content', ...contentOf(call, request, fields)]).toString('base64url')
  return services.sentForms
    .once<Response>({
      key: hashed(services, ['call', ...who]).toString('base64url'),
      seal: hashed(services, ['call answer', ...who]),
      keptFor,
      maxWait,
      work: run,
      async keep(response) {
        const type = response.headers.get('content-type') ?? ''
        return JSON.stringify({ print, type, body: await response.clone().text() } satisfies StoredAnswer)
      },
      async repeat(text) {
        const kept = JSON.parse(text) as StoredAnswer
        if (kept.print !== print) throw new Problem('keyReused')
        return new Response(kept.body, {
          headers: {
            'Content-Type': kept.type,
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
            'Idempotent-Replayed': 'true',
          },
        })
      },
    })
    .catch((error: unknown) => {
      throw error instanceof Problem && error.problem === 'formUnderWay' ? new Problem('callUnderWay') : error
    })
}

/** The key with or without the quotes of a structured header. Throws badForm. */
function keyIn(given: string): string {
  const [, quoted, bare] =
    /^(?:"([\x20\x21\x23-\x7e]{1,255})"|([\x21-\x7e]{1,255}))$/.exec(given.trim()) ?? []
  const key = quoted ?? bare
  if (key !== undefined) return key
  throw new Problem('badForm', { text: 'Idempotency-Key is a text of 1 to 255 ASCII characters.' })
}

/** What a call says, in an order of its own: a file counts by its length, since its bytes are not read twice. */
function contentOf(call: Call, request: Request, fields: Record<string, string>): string[] {
  const { pathname, search } = new URL(request.url)
  const length = call.takesFile ? (request.headers.get('content-length') ?? '') : ''
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return [pathname.toLowerCase(), search, length, ...sorted.flat()]
}

function hashed({ keys }: Services, parts: readonly string[]): Buffer {
  return createHmac('sha256', keys.forms[0]).update(JSON.stringify(parts)).digest()
}
