import { changePasswordForm } from '#server/accounts/forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { proof } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

export const passwordTab: SettingsTab = {
  async load({ services, visitor }) {
    return {
      leastCharacters: services.config.passwordMinLength,
      hasPassword: (await visitor.session())?.hasPassword !== false,
    }
  },
  intents({ services: { config } }) {
    return {
      changePassword: proof(changePasswordForm(config), async ({ form, user, ...context }) => {
        const { visitor, services, client } = context
        if (!visitor.sessionId) throw new Problem('notSignedIn')
        const passwords = { current: form.password, next: form.newPassword }
        await services.accounts.credentials.changePassword(client, user, passwords, visitor.sessionId)
        const notice = 'Password changed. Other devices have been signed out.'
        return goWithNotice(visitor, settingsPath('password'), notice, 'good')
      }),
    }
  },
}
