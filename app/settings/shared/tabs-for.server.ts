import type { User } from '#server/accounts/users.ts'
import { settingsTabLabels, type SettingsTabName } from '#app/ui/tab-names.ts'

/** The tabs that someone has: terms of access are a team's. */
export function tabsFor({ teamGuid, inviteStatus }: User): SettingsTabName[] {
  const isInTeam = teamGuid !== null && inviteStatus === 'Active'
  const names = Object.keys(settingsTabLabels) as SettingsTabName[]
  return names.filter((name) => name !== 'terms' || isInTeam)
}
