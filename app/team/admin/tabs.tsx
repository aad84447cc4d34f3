import type { TeamTabName } from '#app/team/shared/tab-names.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { peopleView } from './people/people-tab.tsx'

/** What each tab shows. */
export const teamViews = {
  people: peopleView,
} as Record<TeamTabName, TeamView>
