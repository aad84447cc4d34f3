import { redirect } from '@remix-run/node'
import type { User } from '#server/accounts/accounts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import type { FoundSession } from '#server/accounts/sign-in/sessions.ts'
import type { Administered } from '#server/teams/people/administered.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RoomAct } from '#server/rules/rooms/room-policy.ts'
import { href, routes, type ParametersOf, type RouteId } from '#app/routes.ts'
import { settingsPath } from '#app/ui/tab-names.ts'
import type { RequestContext } from './request-context.server.ts'
import { inRoom } from './room.server.ts'
import { requireFreshOperator, requireOperator } from './sign-in/operator.server.ts'
import { requireSession, requireUser } from './sign-in/signed-in.server.ts'

/** What has a loader or an action: the addresses, and the two layouts that load something. */
export type Place = RouteId | 'shell' | 'room'
/** A route of the table, or a layout by its name. */
export type At<N extends Place> = { readonly id: N }

/** Who an address is for, and what the guard provides. */
type Brought = {
  /** Everyone, without any check. */
  anyone: unknown
  /** Anyone who has the secret of a link or a code; the service looks up what it opens. */
  link: unknown
  /**
   * Any visitor, with everything this browser has proved; the service checks the policy, which answers all strangers
   * alike.
   */
  visitor: { identity: Identity }
  /** Anyone signed in, even to an account that still has to be set up or given a new password. */
  session: { user: User; session: FoundSession }
  /**
   * Anyone signed in with nothing left to do first. Other people's data does not exist for them: services query by
   * user.
   */
  user: { user: User; session: FoundSession }
  /** Like `user`, for a file: someone who has to sign in first gets to the settings page that has its button. */
  'user at settings': { user: User; session: FoundSession }
  /** Owners and admins of a team; for everyone else who is signed in there is nothing here. */
  'team admin': { user: User; session: FoundSession; team: Administered }
  /** The operators of this installation, where they prove again who they are; for others there is nothing here. */
  'operator to confirm': { user: User; session: FoundSession }
  /** The same, once they have proved in the last 15 minutes who they are. */
  operator: { user: User; session: FoundSession }
  /** Clients that monitor the server, by address or token; for others there is nothing here. */
  watcher: unknown
}

/** In a room, its policy is checked; a `user` must sign in first, a `member` can be someone without an account. */
type RoomGuard = `${'user' | 'member'} can ${RoomAct}`
/** What the policy of a room allowed, and the room as it was then. */
type Entered = { identity: Identity; room: RoomAccess }

export type Guard = keyof Brought | RoomGuard
/** The guards that an address can have: only one that names a room can ask its gate. */
export type GuardOf<N extends Place> = N extends RouteId
  ? ParametersOf<N> extends { RoomGuid: string }
    ? Guard
    : keyof Brought
  : keyof Brought

/** What a guard provides. */
type Passed<G extends Guard> = G extends keyof Brought
  ? Brought[G]
  : G extends `user can ${RoomAct}`
    ? Brought['user'] & Entered
    : Entered
type ParamsAt<N extends Place> = N extends RouteId
  ? ParametersOf<N>
  : { RoomGuid?: string; ShareGuid?: string }
/** What a loader or action gets: the request, the parameters of its address, and what its guard provides. */
export type ContextAt<N extends Place, G extends Guard> = RequestContext<ParamsAt<N>> & Passed<G>

/** What a loader or action declares about itself, for the test that lists all of them. */
export type Declaration = {
  places: readonly Place[]
  guard: Guard
  /** Of an action, the forms with their own guards. */
  intents: Readonly<Record<string, Guard>>
}

export function declared<Answer extends (...received: never[]) => unknown>(
  answer: Answer,
  {
    places,
    guard,
    intents = {},
  }: { places: At<Place> | readonly At<Place>[]; guard: Guard; intents?: Record<string, Guard> },
): Answer & Declaration {
  const ids = [places].flat().map(({ id }: At<Place>) => id)
  return Object.assign(answer, { places: ids, guard, intents })
}

/**
 * The request with what its guard provides. If the guard refuses, this throws a redirect to sign-in or the room's
 * sign-in page, or a Problem.
 */
export async function passed<N extends Place, G extends GuardOf<N>>(
  context: RequestContext,
  guard: G,
): Promise<ContextAt<N, G>> {
  const [who, act] = guard.split(' can ') as [keyof Brought | 'member', RoomAct | undefined]
  const brought = who === 'member' ? {} : await broughtBy(context, who)
  const entered = act ? await inRoom(context, roomIn(context), act) : {}
  return { ...context, ...brought, ...entered } as ContextAt<N, G>
}

async function broughtBy(context: RequestContext, who: keyof Brought): Promise<object> {
  switch (who) {
    case 'anyone':
    case 'link':
      return {}
    case 'visitor':
      return { identity: await context.visitor.identity() }
    case 'session': {
      const session = await requireSession(context)
      return { session, user: session.user }
    }
    case 'user': {
      const user = await requireUser(context)
      return { user, session: await context.visitor.session() }
    }
    case 'team admin': {
      const brought = (await broughtBy(context, 'user')) as Brought['user']
      const team = await context.services.teams.people.administered(brought.user)
      if (!team) throw new Problem('notFound')
      return { ...brought, team }
    }
    case 'user at settings':
      return broughtBy(await atSettings(context), 'user')
    case 'operator to confirm':
      return requireOperator(context)
    case 'operator':
      return requireFreshOperator(context)
    case 'watcher':
      if (!context.mayWatch) throw new Problem('notFound')
      return {}
  }
}

/**
 * The request as if it were for the settings: people who follow a link from elsewhere or are not signed in go there.
 */
async function atSettings(context: RequestContext): Promise<RequestContext> {
  const tab = settingsPath('data')
  if (!(await context.visitor.session())) throw redirect(href(routes.access.login, {}, { to: tab }))
  if (context.isForeign) throw redirect(tab)
  return { ...context, url: new URL(tab, context.url) }
}

function roomIn({ params }: RequestContext): string {
  return (params as { RoomGuid: string }).RoomGuid
}
