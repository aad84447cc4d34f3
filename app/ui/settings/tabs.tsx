import type { ComponentType } from 'react'
import type { FormAnswer } from '../../web/action.server.ts'
import { DataTab } from './data-tab.tsx'
import { ConnectedTab } from './connected-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import { PlanTab } from './plan-tab.tsx'
import type { SettingsTabName } from './tab-names.ts'
import { TwoFactorTab } from './two-factor-tab.tsx'

/** What each tab shows; `data` is what the same tab's `load` answers. */
export type SettingsView<Data = unknown> = ComponentType<{ data: Data; answer: FormAnswer | undefined }>

export const settingsViews = {
  password: PasswordTab,
  twofactor: TwoFactorTab,
  connected: ConnectedTab,
  sessions: SessionsTab,
  plan: PlanTab,
  data: DataTab,
} as Partial<Record<SettingsTabName, SettingsView>>
