import type { TeamTabName } from '#app/team/shared/tab-names.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { auditView } from './audit/audit-tab.tsx'
import { brandingView } from './branding/branding-tab.tsx'
import { domainsView } from './domains/domains-tab.tsx'
import { peopleView } from './people/people-tab.tsx'
import { signInView } from './sign-in/sign-in-tab.tsx'
import { webhooksView } from './webhooks/webhooks-tab.tsx'
import { reportView } from './report/report-tab.tsx'
import { termsView } from './terms/terms-tab.tsx'
import { teamView } from './team/team-tab.tsx'

/** What each tab shows. */
export const teamViews = {
  people: peopleView,
  branding: brandingView,
  terms: termsView,
  domains: domainsView,
  'sign-in': signInView,
  report: reportView,
  team: teamView,
  webhooks: webhooksView,
  audit: auditView,
} as Record<TeamTabName, TeamView>
