import { href, routes } from '#app/routes.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

export const dataTab: SettingsTab = {
  async load() {
    return { exportTo: href(routes.settings.export), deleteTo: href(routes.settings.delete) }
  },
  intents: () => ({}),
}
