import { href, routes } from '#app/routes.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamTab } from '#app/team/shared/team-tab.server.ts'
import { auditPage } from '#app/view-models/records/audit-page.server.ts'

/** What happened to the team and to the accounts in it, since they were in it. */
export const auditTab: TeamTab = {
  load: (context) =>
    auditPage(context, 'team', {
      here: (query) => teamPath('audit', query),
      file: (query) => href(routes.team.auditExport, {}, query),
    }),
  intents: () => ({}),
}
