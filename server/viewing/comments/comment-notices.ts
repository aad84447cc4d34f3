import { choicesOf } from '#server/accounts/keeping/notifications.ts'
import { isQuiet, type QuietAddresses } from '#server/accounts/addresses/quiet-addresses.ts'
import { settingsUrl } from '#server/accounts/keeping/settings-url.ts'
import { userByEmail } from '#server/accounts/user-rows.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { commentsEmail } from './comment-emails.ts'
import { isOpenThread, threadRow } from './thread-row.ts'

const minute = 60_000
/** Comments are collected for this long, so that several in a row are one email. */
const gathering = 5 * minute
/** An email not sent within this time never will be: the next comment queues another. */
const givenUp = 60 * minute

type NoticesDeps = {
  database: Database
  events: Events
  jobs: Jobs
  mailer: Mailer
  quietAddresses: QuietAddresses
  publicUrl: URL
  clock: () => number
}

/** Emails about comments: one for all within five minutes, to the side that did not write them. */
export class CommentNotices {
  readonly #deps: NoticesDeps

  constructor(deps: NoticesDeps) {
    this.#deps = deps
    const { database, events, jobs } = deps
    events.onEmail('commentsEmail', (tx, { subject, facts }) =>
      this.#plan(tx, { shareGuid: subject, ...facts }),
    )
    jobs.handle('comment-letter', ({ shareGuid = '', recipientGuid = '' }) =>
      database.transaction((tx) =>
        recipientGuid === '' ? this.#tellOwner(tx, shareGuid) : this.#tellRecipient(tx, recipientGuid),
      ),
    )
  }

  /**
   * Queues an email in five minutes, unless one is queued already. Called before the comment is added, with the share
   * locked. A thread names its recipient; the owner is notified of all threads of a share together.
   */
  async #plan(
    tx: Transaction,
    { shareGuid, recipientGuid, isOwners }: { shareGuid: string; recipientGuid: string; isOwners: boolean },
  ): Promise<void> {
    const { jobs, clock } = this.#deps
    const now = clock()
    const waiting = untold(tx, isOwners)
      .select('guid')
      .where('created_at', '>', now - givenUp)
      .limit(1)
    const isPlanned = isOwners
      ? await waiting.where('recipient_guid', '=', recipientGuid).executeTakeFirst()
      : await waiting.where('share_guid', '=', shareGuid).executeTakeFirst()
    if (isPlanned) return
    const payload = { shareGuid, recipientGuid: isOwners ? recipientGuid : '' }
    await jobs.add(tx, 'comment-letter', payload, { runAt: now + gathering })
  }

  async #tellOwner(tx: Transaction, shareGuid: string): Promise<void> {
    const { mailer, publicUrl } = this.#deps
    const owner = await tx
      .selectFrom('share')
      .innerJoin('user', 'user.guid', 'share.owner_guid')
      .select(['user.guid', 'user.email', 'user.status'])
      .where('share.guid', '=', shareGuid)
      .executeTakeFirst()
    const count = await this.#markTold(tx, { column: 'share_guid', guid: shareGuid, isOwners: false })
    if (!owner || owner.status !== 'Active' || count === 0) return
    if (!(await choicesOf(tx, owner.guid)).isToldOfComments) return
    const switchOffAt = settingsUrl(publicUrl, 'notifications')
    const url = new URL(`/s/${shareGuid}/comments`, publicUrl).href
    await mailer.enqueue(
      tx,
      commentsEmail(owner.email, { count, url, from: null, hasAccount: true, switchOffAt }),
    )
  }

  async #tellRecipient(tx: Transaction, recipientGuid: string): Promise<void> {
    const { mailer, quietAddresses, publicUrl, clock } = this.#deps
    const found = await threadRow(tx, recipientGuid).executeTakeFirst()
    const count = await this.#markTold(tx, { column: 'recipient_guid', guid: recipientGuid, isOwners: true })
    if (!found || count === 0 || !isOpenThread(found, clock())) return
    if (await isQuiet(tx, found.email)) return
    const account = await userByEmail(tx, found.email.toLowerCase())
    if (account && !(await choicesOf(tx, account.guid)).isToldOfComments) return
    const from = `${found.first_name} ${found.last_name}`.trim()
    const url = new URL(`/file/${found.share_guid}/comments`, publicUrl).href
    const switchOffAt = account
      ? settingsUrl(publicUrl, 'notifications')
      : quietAddresses.linkFor(found.email)
    await mailer.enqueue(
      tx,
      commentsEmail(found.email, { count, url, from, hasAccount: account !== undefined, switchOffAt }),
    )
  }

  /** Counts what to notify of: nothing that was read or deleted in the meantime. */
  async #markTold(
    tx: Transaction,
    { column, guid, isOwners }: { column: 'share_guid' | 'recipient_guid'; guid: string; isOwners: boolean },
  ): Promise<number> {
    const notified = await tx
      .updateTable('comment')
      .set({ told_at: this.#deps.clock() })
      .where(column, '=', guid)
      .where('is_owners', '=', isOwners ? 1 : 0)
      .where('told_at', 'is', null)
      .returning(['read_at', 'deleted_at'])
      .execute()
    return notified.filter((comment) => comment.read_at === null && comment.deleted_at === null).length
  }
}

function untold(tx: Transaction, isOwners: boolean) {
  return tx
    .selectFrom('comment')
    .where('is_owners', '=', isOwners ? 1 : 0)
    .where('told_at', 'is', null)
}
