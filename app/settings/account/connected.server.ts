import { disconnectForm } from '#server/accounts/forms.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { providerLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { providersOf } from '#app/request/sign-in/provider.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

export const connectedTab = {
  async load({ services }, user) {
    const identities = await services.accounts.identities.list(user)
    return {
      identities: identities.map(({ guid, provider, email, createdAt, usedAt, mayRemove }) => ({
        guid,
        label: providerLabels[provider],
        email: email ?? 'No address',
        since: shownTime(createdAt, user.timeZone),
        used: shownTime(usedAt, user.timeZone),
        mayRemove,
      })),
      providers: providersOf(services),
    }
  },
  intents() {
    return {
      disconnect: intent(disconnectForm, async ({ form, user, ...context }) => {
        await context.services.accounts.identities.disconnect(user, form.identity)
        const notice = 'Disconnected. You can’t sign in with it any more.'
        return goWithNotice(context.visitor, settingsPath('connected'), notice, 'good')
      }),
    }
  },
} satisfies SettingsTab
