import { composeEmail, type Email } from '#server/mail/layout.ts'
import { counted } from '#server/rules/text/format.ts'

type CommentsTold = {
  count: number
  /** Where they are read. */
  url: string
  /** The sender of the share, or null in an email to the sender. */
  from: string | null
  hasAccount: boolean
  /** Where an account selects its notifications, or an address without one. */
  switchOffAt: string
}

/**
 * Tells that there are new comments: neither what they say nor which file they are about, since email may be read by
 * more than one person.
 */
export function commentsEmail(
  to: string,
  { count, url, from, hasAccount, switchOffAt }: CommentsTold,
): Email {
  const what = counted(count, 'new comment')
  return composeEmail({
    to,
    subject: from === null ? `${what} on a file of yours` : `${what} from ${from}`,
    heading: count === 1 ? 'A comment waits for you' : 'Comments wait for you',
    paragraphs: [
      from === null
        ? `Somebody with whom you share a file wrote to you: ${what}.`
        : `${from} wrote to you about a file that is shared with you: ${what}.`,
      'What was written is not in this letter. Only the two of you can read it.',
    ],
    action: { label: 'Read and answer', url },
    footer: hasAccount
      ? 'You get this letter because your notifications say so.'
      : 'You get this letter because a file is shared with this address. Comments end when the file is closed.',
    switchOffAt,
  })
}
