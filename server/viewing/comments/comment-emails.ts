import { composeEmail, type Email } from '#server/mail/layout.ts'
import { counted } from '#server/rules/text/format.ts'

type CommentsContent = {
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
  { count, url, from, hasAccount, switchOffAt }: CommentsContent,
): Email {
  const what = counted(count, 'new comment')
  return composeEmail({
    to,
    subject: from === null ? `${what} on your file` : `${what} from ${from}`,
    heading: count === 1 ? 'You have a new comment' : 'You have new comments',
    paragraphs: [
      from === null ? `A recipient of your file wrote to you.` : `It’s about a file shared with you.`,
      'To keep it private, the text isn’t in this email. Only the two of you can read it.',
    ],
    action: { label: 'Read and reply', url },
    footer: hasAccount
      ? 'You can turn these emails off in Settings › Notifications.'
      : 'You’re receiving this because a file is shared with this address. Comments end when access to the file ends.',
    switchOffAt,
  })
}
