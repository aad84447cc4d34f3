import type { ComponentType } from 'react'
import type { FormAnswer } from '../../web/action.server.ts'
import { AddressesTab } from './addresses-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { PasswordTab } from './password-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SessionsTab } from './sessions-tab.tsx'
import type { SettingsTabName } from './tab-names.ts'

/** What each tab shows; `data` is what the same tab's `load` answers. */
export type SettingsView<Data = unknown> = ComponentType<{ data: Data; answer: FormAnswer | undefined }>

export const settingsViews = {
  profile: ProfileTab,
  addresses: AddressesTab,
  password: PasswordTab,
  sessions: SessionsTab,
  notifications: NotificationsTab,
} as Partial<Record<SettingsTabName, SettingsView>>
