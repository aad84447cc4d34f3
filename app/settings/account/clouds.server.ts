import { disconnectCloudForm } from '#server/clouds/forms.ts'
import { cloudLabels, cloudNames } from '#server/rules/files/clouds.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { href, routes } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

const here = settingsPath('clouds')

export const cloudsTab = {
  async load({ services }, user) {
    const { connections } = services.clouds
    const offered = connections.offered()
    const connected = await connections.list(user)
    return {
      connected: connected.map(({ cloud, accountName, createdAt, isLost }) => ({
        cloud,
        label: cloudLabels[cloud],
        accountName,
        since: shownTime(createdAt, user.timeZone),
        isLost,
        again: offered.includes(cloud) ? href(routes.clouds.connect, { Cloud: cloud }) : null,
      })),
      others: offered
        .filter((name) => !connected.some(({ cloud }) => cloud === name))
        .map((name) => ({ label: cloudLabels[name], to: href(routes.clouds.connect, { Cloud: name }) })),
      missing: cloudNames.filter((name) => !offered.includes(name)).map((name) => cloudLabels[name]),
    }
  },
  intents() {
    return {
      disconnectCloud: intent(disconnectCloudForm, async ({ form, user, services, client, visitor }) => {
        await services.clouds.connections.disconnect(user, form.cloud, client)
        const notice = `${cloudLabels[form.cloud]} was disconnected. Files that were copied stay.`
        return goWithNotice(visitor, here, notice, 'good')
      }),
    }
  },
} satisfies SettingsTab
