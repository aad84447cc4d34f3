import type { ComponentType } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { DataTab } from './data-tab.tsx'
import { AddressesTab } from './addresses-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { CloudsTab } from './clouds-tab.tsx'
import { ConnectedTab } from './connected-tab.tsx'
import { PasswordTab } from './security/password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SessionsTab } from './security/sessions-tab.tsx'
import { TokensTab } from './security/tokens-tab.tsx'
import { PlanTab } from './plan-tab.tsx'
import type { SettingsTabName } from '#app/ui/tab-names.ts'
import { TermsTab } from './terms-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'
import { TwoFactorTab } from './security/two-factor-tab.tsx'

/** What each tab shows; `data` is what the same tab's `load` answers. */
export type SettingsView<Data = unknown> = ComponentType<{ data: Data; answer: FormAnswer | undefined }>

export const settingsViews = {
  profile: ProfileTab,
  addresses: AddressesTab,
  password: PasswordTab,
  twofactor: TwoFactorTab,
  sessions: SessionsTab,
  tokens: TokensTab,
  connected: ConnectedTab,
  clouds: CloudsTab,
  notifications: NotificationsTab,
  terms: TermsTab,
  plan: PlanTab,
  webhooks: WebhooksTab,
  data: DataTab,
} as Partial<Record<SettingsTabName, SettingsView>>
