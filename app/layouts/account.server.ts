import { tierOf } from '#server/rules/product/plans.ts'
import { counted, countBadge, dateTime, zonedTime } from '#server/rules/text/format.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { isTeamAdmin } from '#server/rules/accounts/team-roles.ts'
import { transfersShown } from '#app/view-models/transfers.server.ts'
import type { ShellShown } from './side.tsx'

/** Where counting stops: a badge says "99+" of more. */
const maxCounted = 100

type User = NonNullable<Awaited<ReturnType<RequestContext['visitor']['user']>>>

/** What the frame around signed-in pages says of the person whose pages they are. */
export async function shownInShell(user: User, context: RequestContext): Promise<ShellShown> {
  const { visitor, services, now } = context
  const { firstName, lastName, email, tierCode, isOperator } = user
  const name = `${firstName} ${lastName}`.trim() || email
  const [waiting, coming, transfers] = await Promise.all([
    services.shares.requests.waitingCount(user, maxCounted),
    services.teams.all.secondFactorComing(user),
    transfersShown(context, user),
  ])
  return {
    account: {
      name,
      email,
      initials: initialsOf(name),
      plan: tierOf(tierCode).name,
      isOperator,
      isTeamAdmin: isTeamAdmin(user),
    },
    waitingRequests: waiting > 0 ? countBadge(waiting) : null,
    transfers,
    isCollapsed: visitor.hasCollapsedMenu,
    planEnds: planEndsText(user, now),
    secondFactorComing: coming && secondFactorText(coming, user.timeZone),
  }
}

const day = 86_400_000

/** "Pro trial: 5 days left, until 8 Mar 2027, 10:00." */
function planEndsText({ tierCode, tierEndsAt, timeZone }: User, now: number): string | null {
  if (tierEndsAt === null) return null
  const left = Math.max(0, Math.ceil((tierEndsAt - now) / day))
  return `${tierOf(tierCode).name}: ${counted(left, 'day')} left, until ${dateTime(tierEndsAt, timeZone)}.`
}

function secondFactorText({ team, from }: { team: string; from: number }, timeZone: string): string {
  return `${team} requires two-step verification from ${zonedTime(from, timeZone)}.`
}
