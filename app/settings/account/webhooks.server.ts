import { href, routes } from '#app/routes.ts'
import type { ContextAt } from '#app/request/loader.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'
import { webhooksTab as webhooksOf } from '#app/view-models/webhooks/webhooks-tab.server.ts'

export const webhooksTab: SettingsTab = webhooksOf<ContextAt<'settings.index', 'user'>>(
  'account',
  (query = {}) => href(routes.settings.index, {}, { tabActive: 'webhooks', ...query }),
)
