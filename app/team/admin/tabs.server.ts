import type { TeamTabName } from '#app/team/shared/tab-names.ts'
import type { TeamTab } from '#app/team/shared/team-tab.server.ts'
import { auditTab } from './audit/audit.server.ts'
import { domainsTab } from './domains/domains.server.ts'
import { peopleTab } from './people/people.server.ts'
import { teamTab } from './team/team.server.ts'

/** What each tab loads and does. */
export const teamTabs: Record<TeamTabName, TeamTab> = {
  people: peopleTab,
  domains: domainsTab,
  team: teamTab,
  audit: auditTab,
}
