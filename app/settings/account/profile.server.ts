import { profileForm } from '#server/accounts/forms.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'
import { timeZoneGroups } from './time-zones.server.ts'

export const profileTab: SettingsTab = {
  async load({ now }, user) {
    const { firstName, lastName, timeZone } = user
    return {
      firstName,
      lastName,
      timeZone,
      clock: shownTime(now, timeZone),
      groups: await timeZoneGroups(now),
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
