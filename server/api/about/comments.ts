import type { AboutCalls } from './about-call.ts'
import { closedShare, unready } from './codes.ts'
import { limits } from './limits.ts'

/** What is said about calls: comments. */
export const aboutComments: AboutCalls = {
  'GET /v1/message/list/{ShareGuid}': {
    does: 'Read comments',
    refusals: [...closedShare, ...unready, 20404],
    about:
      'Recipients get their thread: `Messages`, `TotalCount` and `UnreadCount`. The sender gets `Threads`, each with RecipientUserEmail, RecipientName, UnreadCount and LastTime; with `?RecipientEmail=…`, the `Messages` of that thread, and `IsOpen`, which says whether it still accepts messages. Each message has MessageNumber, MessageText, MessageTime, IsSender (written by the sender of the file), IsOwn, IsDeleted and IsRead. Listing does not mark messages as read.\n\nFor a file in a data room everyone who can see it gets the same `Messages`, with UserEmail and UserName of who wrote each, and without IsRead; IsSender says that it was the owner. `IsOpen` is false where comments are off, or the room is archived.',
    query: ['RecipientEmail'],
  },
  'POST /v1/message/add': {
    does: 'Write a comment',
    refusals: [...closedShare, ...unready, 20404, 20440, 20442, 20463],
    limits: limits.comments,
    example: ['MessageText'],
    about:
      "Fields: `ShareGuid`, `MessageText` (at most 2000 characters, plain text); for the sender `RecipientEmail`, which names the thread; `ReadTo`, the number of the last message shown, up to which the other side's messages are marked as read. On a file in a data room everyone who can see it can write, without RecipientEmail; 20440: the room is archived.",
  },
}
