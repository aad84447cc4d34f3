import { redirect } from '@remix-run/node'
import type { Opened, ShownInvitation } from '#server/teams/people/joining.ts'
import { teamRoleLabel } from '#server/rules/accounts/team-people.ts'
import { Problem } from '#server/rules/problems.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { href, routes, type ParametersOf, type RouteId } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

type Place = Extract<RouteId, 'team.accept' | 'team.reject' | 'team.invalid'>
type Here = RequestContext<ParametersOf<Place>>

/** Who opens which invitation. */
export async function openedIn({ params, url, visitor }: Here): Promise<Opened> {
  return {
    guid: params.TeamInviteGuid,
    user: await visitor.user(),
    secret: url.searchParams.get('t'),
  }
}

/** The same page of the invitation, with the secret that this one has. */
export function invitationPath(
  place: 'accept' | 'reject' | 'invalid',
  { guid, secret }: Pick<Opened, 'guid' | 'secret'>,
): string {
  return href(routes.team[place], { TeamInviteGuid: guid }, { t: secret ?? undefined })
}

/** What the page shows. Where nothing is open for this person, it leads to the page that says so to everyone alike. */
export async function requireOpen(context: Here) {
  const opened = await openedIn(context)
  const found = await context.services.teams.joining.look(opened)
  if (!found) throw redirect(invitationPath('invalid', opened), { status: 303 })
  return {
    ...shown(found),
    signedInAs: opened.user?.email ?? null,
    accept: invitationPath('accept', opened),
    reject: invitationPath('reject', opened),
    signIn: href(routes.access.login, {}, { email: found.email, to: invitationPath('accept', opened) }),
    singleSignOn: href(routes.access.sso.start, {}, { to: invitationPath('accept', opened) }),
  }
}

function shown({ team, role, inviter, email, until, step }: ShownInvitation) {
  return { team, role: teamRoleLabel(role), inviter, email, until: utcMinute(until), step }
}

/** Leads to the page that says the same to everyone, when the invitation has ended meanwhile. */
export async function orInvalid<T>(opened: Opened, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof Problem && error.problem === 'linkUsedUp')
      throw redirect(invitationPath('invalid', opened), { status: 303 })
    throw error
  })
}
