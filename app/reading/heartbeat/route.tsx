import type { LoaderFunctionArgs } from '@remix-run/node'
import { renderToStaticMarkup } from 'react-dom/server'
import { expiryState } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import { href } from '#app/routes.ts'
import { PulseDocument, type PulseShown } from './pulse-document.tsx'
import { jsonAction } from '#app/request/json-action.server.ts'
import { given, type Given } from '#app/request/loader.server.ts'
import { isCounted } from '#app/view-models/reading.server.ts'
import { timeLeft } from '#app/reading/shared/time-left.server.ts'

/** The line in the viewer that says, without script, whether the file is still open; it renews itself. */
export async function loader(received: LoaderFunctionArgs): Promise<Response> {
  const here = given(received)
  const file = href('view', { ShareGuid: guidIn(here) })
  try {
    if (here.isForData) throw new Problem('notFound')
    const left = await lookOrBeat(here)
    return document({ text: left ? `Reading. ${left} left.` : 'Reading.', closed: null }, 200)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return document({ text: error.text, closed: file }, error.http)
  }
}

/** The sign of life of the viewer's script, with how long each page was seen since the last one. */
export const action = jsonAction(async ({ fields, ...here }) => {
  const { services, visitor, client, now } = here
  const read = String(fields.get('read') ?? '')
  const found = await services.pulses.beat(await visitor.identity(), guidIn(here), read, client)
  const state = expiryState(found.gate, now)
  const endsAt = state.state === 'open' && found.gate.standing !== 'owner' ? state.endsAt : null
  return {
    secondsLeft: endsAt === null ? null : Math.ceil((endsAt - now) / 1000),
    unreadComments: (await services.comments.unread(found)) ?? 0,
  }
})

function guidIn({ params }: Given): string {
  return params['ShareGuid'] ?? ''
}

/** The time left in words, or null where nothing runs out. HEAD is no sign of life. */
async function lookOrBeat(here: Given): Promise<string | null> {
  const { services, visitor, client } = here
  const identity = await visitor.identity()
  const found = isCounted(here)
    ? await services.pulses.beat(identity, guidIn(here), '', client)
    : await services.pulses.look(identity, guidIn(here))
  return timeLeft(here, found.gate, { withoutReading: true })?.words ?? null
}

function document(shown: PulseShown, status: number): Response {
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<PulseDocument {...shown} />)}`
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
