import { notificationsForm } from '#server/accounts/forms.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

export const notificationsTab: SettingsTab = {
  async load({ services }, user) {
    return { email: user.email, ...(await services.accounts.notifications.choices(user)) }
  },
  intents() {
    return {
      chooseNotifications: intent(notificationsForm, async ({ form, user, ...context }) => {
        await context.services.accounts.notifications.choose(user, form)
        return goWithNotice(context.visitor, settingsPath('notifications'), 'Notifications saved.', 'good')
      }),
    }
  },
}
