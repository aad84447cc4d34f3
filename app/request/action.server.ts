import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect, type ActionFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { refusalHeaders } from '#server/http/plain.ts'
import { Problem } from '#server/rules/problems.ts'
import { mayBeSentBack } from '#server/http/secret.ts'
import { tickBoxes } from '#server/rules/text/tick-boxes.ts'
import type { Context, Posted } from './context.ts'
import { errorsOf, errorsOfFiles, inOrder, readablePart, type FieldErrors } from './form-errors.server.ts'
import { FormAgain } from './form-again.server.ts'
import { requestContext, type RequestContext } from './request-context.server.ts'
import {
  declared,
  passed,
  type Declaration,
  type At,
  type ContextAt,
  type Guard,
  type GuardOf,
  type Place,
} from './guard.server.ts'
import { statusPage } from './loader.server.ts'
import { sentOnce, type Outcome } from './sent-once.server.ts'

export { FormAgain } from './form-again.server.ts'

type Run<Here, Value> = (context: Here & { form: Value }) => Promise<Outcome>
/**
 * `keptFor` is there for a form that is worked on once: the milliseconds for which it counts as sent. `proves`: its
 * answer makes the browser someone's.
 */
export type Intent<Here = RequestContext> = {
  schema: z.ZodType
  run: Run<Here, never>
  keptFor?: number
  proves?: boolean
  check?: Check<Here, never>
}
/** Throws what is wrong with a form, even if not all of it arrived: so that it is said together. */
type Check<Here, Value> = (context: Here & { form: Value }) => Promise<void>
/** A form whose guard differs from that of the others at its address. */
type OwnGuard<N extends Place> = { place: N; guard: Guard; own: Intent<never> }

/** What a page gets back if its form was refused: the entered values and the errors by field. */
export type FormAnswer = { intent: string; result: SubmissionResult; shown?: unknown }

/** A form with nothing but a button. */
export const buttonForm = z.object({})

/**
 * Pairs a form with its action, keeping the types of schema and run together. It can be sent twice: the second time
 * finds everything as it wants it.
 */
export function intent<Schema extends z.ZodType, Here = RequestContext>(
  schema: Schema,
  run: Run<NoInfer<Here>, z.output<Schema>>,
): Intent<Here> {
  return { schema, run: run as Run<Here, never> }
}

/**
 * Like `intent`, for a form that must not be processed twice: it creates something, sends email, or uses up what it
 * needs. Sent again unchanged within a day, it gets the same answer.
 */
export function once<Schema extends z.ZodType, Here = RequestContext>(
  schema: Schema,
  run: Run<NoInfer<Here>, z.output<Schema>>,
  check?: Check<NoInfer<Here>, z.output<Schema>>,
): Intent<Here> {
  return {
    schema,
    run: run as Run<Here, never>,
    keptFor: 24 * 3_600_000,
    ...(check && { check: check as Check<Here, never> }),
  }
}

/** Like `once`, for what someone may well mean to do again from the same page a little later. */
export function onceAMinute<Schema extends z.ZodType, Here = RequestContext>(
  schema: Schema,
  run: Run<NoInfer<Here>, z.output<Schema>>,
): Intent<Here> {
  return { schema, run: run as Run<Here, never>, keptFor: 60_000 }
}

/**
 * Like `onceAMinute`, for what proves who someone is by what works once, as a code does: who presses twice would be
 * answered that it is wrong, by an answer that takes the place of the right one. What is stored is sealed by the form.
 */
export function proof<Schema extends z.ZodType, Here = RequestContext>(
  schema: Schema,
  run: Run<NoInfer<Here>, z.output<Schema>>,
): Intent<Here> {
  return { schema, run: run as Run<Here, never>, keptFor: 60_000, proves: true }
}

/** A form with its own guard instead of that of its action. */
export function guarded<const N extends Place, const G extends GuardOf<N>>(
  place: At<N>,
  guard: G,
  form: Intent<ContextAt<N, G>>,
): OwnGuard<N> {
  return { place: place.id, guard, own: form as Intent<never> }
}

/** Answers the forms of an address, with its declaration. */
export type Action = ((received: ActionFunctionArgs) => Promise<Answer>) & Declaration
type Answer = Response | ReturnType<typeof data<FormAnswer>>
type Intents<N extends Place, G extends GuardOf<N>> = Record<string, Intent<ContextAt<N, G>> | OwnGuard<N>>
/** Forms that depend on the configuration. */
type ConfiguredIntents<Here> = (context: Pick<Context, 'services'>) => Record<string, Intent<Here>>

/**
 * A Remix action made of intents; a form names its intent in the hidden field `intent`. `guard` says who can use them:
 * it is checked when a form is complete and before it is processed. `run` returns the path to go to next, or a
 * Response. A Problem with a field becomes that field's error, other Problems that concern the form its first error,
 * and the form comes back with what was entered; a Problem about the thing itself is a status page.
 */
