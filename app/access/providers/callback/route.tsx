import { Problem } from '#server/rules/problems.ts'
import { providerLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { href, routes } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { loader as load, type Given } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { requireUser } from '#app/request/sign-in/signed-in.server.ts'
import { answerPerson, finishAtProvider, requireProvider } from '#app/request/sign-in/provider.server.ts'

/**
 * Where a provider sends people back to. A GET that acts: it carries a state that works once, in the browser that
 * began. Whatever is wrong with it leads to the sign-in page, which says no more than that it did not work.
 */
export const loader = load(routes.access.providers.callback, 'link', async (given) => {
  const name = await requireProvider(given)
  const { services, visitor, url } = given
  if (given.request.method !== 'GET' || given.isForData) throw new Problem('wrongMethod')
  const begun = await services.accounts.providers.begun(name, visitor.browserId, url.searchParams)
  try {
    return await finish(given, name)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const back =
      begun?.purpose === 'connect'
        ? settingsPath('connected')
        : href(
            error.problem === 'signupCodeNeeded' ? routes.access.register : routes.access.login,
            {},
            { to: begun?.details.to ?? undefined },
          )
    return goWithNotice(visitor, back, error.text, 'bad')
  }
})

async function finish(given: Given, name: Parameters<typeof finishAtProvider>[1]): Promise<Response> {
  const { person, flow } = await finishAtProvider(given, name)
  const { to = null, isRemembered = false } = flow.details
  if (flow.purpose === 'signIn') return answerPerson(given, person, { to, isRemembered })
  const user = await requireUser(given)
  const done = await given.services.accounts.identities.connect(user, person)
  const notice = `${providerLabels[name]} ${done === 'connected' ? 'now opens' : 'already opened'} your account.`
  return goWithNotice(given.visitor, settingsPath('connected'), notice, 'good')
}

/** Never shown by itself: a page all the same, so that what refuses a sign-in is shown as one. */
export default function Callback() {
  return null
}
