import type { Kysely } from 'kysely'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import type { WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import { addComment, commentsOf, markRead, removeComment, type Comment } from './comment-rows.ts'
import { commentText } from './comments.ts'
import { isOpenThread, threadRow, type ThreadRow } from './thread-row.ts'
import { lockRow } from '#server/shares/own-share.ts'

type ThreadsDeps = {
  database: Database
  events: Events
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** A recipient with the number of comments in their thread; `lastAt` in epoch milliseconds, null if there are none. */
export type ListedThread = {
  recipientGuid: string
  email: string
  name: string
  unread: number
  lastAt: number | null
}

/**
 * The sender's side of the comments on a share: one thread for each recipient. Throws notFound for anyone
 * else.
 */
export class Threads {
  readonly #deps: ThreadsDeps

  constructor(deps: ThreadsDeps) {
    this.#deps = deps
  }

  /**
   * Every recipient of the actor's share with a thread, the latest first, then those without one who can be written to.
   */
  async list(actor: User, shareGuid: string): Promise<ListedThread[]> {
    const rows = await this.#deps.database.kysely
      .selectFrom('recipient')
      .innerJoin('share', 'share.guid', 'recipient.share_guid')
      .leftJoin('comment', 'comment.recipient_guid', 'recipient.guid')
      .select(({ fn, eb }) => [
        'recipient.guid',
        'recipient.email',
        'recipient.name',
        'recipient.revoked_at',
        'recipient.added_at',
        fn.max<number | null>('comment.created_at').as('last_at'),
        fn
          .count<number>('comment.guid')
          .filterWhere(
            eb.and([
              eb('comment.is_owners', '=', 0),
              eb('comment.read_at', 'is', null),
              eb('comment.deleted_at', 'is', null),
            ]),
          )
          .as('unread'),
      ])
      .where('recipient.share_guid', '=', shareGuid)
      .where('share.owner_guid', '=', actor.guid)
      .groupBy([
        'recipient.guid',
        'recipient.email',
        'recipient.name',
        'recipient.revoked_at',
        'recipient.added_at',
      ])
      .orderBy('recipient.added_at')
      .orderBy('recipient.email')
      .execute()
    return rows
      .filter((row) => row.last_at !== null || row.revoked_at === null)
      .map(({ guid, email, name, unread, last_at: lastAt }) => ({
        recipientGuid: guid,
        email,
        name,
        unread: Number(unread),
        lastAt: lastAt === null ? null : Number(lastAt),
      }))
      .toSorted((a, b) => (b.lastAt ?? 0) - (a.lastAt ?? 0))
  }

  /** How many comments on the actor's share the actor has not read. */
  async unread(actor: User, shareGuid: string): Promise<number> {
    const { count } = await this.#deps.database.kysely
      .selectFrom('comment')
      .innerJoin('share', 'share.guid', 'comment.share_guid')
      .select((comment) => comment.fn.countAll<number>().as('count'))
      .where('comment.share_guid', '=', shareGuid)
      .where('share.owner_guid', '=', actor.guid)
      .where('comment.is_owners', '=', 0)
      .where('comment.read_at', 'is', null)
      .where('comment.deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** One thread, and whether it still accepts comments. Throws notFound. */
  async thread(
    actor: User,
    shareGuid: string,
    recipientGuid: string,
  ): Promise<{ comments: Comment[]; isOpen: boolean }> {
    const { database, clock } = this.#deps
    const found = await this.#find(database.kysely, actor, shareGuid, recipientGuid)
    return {
      comments: await commentsOf(database.kysely, recipientGuid),
      isOpen: isOpenThread(found, clock()),
    }
  }

  /**
   * Writes to a recipient, and records that their comments were read up to the last one shown. Throws
   * notFound, threadClosed, textRefused with the field.
   */
  async answer(
    actor: User,
    shareGuid: string,
    { recipientGuid, text, upTo }: { recipientGuid: string; text: string; upTo: number },
    client: Client,
  ): Promise<void> {
    const { database, events, words, clock } = this.#deps
    const tidy = commentText(text, words)
    const now = clock()
    await database.transaction(async (tx) => {
      await lockRow(tx).where('guid', '=', shareGuid).execute()
      const found = await this.#find(tx, actor, shareGuid, recipientGuid)
      if (!isOpenThread(found, now)) throw new Problem('threadClosed')
      await markRead(tx, { recipientGuid, upTo, isOwner: true, now })
      const facts = { recipientGuid, isOwners: true }
      const { email } = actor
      // Before it exists: for what waits already, an email is queued.
      await events.record(tx, { subject: shareGuid, kind: 'Commented', actor: email, client, facts })
      await addComment(tx, { shareGuid, ...facts, text: tidy, now })
    })
  }

  /** Records that a recipient's comments were read, up to the last one shown. Throws notFound. */
  async read(actor: User, shareGuid: string, recipientGuid: string, upTo: number): Promise<void> {
    const { database, clock } = this.#deps
    await this.#find(database.kysely, actor, shareGuid, recipientGuid)
    await markRead(database.kysely, { recipientGuid, upTo, isOwner: true, now: clock() })
  }

  /** Permanently deletes the text of the actor's own comment; a stub stays. Throws notFound, threadClosed. */
  async remove(actor: User, shareGuid: string, recipientGuid: string, number: number): Promise<void> {
    const { database, clock } = this.#deps
    const found = await this.#find(database.kysely, actor, shareGuid, recipientGuid)
    if (!isOpenThread(found, clock())) throw new Problem('threadClosed')
    const own = { recipientGuid, number, isOwner: true, now: clock() }
    if (!(await removeComment(database.kysely, own))) throw new Problem('notFound')
  }

  async #find(
    kysely: Kysely<Schema>,
    actor: User,
    shareGuid: string,
    recipientGuid: string,
  ): Promise<ThreadRow> {
    const row = await threadRow(kysely, recipientGuid)
      .where('share.guid', '=', shareGuid)
      .where('share.owner_guid', '=', actor.guid)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    return row
  }
}
