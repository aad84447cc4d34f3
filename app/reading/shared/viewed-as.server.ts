import { Problem } from '#server/rules/problems.ts'
import { viewOf, type View } from '#server/rules/reading/view-as.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

/** The role that an address asks to look in; undefined if it does not say. Throws viewRefused for an unknown one. */
export function viewIn({ url }: RequestContext): View | undefined {
  const text = url.searchParams.get('viewAs')
  if (text === null) return undefined
  const view = viewOf(text)
  if (!view) throw new Problem('viewRefused')
  return view
}

/**
 * Throws viewRefused if an address asks for a role that its reader does not have, and what the policy says to
 * strangers.
 */
export async function requireView(context: RequestContext, shareGuid: string): Promise<View | undefined> {
  const view = viewIn(context)
  const { services, visitor } = context
  if (view) await lookAs(services.viewing.pages, await visitor.identity(), shareGuid, view)
  return view
}
