import type { Readable } from 'node:stream'
import { z } from 'zod'
import type { Bearer } from '#server/accounts/access-tokens/bearers.ts'
import type { Client } from '#server/http/client.ts'
import type { CallScope } from '#server/rules/accounts/tokens/token-scopes.ts'
import type { Problem } from '#server/rules/problems.ts'
import { views } from '#server/rules/reading/view-as.ts'
import type { Services } from '#server/services.ts'
import type { Identity } from '#server/accounts/identity.ts'

/** Method and path, as `POST /v3/shares/disable` or `GET /v4/shares/info/{ShareGuid}`. */
export type CallName = `${'GET' | 'POST'} /v${number}/${string}`

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { [Key in Name | keyof Parameters<Rest>]: string }
  : Record<never, string>

/** What every call gets. */
export type CallInput<Path extends string, Form> = {
  services: Services
  client: Client
  request: Request
  parameters: Parameters<Path>
  form: Form
  /** The body of a call that takes a file, unread. */
  upload: Readable | null
  /** Why not all of the body arrived. */
  problem: Problem | null
}

/** Who calls, as the bearer token proves. */
export type Caller = Bearer & { identity: Identity }

/** Fields as the API names them; an answer without its own StatusCode has 20000. */
export type Entity = { StatusCode?: number; StatusMessage?: string } & Record<string, unknown>

/** Who a call is for: anyone, anyone with a token, or those of them with nothing left to do first. */
type Guard = 'anyone' | 'session' | 'user'

export type CallOptions = {
  /** As for screens: `session` is also for an account that must first choose a password or be set up. */
  guard?: Guard
  /** The answer is not JSON on success, so a refusal has a true HTTP status, too. */
  isRaw?: boolean
  /** Accepts a multipart form with a file instead of fields. */
  takesFile?: boolean
}

export type Call = CallOptions & {
  guard: Guard
  /** Null for a call that anyone may make. */
  scope: CallScope | null
  name: CallName
  method: 'GET' | 'POST'
  path: string
  pattern: RegExp
  form: z.ZodType
  /** The names of the fields of the form. */
  fields: readonly string[]
  run(input: CallInput<string, never>, caller: Caller | null): Promise<Entity | Response>
}

type Run<Path extends string, Form, Who> = (
  input: CallInput<Path, Form> & Who,
) => Promise<Entity | Response> | Entity | Response

const noFields = z.object({})

/** A field that can be left out. */
export const optionalText = z.string().optional()

/** A field that programs send and on which nothing depends. */
export const ignored = optionalText

/** One call of the API: its name, the fields it takes, and what it answers. Without another guard it is for a `user`. */
export function call<const Name extends CallName, Form extends z.ZodType = typeof noFields>(
  name: Name,
  options: Omit<CallOptions, 'guard'> & {
    guard?: 'session'
    scope: CallScope
    form?: Form
    run: Run<Name, z.output<Form>, Caller>
  },
): Call {
  return make(name, options, (input, caller) => options.run({ ...input, ...caller! } as never))
}

/** A call that anyone may make. */
export function openCall<const Name extends CallName, Form extends z.ZodType = typeof noFields>(
  name: Name,
  options: Omit<CallOptions, 'guard'> & { form?: Form; run: Run<Name, z.output<Form>, object> },
): Call {
  return make(name, { ...options, guard: 'anyone', scope: null }, (input) => options.run(input as never))
}

function make(
  name: CallName,
  options: CallOptions & { scope: CallScope | null; form?: z.ZodType },
  run: (input: object, caller: Caller | null) => Promise<Entity | Response> | Entity | Response,
): Call {
  const [method, path = ''] = name.split(' ')
  const { form = noFields } = options
  return {
    ...options,
    guard: options.guard ?? 'user',
    name,
    method: method as Call['method'],
    path,
    pattern: patternOf(path),
    form,
    fields: form instanceof z.ZodObject ? Object.keys(form.shape) : [],
    run: async (input, caller) => run(input, caller),
  }
}

/** Older clients write `{shareGuid}{viewAs}` without a slash between them; both spellings are accepted. */
const viewPart = `(?:/?(?<viewAs>${views.join('|')}))?`

function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .replace(/\}\{viewAs\}|(?<=\w)\{viewAs\}/, (found) => (found.startsWith('}') ? '}%VIEW%' : '%VIEW%'))
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+?)')
    .replace('%VIEW%', viewPart)
  return new RegExp(`^${source}/?$`, 'i')
}

/** Whether a path belongs to the API, whatever it is. */
export function isCallPath(pathname: string): boolean {
  return /^\/v[1-7](?:\/|$)/i.test(pathname)
}

export type Matched = { call: Call; parameters: Record<string, string> }

/** The call at an address, or the methods that are accepted there; none if there is no call. */
export function match(
  calls: readonly Call[],
  method: string,
  pathname: string,
): Matched | { allowed: string[] } {
  const here = calls.flatMap((one) => {
    const found = one.pattern.exec(pathname)
    return found ? [{ call: one, parameters: decoded(found.groups ?? {}) }] : []
  })
  const wanted = method === 'HEAD' ? 'GET' : method
  const found = here.find((one) => one.call.method === wanted && one.parameters !== null)
  if (found?.parameters) return { call: found.call, parameters: found.parameters }
  const methods = here.flatMap((one) => (one.call.method === 'GET' ? ['GET', 'HEAD'] : ['POST']))
  return { allowed: [...new Set(methods)] }
}

function decoded(groups: Record<string, string | undefined>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value ?? '')]),
    )
  } catch {
    return null
  }
}
