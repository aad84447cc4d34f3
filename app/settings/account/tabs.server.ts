import type { User } from '#server/accounts/accounts.ts'
import type { SettingsTabName } from '#app/ui/tab-names.ts'
import type { Intent } from '#app/request/action.server.ts'
import type { Given } from '#app/request/loader.server.ts'
import { dataTab } from './data.server.ts'
import { connectedTab } from './connected.server.ts'
import { passwordTab } from './security/password.server.ts'
import { planTab } from '#app/view-models/plan.server.ts'
import { addressesTab } from './addresses.server.ts'
import { notificationsTab } from './notifications.server.ts'
import { profileTab } from './profile.server.ts'
import { sessionsTab } from './security/sessions.server.ts'
import { termsTab } from './terms.server.ts'
import { twoFactorTab } from './security/two-factor.server.ts'

/** The server's half of a tab of the settings: what its page shows, and what its forms do. */
export type SettingsTab = {
  /** Whether a person has this tab; without it everybody has. */
  isFor?: (user: User) => boolean
  load: (given: Given, user: User) => Promise<unknown>
  /** Names of intents are one tab's own: no two tabs share one. */
  intents: (given: Pick<Given, 'services'>) => Record<string, Intent>
}

/** In the order in which they are shown. */
export const settingsTabs = {
  profile: profileTab,
  addresses: addressesTab,
  password: passwordTab,
  twofactor: twoFactorTab,
  sessions: sessionsTab,
  connected: connectedTab,
  notifications: notificationsTab,
  terms: termsTab,
  plan: planTab,
  data: dataTab,
} satisfies Partial<Record<SettingsTabName, SettingsTab>> as Partial<Record<SettingsTabName, SettingsTab>>
