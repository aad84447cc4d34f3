import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { closeTeamForm, handOverForm, teamNameForm } from '#server/teams/people/team-forms.ts'
import { counted } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { intent, once } from '#app/request/action.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'

async function load({ user, team, services, url }: TeamContext) {
  const isOwner = team.role === teamRoles.owner
  const heirs = isOwner ? await services.teams.people.active(user) : []
  const outlook = await services.teams.life.outlook(user)
  return {
    name: team.name,
    isOwner,
    leave: href(routes.team.leave),
    heirs: heirs
      .filter(({ guid }) => guid !== user.guid)
      .map(({ guid, name, email }) => ({ value: guid, label: name ? `${name} (${email})` : email })),
    isClosing: isOwner && url.searchParams.get('panel') === 'close',
    here: teamPath('team'),
    close: teamPath('team', { panel: 'close' }),
    consequences: [
      `${counted(outlook.members, 'account')} leave the team and get an email. Accounts, shares and data rooms stay with their owners.`,
      'Co-owners of data rooms become contributors, because they’re no longer in the owner’s team.',
      ...(outlook.invitations > 0
        ? [`${counted(outlook.invitations, 'open invitation or request')} ends.`]
        : []),
      ...(outlook.domains.length > 0
        ? [`${outlook.domains.join(', ')}: anyone with an address there can sign in again.`]
        : []),
      ...(outlook.hasSingleSignOn
        ? ['Single sign-on ends. Members without a password choose one with “Forgot your password?”.']
        : []),
      'Suspended members can sign in again. Sign-in rules, colours and the team’s terms for new files end; what was accepted stays on record.',
      'This can’t be undone.',
    ],
  }
}

export type TeamData = Awaited<ReturnType<typeof load>>

export const teamTab: TeamTab = {
  load,
  intents: () => ({
    renameTeam: intent(teamNameForm, async ({ form, user, ...context }) => {
      await context.services.teams.life.rename(user, form.name)
      return goWithNotice(context.visitor, teamPath('team'), 'Team renamed.', 'good')
    }),
    handOverTeam: once(handOverForm, async ({ form, user, ...context }) => {
      await context.services.teams.life.handOver(user, form.to)
      return goWithNotice(context.visitor, teamPath('team'), 'Team handed over. You’re an admin now.', 'good')
    }),
    closeTeam: once(closeTeamForm, async ({ form, user, ...context }) => {
      await context.services.teams.life.close(user, form.teamName)
      return goWithNotice(context.visitor, href(routes.home.index), 'Team closed.', 'good')
    }),
  }),
}
