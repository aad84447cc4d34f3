import { routes } from '#app/routes.ts'
import { useActionData, useLoaderData } from '@remix-run/react'
import { SettingsHead } from '#app/settings/shared/settings-head.tsx'
import { settingsTabLabels } from '#app/ui/tab-names.ts'
import { titled } from '#app/request/titled.ts'
import { settingsViews } from './tabs.tsx'
import { action as submit } from '#app/request/action.server.ts'
import { constraintsIn } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { wantedBy } from '#app/request/sign-in/wanted.server.ts'
import { tabsFor } from '#app/settings/shared/tabs-for.server.ts'
import { settingsTabs } from './tabs.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

/** One tab at a time, by `tabActive`; anything else is the first. */
export const loader = load(routes.settings.index, 'user', async (context) => {
  const { user } = context
  const names = tabsFor(user)
  const wanted = context.url.searchParams.get('tabActive')
  const tab = names.find((name) => name === wanted && settingsTabs[name]) ?? names[0]!
  return {
    email: user.email,
    tab,
    names,
    wanted: wantedBy(context.url),
    data: await settingsTabs[tab]!.load(context, user),
    constraints: constraintsIn(settingsTabs[tab]!.intents(context)),
  }
})

export const action = submit(routes.settings.index, 'user', (context) => {
  const intents = Object.values(settingsTabs).map((tab) => tab.intents(context))
  return Object.assign({}, ...intents) as ReturnType<SettingsTab['intents']>
})

export const meta = titled<typeof loader>(({ tab }) => `${settingsTabLabels[tab]} – Settings`)

export default function Setting() {
  const { email, tab, names, wanted, data } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const View = settingsViews[tab]
  return (
    <>
      <SettingsHead email={email} names={names} here={tab} wanted={wanted} />
      <h2 id="here" className="unseen">
        {settingsTabLabels[tab]}
      </h2>
      {View ? <View data={data} answer={answer} /> : null}
    </>
  )
}
