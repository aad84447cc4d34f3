import { z } from 'zod'
import type { User } from '#server/accounts/users.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Comment } from '#server/viewing/comments/comment-rows.ts'
import type { RoomThread } from '#server/viewing/comments/room-comments.ts'
import type { ListedThread } from '#server/viewing/comments/threads.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import { isoTime } from './present.ts'
import { call, type Caller, type Entity } from './table.ts'

const addForm = z.object({
  ShareGuid: z.string(),
  MessageText: z.string().default(''),
  /** With whom: for the sender, who has a thread with each recipient. */
  RecipientEmail: z.string().default(''),
  /** The last message that was shown, up to which all are marked as read. */
  ReadTo: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
})

/**
 * Comments between the sender and one recipient, and those on files in data rooms. Listing them changes nothing: they
 * count as read with an answer.
 */
export const messagesCalls = [
  call('GET /v1/message/list/{ShareGuid}', {
    scope: 'read',
    async run({ services, user, identity, parameters, request }) {
      const guid = parameters.ShareGuid
      const { isOwner, isInRoom } = await placeOf(services, identity, guid)
      if (isInRoom) return roomThread(await sharedThread(services, identity, guid))
      if (!isOwner) {
        const { comments, unread } = await services.viewing.comments.thread(identity, guid)
        const Messages = comments.map((comment) => messageEntity(comment, { isOwner: false }))
        return { Messages, TotalCount: Messages.length, UnreadCount: unread }
      }
      const email = new URL(request.url).searchParams.get('RecipientEmail') ?? ''
      if (email === '') {
        const threads = await services.viewing.threads.list(user, guid)
        return { Threads: threads.map(threadEntity), TotalCount: threads.length }
      }
      const listed = await threadWith(services, user, guid, email)
      const { comments, isOpen } = await services.viewing.threads.thread(user, guid, listed.recipientGuid)
      const Messages = comments.map((comment) => messageEntity(comment, { isOwner: true }))
      return { ...threadEntity(listed), Messages, TotalCount: Messages.length, IsOpen: isOpen }
    },
  }),
  call('POST /v1/message/add', {
    scope: 'share',
    form: addForm,
    async run({ services, user, identity, form, client }) {
      const { ShareGuid, MessageText: text, RecipientEmail, ReadTo: upTo } = form
      const { isOwner, isInRoom } = await placeOf(services, identity, ShareGuid)
      if (isInRoom) {
        const place = { itemGuid: ShareGuid }
        await services.viewing.roomComments.write(identity, place, text, client)
      } else if (isOwner) {
        const { recipientGuid } = await threadWith(services, user, ShareGuid, RecipientEmail)
        await services.viewing.threads.answer(user, ShareGuid, { recipientGuid, text, upTo }, client)
      } else await services.viewing.comments.write(identity, ShareGuid, { text, upTo }, client)
      return { ShareGuid }
    },
  }),
]

/** Whose side of the comments the caller has; in data rooms there are none. Throws what a stranger gets for any file. */
async function placeOf(
  services: Services,
  identity: Caller['identity'],
  guid: string,
): Promise<{ isOwner: boolean; isInRoom: boolean }> {
  const { found, refusal } = await lookAs(services.viewing.pages, identity, guid, 'self')
  if (found.room && refusal) throw new Problem(refusal)
  return { isOwner: found.policyFacts.relationship === 'owner', isInRoom: found.room !== null }
}

/** The caller's thread with one recipient of their share. Throws badForm. */
async function threadWith(
  services: Services,
  user: User,
  guid: string,
  email: string,
): Promise<ListedThread> {
  const wanted = email.trim().toLowerCase()
  const threads = await services.viewing.threads.list(user, guid)
  const listed = threads.find((thread) => thread.email.toLowerCase() === wanted)
  if (listed) return listed
  throw new Problem('badForm', { text: 'RecipientEmail must be a recipient of this share.' })
}

function threadEntity({ email, name, unread, lastAt }: ListedThread) {
  return {
    RecipientUserEmail: email,
    RecipientName: name,
    UnreadCount: unread,
    LastTime: lastAt === null ? null : isoTime(lastAt),
  }
}

/** The comments on a file in a data room; null where they are off. */
async function sharedThread(
  services: Services,
  identity: Caller['identity'],
  itemGuid: string,
): Promise<RoomThread | null> {
  return services.viewing.roomComments.thread(identity, { itemGuid }).catch((error: unknown) => {
    if (error instanceof Problem && error.problem === 'notCommented') return null
    throw error
  })
}

/** What members read of them. */
function roomThread(thread: RoomThread | null): Entity {
  const Messages = (thread?.comments ?? []).map((comment) => ({
    MessageNumber: comment.number,
    MessageText: comment.text,
    MessageTime: isoTime(comment.createdAt),
    UserEmail: comment.email,
    UserName: comment.name,
    IsSender: comment.isOwners,
    IsOwn: comment.isOwn,
    IsDeleted: comment.isDeleted,
  }))
  return { Messages, TotalCount: Messages.length, IsOpen: thread?.mayWrite ?? false }
}

function messageEntity(comment: Comment, { isOwner }: { isOwner: boolean }) {
  return {
    MessageNumber: comment.number,
    MessageText: comment.text,
    MessageTime: isoTime(comment.createdAt),
    IsSender: comment.isOwners,
    IsOwn: comment.isOwners === isOwner,
    IsDeleted: comment.isDeleted,
    IsRead: comment.isRead,
  }
}
