import { href } from '#app/routes.ts'
import type { SettingsTab } from './tabs.server.ts'

export const dataTab: SettingsTab = {
  async load() {
    return { exportTo: href('accountExport'), deleteTo: href('deleteAccount') }
  },
  intents: () => ({}),
}
