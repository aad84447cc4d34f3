import { cloudLabels } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { routes } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'

/**
 * Where every provider of cloud storage sends people back to. A GET that acts: it carries a state that works once, in
 * the session that began. Whatever is wrong leads back to where someone was; what the provider says is not shown.
 */
export const loader = load(routes.clouds.callback, 'user', async ({ user, ...context }) => {
  const { services, visitor, url, client } = context
  if (context.request.method !== 'GET' || context.isForData) throw new Problem('wrongMethod')
  const { connections } = services.clouds
  const begun = await connections.begun(user, url.searchParams.get('state') ?? '')
  const standard = settingsPath('clouds')
  const visit = { browserId: visitor.browserId, sessionId: visitor.sessionId ?? '' }
  try {
    const { cloud, back, accountName } = await connections.finish(user, visit, url.searchParams, client)
    const notice = `${cloudLabels[cloud]} is now connected as ${accountName}.`
    return goWithNotice(visitor, back ?? standard, notice, 'good')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isDenied = begun !== null && url.searchParams.has('error') && error.problem === 'cloudRefused'
    const text = isDenied
      ? `You didn’t allow access at ${cloudLabels[begun.cloud]}, so nothing was connected.`
      : error.text
    return goWithNotice(visitor, begun?.back ?? standard, text, 'bad')
  }
})

/** Never shown by itself: a page all the same, so that what refuses it is shown as one. */
export default function Callback() {
  return null
}
