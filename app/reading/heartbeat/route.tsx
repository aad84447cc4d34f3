import { renderToStaticMarkup } from 'react-dom/server'
import { expiryState } from '#server/rules/sharing/expiry.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { HeartbeatDocument, type HeartbeatShown } from './heartbeat-document.tsx'
import { jsonAction } from '#app/request/json-action.server.ts'
import { guardedLoader, type ContextAt } from '#app/request/loader.server.ts'
import { isCounted } from '#app/view-models/reading.server.ts'
import { timeLeft } from '#app/reading/shared/time-left.server.ts'

/** The line in the viewer that says, without script, whether the file is still open; it reloads itself. */
export const loader = guardedLoader(routes.reading.heartbeat, 'visitor', lookOrBeat, {
  begin({ isForData }) {
    if (isForData) throw new Problem('notFound')
  },
  refuse({ text, http }, { params }) {
    return document(
      { text, closed: href(routes.reading.view, { ShareGuid: params['ShareGuid'] ?? '' }) },
      http,
    )
  },
})

/** The heartbeat of the viewer's script, with how long each page was visible since the last one. */
export const action = jsonAction(
  routes.reading.heartbeat,
  'visitor',
  async ({ fields, identity, ...here }) => {
    const { services, client, now } = here
    const read = String(fields.get('read') ?? '')
    const found = await services.viewing.heartbeats.beat(identity, here.params.ShareGuid, read, client)
    const state = expiryState(found.policyFacts, now)
    const endsAt = state.state === 'open' && found.policyFacts.relationship !== 'owner' ? state.endsAt : null
    return {
      secondsLeft: endsAt === null ? null : Math.ceil((endsAt - now) / 1000),
      unreadComments: (await services.viewing.comments.unread(found)) ?? 0,
    }
  },
)

/** Says how much time is left, if it is limited. HEAD is not a heartbeat. */
async function lookOrBeat(here: ContextAt<'reading.heartbeat', 'visitor'>): Promise<Response> {
  const { services, identity, client, params } = here
  const found = isCounted(here)
    ? await services.viewing.heartbeats.beat(identity, params.ShareGuid, '', client)
    : await services.viewing.heartbeats.look(identity, params.ShareGuid)
  const left = timeLeft(here, found.policyFacts, { withoutReading: true })?.words
  return document({ text: left ? `Reading. ${left} left.` : 'Reading.', closed: null }, 200)
}

function document(shown: HeartbeatShown, status: number): Response {
  const html = `<!DOCTYPE html>${renderToStaticMarkup(<HeartbeatDocument {...shown} />)}`
  return new Response(html, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
