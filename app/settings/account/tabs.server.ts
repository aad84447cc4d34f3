import type { SettingsTabName } from '#app/ui/tab-names.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'
import { dataTab } from './data.server.ts'
import { cloudsTab } from './clouds.server.ts'
import { connectedTab } from './connected.server.ts'
import { passwordTab } from './security/password.server.ts'
import { planTab } from '#app/view-models/plans/plan.server.ts'
import { addressesTab } from './addresses.server.ts'
import { notificationsTab } from './notifications.server.ts'
import { profileTab } from './profile.server.ts'
import { sessionsTab } from './security/sessions.server.ts'
import { tokensTab } from './security/tokens.server.ts'
import { termsTab } from './terms.server.ts'
import { webhooksTab } from './webhooks.server.ts'
import { twoFactorTab } from './security/two-factor.server.ts'

/** In the order in which they are shown. */
export const settingsTabs = {
  profile: profileTab,
  addresses: addressesTab,
  password: passwordTab,
  twofactor: twoFactorTab,
  sessions: sessionsTab,
  tokens: tokensTab,
  connected: connectedTab,
  clouds: cloudsTab,
  notifications: notificationsTab,
  terms: termsTab,
  plan: planTab,
  webhooks: webhooksTab,
  data: dataTab,
} satisfies Partial<Record<SettingsTabName, SettingsTab>> as Partial<Record<SettingsTabName, SettingsTab>>
