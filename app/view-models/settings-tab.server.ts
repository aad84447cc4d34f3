import type { User } from '#server/accounts/accounts.ts'
import type { Intent } from '#app/request/action.server.ts'
import type { Given, GivenAt } from '#app/request/loader.server.ts'

/** The server's half of a tab of the settings: what its page shows, and what its forms do. */
export type SettingsTab = {
  /** Whether a person has this tab; without it everyone has. */
  isFor?: (user: User) => boolean
  load: (given: GivenAt<'settings.index', 'user'>, user: User) => Promise<unknown>
  /** Names of intents are one tab's own: no two tabs share one. */
  intents: (given: Pick<Given, 'services'>) => Record<string, Intent<GivenAt<'settings.index', 'user'>>>
}
