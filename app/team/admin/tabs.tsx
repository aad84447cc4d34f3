import type { TeamTabName } from '#app/team/shared/tab-names.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { auditView } from './audit/audit-tab.tsx'
import { domainsView } from './domains/domains-tab.tsx'
import { peopleView } from './people/people-tab.tsx'
import { teamView } from './team/team-tab.tsx'

/** What each tab shows. */
export const teamViews = {
  people: peopleView,
  domains: domainsView,
  team: teamView,
  audit: auditView,
} as Record<TeamTabName, TeamView>
