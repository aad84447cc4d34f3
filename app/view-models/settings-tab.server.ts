import type { User } from '#server/accounts/accounts.ts'
import type { Intent } from '#app/request/action.server.ts'
import type { RequestContext, ContextAt } from '#app/request/loader.server.ts'

/** The server's half of a settings tab: what its page shows, and what its forms do. */
export type SettingsTab = {
  load: (context: ContextAt<'settings.index', 'user'>, user: User) => Promise<unknown>
  /** Names of intents are unique to a tab: no two tabs share one. */
  intents: (
    context: Pick<RequestContext, 'services'>,
  ) => Record<string, Intent<ContextAt<'settings.index', 'user'>>>
}
