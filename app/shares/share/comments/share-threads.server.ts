import type { User } from '#server/accounts/accounts.ts'
import { recentTime } from '#server/rules/text/format.ts'
import { unreadIn } from '#server/viewing/comments/comment-rows.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { shownComments } from '#app/view-models/shown-comments.server.ts'

/**
 * The threads of a share and the one that is open, as its owner reads them. Throws notFound for anyone else.
 */
export async function shareThreads({ services, url, now }: RequestContext, user: User, guid: string) {
  const [share, threads] = await Promise.all([
    services.shares.sent.one(user, guid),
    services.viewing.threads.list(user, guid),
  ])
  const wanted = url.searchParams.get('with')
  const chosen = wanted ?? (threads.find(({ unread }) => unread > 0) ?? threads[0])?.recipientGuid ?? null
  return {
    share,
    people: threads.map(({ recipientGuid, email, name, unread, lastAt }) => ({
      key: recipientGuid,
      email,
      name,
      unread,
      lastAt: lastAt === null ? null : recentTime(lastAt, user.timeZone, now),
      to: href(routes.shares.comments, { ShareGuid: guid }, { with: recipientGuid }),
      isChosen: recipientGuid === chosen,
    })),
    thread: chosen === null ? null : await shownThread({ services, now }, user, guid, chosen, threads),
  }
}

type Threads = Awaited<ReturnType<RequestContext['services']['viewing']['threads']['list']>>

async function shownThread(
  { services, now }: Pick<RequestContext, 'services' | 'now'>,
  user: User,
  guid: string,
  recipient: string,
  threads: Threads,
) {
  const { comments, isOpen } = await services.viewing.threads.thread(user, guid, recipient)
  const other = threads.find(({ recipientGuid }) => recipientGuid === recipient)?.email ?? 'The recipient'
  return {
    recipient,
    other,
    comments: shownComments(comments, { isOwner: true, other, timeZone: user.timeZone, now, isOpen }),
    unread: unreadIn(comments, { isOwner: true }),
    closed: isOpen
      ? null
      : 'This person has no access now, so no comments can be added. Earlier comments stay here.',
  }
}
