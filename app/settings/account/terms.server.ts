import { mayEditTerms } from '#server/teams/terms.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { SettingsTab } from '#app/view-models/settings-tab.server.ts'

/** The terms of access of the user's team: its members read them here; its owners and admins write them in its administration. */
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
      edit: mayEditTerms(user) ? href(routes.team.admin, {}, { tabActive: 'terms' }) : null,
      shown: shown && { version: shown.version, text: shown.text, sha256: shown.sha256 },
      isLatest: shown?.version === latest?.version,
      versions: versions.map(({ version, createdAt }) => ({
        version,
        at: shownTime(createdAt, user.timeZone),
        to: href(routes.settings.index, {}, { tabActive: 'terms', version }),
      })),
    }
  },
  intents: () => ({}),
}

function wantedVersion({ url }: RequestContext): number | null {
  const version = Number(url.searchParams.get('version') ?? 'none')
  return Number.isSafeInteger(version) ? version : null
}
