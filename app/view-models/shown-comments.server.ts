import { midSentence, recentTime } from '#server/rules/text/format.ts'
import type { Comment } from '#server/viewing/comments/comment-rows.ts'
import type { ShownComment } from '#app/ui/thread.tsx'

type Sides = { isOwner: boolean; other: string; timeZone: string; now: number; isOpen: boolean }

/** Comments as one side of a thread reads them; `other` is the name of the other side. */
export function shownComments(
  comments: readonly Comment[],
  { isOwner, other, timeZone, now, isOpen }: Sides,
): ShownComment[] {
  return comments.map((comment) => {
    const isOwn = comment.isOwners === isOwner
    return {
      number: comment.number,
      who: isOwn ? 'You' : other,
      at: midSentence(recentTime(comment.createdAt, timeZone, now)),
      text: comment.isDeleted ? null : comment.text,
      isNew: !isOwn && !comment.isRead && !comment.isDeleted,
      mayDelete: isOwn && isOpen && !comment.isDeleted,
    }
  })
}
