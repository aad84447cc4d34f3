import type { Transaction } from '#server/db/open.ts'
import type { Post } from '#server/mail/post.ts'
import { sharesLetter } from './letters.ts'
import { visibilityOf } from './rows.ts'
import { shareUrl } from './share-url.ts'

/** Writes one letter to each recipient of a sending, with the links of all files that were shared (B17). */
export async function postSendingLetters(
  { tx, post, publicUrl }: { tx: Transaction; post: Post; publicUrl: URL },
  sendingGuid: string,
): Promise<void> {
  const rows = await invited(tx, sendingGuid)
  for (const own of Map.groupBy(rows, ({ email }) => email).values()) {
    const [{ email, message, ...sender }] = own as [Invited, ...Invited[]]
    const letter = sharesLetter(email, {
      sender: { firstName: sender.first_name, lastName: sender.last_name, email: sender.sender_email },
      message,
      links: own.map(({ share_guid: guid }) => shareUrl(publicUrl, guid)),
      visibility: visibilityOf(own[0]!),
    })
    await post.post(tx, letter, { recipientGuid: own.map(({ recipient_guid: guid }) => guid) })
  }
}

type Invited = Awaited<ReturnType<typeof invited>>[number]

/** Each recipient of each share, in the order in which the files were sent. */
function invited(tx: Transaction, sendingGuid: string) {
  return tx
    .selectFrom('sending_file')
    .innerJoin('share', 'share.guid', 'sending_file.share_guid')
    .innerJoin('recipient', 'recipient.share_guid', 'share.guid')
    .innerJoin('user as sender', 'sender.guid', 'share.owner_guid')
    .select([
      'share.guid as share_guid',
      'share.message',
      'share.visibility',
      'share.needs_passkey',
      'recipient.guid as recipient_guid',
      'recipient.email',
      'sender.first_name',
      'sender.last_name',
      'sender.email as sender_email',
    ])
    .where('sending_file.sending_guid', '=', sendingGuid)
    .where('share.status', '=', 'Active')
    .where('recipient.revoked_at', 'is', null)
    .orderBy('sending_file.number')
    .orderBy('recipient.email')
    .execute()
}