export function action<const N extends Place, const G extends GuardOf<N>>(
  places: At<N> | readonly At<N>[],
  guard: G,
  intents: Intents<N, G> | ConfiguredIntents<ContextAt<N, G>>,
): Action {
  async function answer(received: ActionFunctionArgs): Promise<Answer> {
    const here = requestContext(received)
    try {
      const form = withTicks(await formOf(here.request))
      const name = String(form.get('intent') ?? '')
      const all: Record<string, Guarded> = typeof intents === 'function' ? intents(here) : intents
      const chosen = Object.hasOwn(all, name) ? all[name] : undefined
      const schema = chosen && ('own' in chosen ? chosen.own.schema : chosen.schema)
      received.context.posted = await postedOf(form, schema ?? null, here)
      received.context.isFromOldBuild = (form.get('build') ?? here.buildId) !== here.buildId
      if (!chosen) throw here.uploadProblem ?? new Problem('badForm')
      const intent = 'own' in chosen ? { ...chosen.own, guard: chosen.guard } : { ...chosen, guard }
      return await submit(name, intent, form, here)
    } catch (error) {
      throw error instanceof Problem ? statusPage(error, received.context) : error
    }
  }
  return declared(answer, { places, guard, intents: typeof intents === 'function' ? {} : ownGuards(intents) })
}

type Guarded = Intent<never> | OwnGuard<Place>

function ownGuards(intents: Record<string, Guarded>): Record<string, Guard> {
  return Object.fromEntries(
    Object.entries(intents).flatMap(([name, form]) => ('own' in form ? [[name, form.guard]] : [])),
  )
}

/** The form as it can be sent again. Nothing is kept of a form that we do not know: any field of it may be a secret. */
async function postedOf(
  form: FormData,
  schema: z.ZodType | null,
  { url, visitor, isForeign }: RequestContext,
): Promise<Posted> {
  const address = url.pathname + url.search
  if (schema === null) return { address, fields: [] }
  const fields = [...form].filter(([name]) => name === 'intent' || mayBeSentBack(schema, name))
  // Only a form that came from us is processed as such: any other is shown to its person before it does anything.
  const token = String(form.get('token') ?? '')
  const isOurs = !isForeign && (await visitor.isOwnToken(token))
  // It remains the same submission as long as its token is valid.
  const hasLost = await visitor.hasLostSession().catch(() => false)
  return {
    address,
    fields: [
      ...(isOurs ? [['token', hasLost ? await visitor.formToken() : token] as [string, string]] : []),
      ...fields.map(([name, value]): [string, string] => [name, String(value)]),
    ],
  }
}

/** The posted fields. A body that is not a form is the sender's fault, not ours. */
export async function formOf(request: Request): Promise<FormData> {
  if (request.method !== 'POST') throw new Problem('wrongMethod')
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded') throw new Problem('wrongContentType')
  return request.formData().catch(() => {
    throw new Problem('badForm')
  })
}

function withTicks(form: FormData): FormData {
  for (const name of tickBoxes) if (form.has(name)) form.set(name, 'on')
  return form
}

async function submit(
  name: string,
  { schema, guard, run, keptFor, proves = false, check }: Intent<never> & { guard: Guard },
  form: FormData,
  here: RequestContext,
): Promise<Answer> {
  if (here.isForeign) throw new Problem('foreignForm')
  const token = String(form.get('token') ?? '')
  const submission = parseWithZod(form, { schema })
  function again(errors: Errors, status: number, shown?: unknown) {
    const fieldErrors = { ...errorsOfFiles(here.refusedFiles), ...errors.fieldErrors }
    const hasErrors = errors.formErrors || Object.keys(fieldErrors).length > 0
    const allErrors = hasErrors ? { ...errors, fieldErrors } : {}
    const hideFields = Object.keys(submission.payload).filter((field) => !mayBeSentBack(schema, field))
    const result = submission.reply({ ...allErrors, hideFields })
    if (result.error) result.error = inOrder(result.error, form)
    return data<FormAnswer>({ intent: name, result, ...(shown ? { shown } : {}) }, { status })
  }
  function refuse(problem: Problem, others: FieldErrors = {}, shown?: unknown) {
    const { field, text, http } = problem
    for (const [header, value] of Object.entries(refusalHeaders(problem))) here.headers.set(header, value)
    const errors = field ? { fieldErrors: { ...others, ...errorsOf(problem) } } : { formErrors: [text] }
    return again(errors, http, shown)
  }
  // What the address can require of a room was checked where the guard was declared.
  const behind = () => passed(here, guard as GuardOf<Place>)
  /** What else is wrong, in the fields that could be read. */
  async function furtherErrors(): Promise<FieldErrors> {
    const value = check && readablePart(schema, submission)
    if (!check || !value) return {}
    const context = await behind()
    const found = await check({ ...context, form: value } as never).then(() => ({}), errorsOf)
    return { ...found, ...(submission.reply().error as FieldErrors) }
  }
  if (!(await here.visitor.isOwnToken(token))) return refuse(new Problem('formExpired'))
  if (here.uploadProblem) {
    const { field, http } = here.uploadProblem
    const others = field ? await furtherErrors() : {}
    return field && here.refusedFiles.length > 1
      ? again({ fieldErrors: others }, http)
      : refuse(here.uploadProblem, others)
  }
  if (submission.status !== 'success') return again({ fieldErrors: await furtherErrors() }, 400)
  try {
    const work = async () => {
      return run({ ...(await behind()), form: submission.value } as never)
    }
    const next = keptFor ? await sentOnce(here, { intent: name, form, keptFor, proves }, work) : await work()
    if (next instanceof FormAgain)
      return next.refused ? refuse(next.refused, {}, next.shown) : again({}, 200, next.shown)
    return typeof next === 'string' ? redirect(next, 303) : next
  } catch (error) {
    if (error instanceof Problem && (error.field || error.scope === 'form')) return refuse(error)
    throw error
  }
}

type Errors = { fieldErrors?: FieldErrors; formErrors?: string[] }
