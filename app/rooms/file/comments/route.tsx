import { useActionData, useLoaderData } from '@remix-run/react'
import { midSentence, recentTime } from '#server/rules/text/format.ts'
import { commentForm, removeCommentForm } from '#server/viewing/entry/forms.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { Thread } from '#app/ui/thread.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { leadFromClosedRoom } from '#app/view-models/ended.server.ts'
import { folderCrumbs, versionsPath } from '#app/view-models/room-links.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'

/** The comments on a file, which everyone reads who can see it. */
export const loader = load(routes.rooms.comments, 'member can browse', async ({ identity, ...context }) => {
  const { services, params, now } = context
  const { room, found, comments, mayWrite } = await services.viewing.roomComments
    .thread(identity, placeOf(params))
    .catch(async (error: unknown) => {
      await leadFromClosedRoom(context, params.ShareGuid)
      throw error
    })
  const timeZone = identity.user?.timeZone ?? 'UTC'
  return {
    name: found.item.name,
    head: await roomHead(context, room, { here: 'files' }),
    crumbs: folderCrumbs(room, found.path.slice(0, -1)),
    back: versionsPath(room.guid, found.item.guid),
    zone: timeZone.replaceAll('_', ' '),
    mayWrite,
    comments: comments.map((comment) => ({
      number: comment.number,
      who: comment.isOwn ? 'You' : comment.name,
      at: midSentence(recentTime(comment.createdAt, timeZone, now)),
      text: comment.isDeleted ? null : comment.text,
      isNew: false,
      mayDelete: comment.mayRemove,
    })),
    constraints: constraintsOf({ write: commentForm }),
  }
})

export const action = submit(routes.rooms.comments, 'member can browse', {
  write: once(commentForm, async ({ form, identity, ...context }) => {
    const { services, params, client } = context
    await services.viewing.roomComments.write(identity, placeOf(params), form.text, client)
    return back(context, 'Comment sent.')
  }),
  remove: once(removeCommentForm, async ({ form, identity, ...context }) => {
    const { services, params } = context
    await services.viewing.roomComments.remove(identity, placeOf(params), form.number)
    return back(context, 'Comment deleted.')
  }),
})

function placeOf({ RoomGuid, ShareGuid }: ParametersOf<'rooms.comments'>) {
  return { roomGuid: RoomGuid, itemGuid: ShareGuid }
}

function back({ visitor, params }: RequestContext<ParametersOf<'rooms.comments'>>, notice: string) {
  const { RoomGuid, ShareGuid } = params
  return goWithNotice(visitor, href(routes.rooms.comments, { RoomGuid, ShareGuid }), notice, 'good')
}

export const meta = titled<typeof loader>((data) => `Comments – ${data.name}`)

export default function RoomFileComments() {
  const file = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <RoomHead head={file.head} title="Comments" crumbs={file.crumbs} />
      <section className="measure card stack" aria-label="Comments">
        <p>
          On <a href={file.back}>{file.name}</a>. Everyone who can see this file reads them. Times are in{' '}
          {file.zone}.
        </p>
        <Thread
          comments={file.comments}
          unread={0}
          closed={file.mayWrite ? null : 'This data room can’t be changed, so you can’t add comments.'}
          answer={answer}
        />
      </section>
    </>
  )
}
