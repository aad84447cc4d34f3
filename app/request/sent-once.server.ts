import { createHmac } from 'node:crypto'
import { redirect } from '@remix-run/node'
import { FormAgain } from './form-again.server.ts'
import type { RequestContext } from './loader.server.ts'
import { roomUploadOf } from '#app/view-models/room-upload.server.ts'

export type Outcome = string | Response | FormAgain

/** A form as it was sent: its intent and its fields. `proves`: its answer is for this browser alone, and stored sealed. */
type Sent = { intent: string; form: FormData; keptFor: number; proves: boolean }

/**
 * Answers a form by `run`, once: the same form sent again from the same page gets the first answer, and nothing is done
 * twice. Throws what `run` throws, and formUnderWay.
 */
export async function sentOnce(
  here: RequestContext,
  sent: Sent,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const parts = await partsOf(here, sent)
  return here.services.sentForms.once({
    key: hashed(here, parts).toString('base64url'),
    ...(sent.proves && { seal: hashed(here, ['answer', ...parts]) }),
    keptFor: sent.keptFor,
    work: run,
    keep: (outcome) => kept(here, outcome, sent),
    async repeat(text) {
      await dropArrived(here)
      return repeated(text)
    },
  })
}

/**
 * The token identifies the page that the form was on, since each page masks it again; it is bound to the sender's
 * browser. A file counts by its name and content, since it gets another ID with each upload. What proves who someone is
 * may be sent again by then as who they are.
 */
async function partsOf(
  { services, visitor, url, arrived }: RequestContext,
  { intent, form, proves }: Sent,
): Promise<(string | null)[]> {
  const { user, readerEmail } = await visitor.identity()
  const contents = await services.files.uploads.contents(arrived)
  const fields = [...form].filter(([name]) => name !== 'build')
  const who = proves ? [] : [user?.guid ?? null, readerEmail]
  return [visitor.browserId, ...who, url.pathname, url.search, intent].concat(
    ...fields.map(([name, value]) => [name, contents.get(String(value)) ?? String(value)]),
  )
}

function hashed({ services }: RequestContext, parts: (string | null)[]): Buffer {
  const [key] = services.keys.forms
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

type StoredAnswer = { to: string; cookies: string[] } | { json: string } | { again: unknown }

/** Null for what cannot be repeated: a page that asks again, and cookies that prove something, unless it is sealed. */
async function kept({ visitor }: RequestContext, outcome: Outcome, { proves }: Sent): Promise<string | null> {
  if (outcome instanceof FormAgain)
    return proves ? JSON.stringify({ again: outcome.shown ?? null } satisfies StoredAnswer) : null
  if (typeof outcome === 'string') return JSON.stringify({ to: outcome, cookies: [] } satisfies StoredAnswer)
  const cookies = outcome.headers.getSetCookie()
  const harmless = [visitor.cookies.notice, visitor.cookies.wanted].map(({ name }) => `${name}=`)
  const isHarmless = cookies.every((line) => harmless.some((start) => line.startsWith(start)))
  if (!isHarmless && !proves) return null
  const to = outcome.headers.get('location')
  const what: StoredAnswer = to === null ? { json: await outcome.clone().text() } : { to, cookies }
  return JSON.stringify(what)
}

function repeated(text: string): Response | FormAgain {
  const what = JSON.parse(text) as StoredAnswer
  if ('again' in what) return new FormAgain(what.again)
  if ('json' in what) return new Response(what.json, { headers: { 'Content-Type': 'application/json' } })
  const headers = new Headers(what.cookies.map((line): [string, string] => ['Set-Cookie', line]))
  return redirect(what.to, { status: 303, headers })
}

/** The files of a second submission: those of the first are where they belong. */
async function dropArrived({ services, visitor, url, arrived }: RequestContext): Promise<void> {
  if (arrived.length === 0) return
  const room = roomUploadOf({ services, visitor }, url.pathname)
  const user = await visitor.user()
  if (room) await room.drop(arrived)
  else if (user) await services.files.uploads.drop(user, arrived)
}
