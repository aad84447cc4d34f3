import { teamTermsForm } from '#server/teams/forms.ts'
import { mayEditTerms } from '#server/teams/terms.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import { intent } from '#app/request/action.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

/** The terms of access of the user's team: its members read them, its owners and admins write them. */
export const termsTab: SettingsTab = {
  async load(context, user) {
    const { services } = context
    const number = wantedVersion(context)
    const [latest, versions] = await Promise.all([
      services.teams.terms.latest(user),
      services.teams.terms.versions(user),
    ])
    const shown = number === null ? latest : await services.teams.terms.find(user, number)
    return {
      mayEdit: mayEditTerms(user),
      shown: shown && { version: shown.version, text: shown.text, sha256: shown.sha256 },
      isLatest: shown?.version === latest?.version,
      versions: versions.map(({ version, createdAt }) => ({
        version,
        at: shownTime(createdAt, user.timeZone),
        to: href(routes.settings.index, {}, { tabActive: 'terms', version }),
      })),
    }
  },
  intents() {
    return {
      saveTerms: intent(teamTermsForm, async ({ form, user, ...context }) => {
        const version = await context.services.teams.terms.save(user, form.text)
        const notice = `Terms saved as version ${version}.`
        return goWithNotice(context.visitor, settingsPath('terms'), notice, 'good')
      }),
    }
  },
}

function wantedVersion({ url }: RequestContext): number | null {
  const version = Number(url.searchParams.get('version') ?? 'none')
  return Number.isSafeInteger(version) ? version : null
}
