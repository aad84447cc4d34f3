import { profileForm } from '#server/accounts/forms.ts'
import type { User } from '#server/accounts/accounts.ts'
import { teamRoleLabel } from '#server/rules/accounts/team-people.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'
import { timeZoneGroups } from './time-zones.server.ts'

/** The team that someone is in, or where to create one. */
async function teamOf({ teams }: RequestContext['services'], user: User) {
  if (user.teamGuid === null) {
    const isPossible = await teams.life.mayMake(user)
    return isPossible
      ? { words: 'You’re in no team.', label: 'Create a team', to: href(routes.team.new) }
      : null
  }
  const team = await teams.all.byGuid(user.teamGuid)
  const words = `${teamRoleLabel(user.teamRole ?? teamRoles.member)} of ${team?.name ?? ''}.`
  return { words, label: 'Leave team …', to: href(routes.team.leave) }
}

export const profileTab: SettingsTab = {
  async load({ now, services }, user) {
    const { firstName, lastName, timeZone } = user
    return {
      firstName,
      lastName,
      timeZone,
      clock: shownTime(now, timeZone),
      groups: await timeZoneGroups(now),
      team: await teamOf(services, user),
    }
  },
  intents() {
    return {
      changeProfile: intent(profileForm, async ({ form, user, ...context }) => {
        await context.services.accounts.profile.change(user, form)
        return goWithNotice(context.visitor, settingsPath('profile'), 'Profile saved.', 'good')
      }),
    }
  },
}
