import { useActionData, useLoaderData } from '@remix-run/react'
import { commentForm, commentsReadForm, removeCommentForm } from '#server/viewing/entry/forms.ts'
import { href, routes } from '#app/routes.ts'
import { Thread } from '#app/ui/thread.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { askIdentity } from '#app/view-models/reading.server.ts'
import { shownComments } from '#app/view-models/shown-comments.server.ts'

/** A recipient's thread with the sender. Looking at it marks nothing as read. */
export const loader = load(routes.reading.comments, 'visitor', async ({ identity, ...context }) => {
  const { services, params, now } = context
  const guid = params.ShareGuid
  const { found, comments, unread } = await services.viewing.comments
    .thread(identity, guid)
    .catch((error: unknown) => askIdentity(context, error, guid))
  const timeZone = identity.user?.timeZone ?? 'UTC'
  const sides = { isOwner: false, other: found.sender.name, isOpen: true, timeZone, now }
  return {
    name: found.file.name,
    sender: found.sender,
    reader: found.email,
    comments: shownComments(comments, sides),
    zone: timeZone.replaceAll('_', ' '),
    unread,
    back: href(routes.reading.entry, { ShareGuid: guid }),
    constraints: constraintsOf({ write: commentForm }),
  }
})

export const action = submit(routes.reading.comments, 'visitor', {
  write: once(commentForm, async ({ identity, ...context }) => {
    const { form, visitor, services, client, params } = context
    const guid = params.ShareGuid
    await services.viewing.comments
      .write(identity, guid, form, client)
      .catch((error: unknown) => askIdentity(context, error, guid))
    return goWithNotice(visitor, href(routes.reading.comments, { ShareGuid: guid }), 'Comment sent.', 'good')
  }),
  read: intent(commentsReadForm, async ({ identity, ...context }) => {
    const { form, services, params } = context
    const guid = params.ShareGuid
    await services.viewing.comments
      .read(identity, guid, form.upTo)
      .catch((error: unknown) => askIdentity(context, error, guid))
    return href(routes.reading.comments, { ShareGuid: guid })
  }),
  remove: once(removeCommentForm, async ({ identity, ...context }) => {
    const { form, visitor, services, params } = context
    const guid = params.ShareGuid
    await services.viewing.comments
      .remove(identity, guid, form.number)
      .catch((error: unknown) => askIdentity(context, error, guid))
    return goWithNotice(
      visitor,
      href(routes.reading.comments, { ShareGuid: guid }),
      'Comment deleted.',
      'good',
    )
  }),
})

export const meta = titled('Comments')

export const handle = { sheet: 'whole' }

export default function FileComments() {
  const thread = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <p className="small">
        <a href={thread.back}>Back to the file</a>
      </p>
      <h1>Comments</h1>
      <p>
        On {thread.name}, between you ({thread.reader}) and {thread.sender.name} ({thread.sender.email}). No
        one else with access to the file sees them. Times are in {thread.zone}.
      </p>
      <Thread comments={thread.comments} unread={thread.unread} closed={null} answer={answer} />
    </div>
  )
}
