import { href, routes } from '#app/routes.ts'

/**
 * The tabs of the settings by their `tabActive`, with their labels, in the order in which they are shown. What is listed
 * by filters and pages has its own address.
 */
export const settingsTabLabels = {
  profile: 'Profile',
  addresses: 'Addresses',
  password: 'Password',
  twofactor: 'Two-step verification',
  sessions: 'Devices',
  connected: 'Connected sign-ins',
  notifications: 'Notifications',
  plan: 'Plan and usage',
  tokens: 'Access tokens',
  webhooks: 'Webhooks',
  clouds: 'Cloud storage',
  terms: 'Terms of access',
  activity: 'Activity',
  data: 'Your data',
} as const

export type SettingsTabName = keyof typeof settingsTabLabels

/** Which tabs are one in the head of the settings, where they are a second line of links. */
export const settingsGroups: { label: string; tabs: SettingsTabName[] }[] = [
  { label: 'Profile', tabs: ['profile', 'addresses'] },
  { label: 'Sign-in and security', tabs: ['password', 'twofactor', 'sessions', 'connected'] },
  { label: 'Notifications', tabs: ['notifications'] },
  { label: 'Plan and usage', tabs: ['plan'] },
  { label: 'Apps and storage', tabs: ['tokens', 'webhooks', 'clouds'] },
  { label: 'Terms of access', tabs: ['terms'] },
  { label: 'Records', tabs: ['activity', 'data'] },
]

/** `to`, one of our paths, is where someone goes on who was led to the settings. */
export function settingsPath(tab: SettingsTabName, to?: string): string {
  if (tab === 'activity') return href(routes.settings.activity)
  return href(routes.settings.index, {}, { tabActive: tab, to })
}

/** The page of one further address. */
export function addressPath(guid: string): string {
  return href(routes.settings.index, {}, { tabActive: 'addresses', address: guid })
}
