import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

type Services = RequestContext['services']

/**
 * Where someone goes whom the file is open to already: on with their reading, or to its page. Null for anyone else.
 */
export async function wayInside(
  { viewing }: Services,
  identity: Identity,
  guid: string,
): Promise<string | null> {
  const { found, refusal } = await viewing.pages.look(identity, guid)
  if (!found || refusal === 'identityNeeded' || refusal === 'notRecipient') return null
  const { isOpened, isWebView, relationship } = found.policyFacts
  const isReading = refusal === null && isOpened && isWebView && relationship === 'recipient'
  return href(isReading ? routes.reading.view : routes.reading.entry, { ShareGuid: guid })
}

/**
 * Opens the file for someone who has just entered their code under the name of its sender. Where opening starts a
 * timer, or something has to be done or known first, the file's page comes before it.
 */
export async function pathInside(
  { viewing }: Services,
  identity: Identity,
  guid: string,
  client: Client,
): Promise<string> {
  const { found, refusal } = await viewing.pages.look(identity, guid)
  const entry = href(routes.reading.entry, { ShareGuid: guid })
  if (!found || refusal !== null || found.room) return entry
  const { isWebView, relationship, destructSeconds, firstViewedAt } = found.policyFacts
  const startsTimer = destructSeconds > 0 && firstViewedAt === null
  if (relationship !== 'recipient' || !isWebView || startsTimer) return entry
  await viewing.pages.open(identity, guid, client)
  return href(routes.reading.view, { ShareGuid: guid })
}
