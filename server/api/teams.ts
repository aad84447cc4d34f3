import { barColours } from '#server/rules/files/bar-colours.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Branding } from '#server/teams/branding/branding.ts'
import { call } from './table.ts'

/** What a program learns about the caller's own team. Any other team is one that does not exist. */
export const teamsCalls = [
  call('GET /v1/team/branding/info', {
    scope: 'read',
    run: async ({ services, user }) => ({
      Team: brandingOf(services, await services.teams.branding.ofMember(user, null)),
    }),
  }),
  call('GET /v1/team/branding/info/{teamGuid}', {
    scope: 'read',
    async run({ services, user, parameters: { teamGuid } }) {
      const branding = await services.teams.branding.ofMember(user, teamGuid)
      if (!branding) throw new Problem('notFound')
      return { Team: brandingOf(services, branding) }
    },
  }),
  call('GET /v1/team/info', {
    scope: 'read',
    async run({ services, user }) {
      const branding = await services.teams.branding.ofMember(user, null)
      if (!branding) throw new Problem('notFound')
      const terms = await services.teams.terms.latest(user)
      return {
        Team: {
          TeamGuid: branding.guid,
          TeamName: branding.name,
          TeamRole: user.teamRole,
          ...brandingOf(services, branding),
          TeamTermsVersion: terms?.version ?? 0,
          TeamTerms: terms?.text ?? '',
        },
      }
    },
  }),
]

/** As it is shown: with colours that can be read on each other. Without a team, or its colours, they are the default. */
function brandingOf({ config }: Services, branding: Branding | null) {
  const colours = branding && barColours(branding.bar, branding.text)
  return {
    TeamLogoURL: branding?.logo ? new URL(`/logo/${branding.logo.guid}`, config.publicUrl).href : '',
    TeamColor: colours?.bar ?? '#ffffff',
    TeamTextColor: colours?.text ?? '#333333',
  }
}
