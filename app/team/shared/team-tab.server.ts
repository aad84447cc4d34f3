import type { Intent } from '#app/request/action.server.ts'
import type { RequestContext, ContextAt } from '#app/request/loader.server.ts'

export type TeamContext = ContextAt<'team.admin', 'team admin'>

/** The server's half of a tab of the team's administration: what it shows, and what its forms do. */
export type TeamTab = {
  load: (context: TeamContext) => Promise<unknown>
  /** Names of intents are unique to a tab: no two tabs share one. */
  intents: (context: Pick<RequestContext, 'services'>) => Record<string, Intent<TeamContext>>
}
