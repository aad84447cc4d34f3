import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext, ContextAt } from '#app/request/loader.server.ts'
import { firstPage, screenLength, versionIn } from '#app/view-models/reading.server.ts'

/** What the viewer offers people who manage the share; null if there is nothing to switch. */
export type MarkSwitchState = { isOff: boolean; address: string }

/**
 * Whether an address requests pages without their watermark. Throws notFound for anyone who may not, or did not ask
 * before.
 */
export async function unmarkedIn(context: RequestContext, shareGuid: string): Promise<'off' | undefined> {
  const { url, services, visitor } = context
  if (url.searchParams.get('mark') !== 'off') return undefined
  await services.viewing.unmarking.require(await visitor.identity(), shareGuid)
  return 'off'
}

/** What the button does: it records the request, and shows the same pages without the watermark. */
export async function askUnmarked(context: ContextAt<'reading.view', 'user'>): Promise<string> {
  const { visitor, services, client, params, user } = context
  const guid = params.ShareGuid
  await services.viewing.unmarking.ask(user, await visitor.identity(), guid, client)
  return href(routes.reading.view, { ShareGuid: guid }, { ...where(context), mark: 'off' })
}

/** Off, the address is that of the watermarked pages; on, it is where the button's form goes. */
export function markSwitch(
  context: RequestContext,
  found: ShareAccess,
  mark: 'off' | undefined,
): MarkSwitchState | null {
  if (found.policyFacts.relationship !== 'owner' || !found.watermark) return null
  return {
    isOff: mark === 'off',
    address: href(routes.reading.view, { ShareGuid: found.shareGuid }, where(context)),
  }
}

function where(context: RequestContext): { page: number | undefined; version: number | undefined } {
  const page = firstPage(context, screenLength(context))
  return { page: page === 1 ? undefined : page, version: versionIn(context) }
}
