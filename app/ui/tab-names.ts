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
  tokens: 'Access tokens',
  connected: 'Connected sign-ins',
  clouds: 'Cloud storage',
  notifications: 'Notifications',
  terms: 'Terms of access',
  plan: 'Plan and usage',
  webhooks: 'Webhooks',
  activity: 'Activity',
  data: 'Your data',
} as const

export type SettingsTabName = keyof typeof settingsTabLabels

/** `to`, one of our paths, is where someone goes on who was led to the settings. */
export function settingsPath(tab: SettingsTabName, to?: string): string {
  if (tab === 'activity') return href(routes.settings.activity)
  return href(routes.settings.index, {}, { tabActive: tab, to })
}

/** The page of one further address. */
export function addressPath(guid: string): string {
  return href(routes.settings.index, {}, { tabActive: 'addresses', address: guid })
}
