import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'
import { webhooksTab as webhooksOf } from '#app/view-models/webhooks/webhooks-tab.server.ts'

export const webhooksTab: TeamTab = webhooksOf<TeamContext>('team', (query = {}) =>
  teamPath('webhooks', query),
)
