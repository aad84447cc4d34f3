import { deviceName } from '#server/accounts/sign-in/device-name.ts'
import { endSessionForm } from '#server/accounts/forms.ts'
import type { ListedSession } from '#server/accounts/sign-in/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { sessionMethodLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { placeOf } from '#server/http/country.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { buttonForm, intent } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

export const sessionsTab: SettingsTab = {
  async load({ services, visitor }, user) {
    const sessions = await services.accounts.sessions.list(user, visitor.sessionId ?? undefined)
    return { devices: await Promise.all(sessions.map((session) => shownDevice(session, user))) }
  },
  intents() {
    return {
      endSession: intent(endSessionForm, async ({ form, user, ...context }) => {
        const wasThere = await context.services.accounts.signingOut.device(user, form.key)
        const notice = wasThere ? 'Device signed out.' : 'That device was already signed out.'
        return goWithNotice(context.visitor, settingsPath('sessions'), notice, 'good')
      }),
      endOtherSessions: intent(buttonForm, async ({ user, ...context }) => {
        const { services, visitor, client } = context
        await services.accounts.signingOut.everywhere(user, { except: visitor.sessionId ?? '', client })
        return goWithNotice(visitor, settingsPath('sessions'), 'All other devices signed out.', 'good')
      }),
    }
  },
}

export type ShownDevice = Awaited<ReturnType<typeof shownDevice>>

async function shownDevice(session: ListedSession, user: User) {
  const place = await placeOf(session.ip)
  return {
    key: session.key,
    device: deviceName(session.userAgent),
    place: place || 'Unknown location',
    address: session.ip,
    method: sessionMethodLabels[session.method] + (session.isApi ? ', through the API' : ''),
    signedIn: shownTime(session.createdAt, user.timeZone),
    lastUse: shownTime(session.seenAt, user.timeZone),
    isRemembered: session.isRemembered,
    isCurrent: session.isCurrent,
  }
}
