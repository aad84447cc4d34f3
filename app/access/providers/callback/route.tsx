import { Problem } from '#server/rules/problems.ts'
import { providerLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { href, routes } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { requireUser } from '#app/request/sign-in/signed-in.server.ts'
import { answerPerson, finishAtProvider, requireProvider } from '#app/request/sign-in/provider.server.ts'

/**
 * Where a provider sends people back to. A GET that acts: it carries a state that works once, in the browser that
 * began. Whatever is wrong with it leads to the sign-in page, which says no more than that it did not work.
 */
export const loader = load(routes.access.providers.callback, 'link', async (context) => {
  const name = await requireProvider(context)
  const { services, visitor, url } = context
  if (context.request.method !== 'GET' || context.isForData) throw new Problem('wrongMethod')
  const begun = await services.accounts.providers.begun(name, visitor.browserId, url.searchParams)
  try {
    return await finish(context, name)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const back =
      begun?.purpose === 'connect'
        ? settingsPath('connected')
        : href(routes.access.login, {}, { to: begun?.details.to ?? undefined })
    return goWithNotice(visitor, back, error.text, 'bad')
  }
})

async function finish(
  context: RequestContext,
  name: Parameters<typeof finishAtProvider>[1],
): Promise<Response> {
  const { person, flow } = await finishAtProvider(context, name)
  const { to = null, isRemembered = false, linkCode = '' } = flow.details
  if (flow.purpose === 'signIn') return answerPerson(context, person, { to, isRemembered, linkCode })
  const user = await requireUser(context)
  const done = await context.services.accounts.identities.connect(user, person)
  const notice = `${providerLabels[name]} ${done === 'connected' ? 'is now' : 'was already'} connected to your account.`
  return goWithNotice(context.visitor, settingsPath('connected'), notice, 'good')
}

/** Never rendered itself, but it must be a page, so that a refused sign-in is shown as one. */
export default function Callback() {
  return null
}
