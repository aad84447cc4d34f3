import type { TeamTabName } from '#app/team/shared/tab-names.ts'
import type { TeamTab } from '#app/team/shared/team-tab.server.ts'
import { auditTab } from './audit/audit.server.ts'
import { brandingTab } from './branding/branding.server.ts'
import { domainsTab } from './domains/domains.server.ts'
import { peopleTab } from './people/people.server.ts'
import { signInTab } from './sign-in/sign-in.server.ts'
import { webhooksTab } from './webhooks/webhooks.server.ts'
import { reportTab } from './report/report.server.ts'
import { termsTab } from './terms/terms.server.ts'
import { teamTab } from './team/team.server.ts'

/** What each tab loads and does. */
export const teamTabs: Record<TeamTabName, TeamTab> = {
  people: peopleTab,
  branding: brandingTab,
  terms: termsTab,
  domains: domainsTab,
  'sign-in': signInTab,
  report: reportTab,
  team: teamTab,
  webhooks: webhooksTab,
  audit: auditTab,
}
