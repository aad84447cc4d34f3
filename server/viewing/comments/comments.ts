import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { maxCommentLength } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import { addComment, commentsOf, markRead, removeComment, unreadIn, type Comment } from './comment-rows.ts'
import { loadFacts, type ShareAccess } from '#server/viewing/access/facts.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import { lockAsFound } from '#server/viewing/entry/opening.ts'
import { commentsByOne } from '#server/rules/product/call-rates.ts'

type CommentsDeps = {
  database: Database
  events: Events
  rates: RateLimits
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** An open thread: who reads it, and what was written. */
export type ReaderThread = { found: ShareAccess; comments: Comment[]; unread: number }

/**
 * A recipient's side of the comments on a share: their own thread, which only they and the sender read. Each method
 * checks the policy and throws what it says; visitors of a link have no thread.
 */
export class Comments {
  readonly #deps: CommentsDeps

  constructor(deps: CommentsDeps) {
    this.#deps = deps
  }

  async thread(identity: Identity, shareGuid: string): Promise<ReaderThread> {
    const found = await this.#pass(identity, shareGuid)
    const comments = await commentsOf(this.#deps.database.kysely, found.recipientGuid)
    return { found, comments, unread: unreadIn(comments, { isOwner: false }) }
  }

  /** How many answers of the sender a recipient has not read; null for someone without a thread. */
  async unread(found: ShareAccess): Promise<number | null> {
    const { database, clock } = this.#deps
    if (!found.recipientGuid || decide(found.policyFacts, 'comment', clock()) !== null) return null
    const comments = await commentsOf(database.kysely, found.recipientGuid)
    return unreadIn(comments, { isOwner: false })
  }

  /**
   * Adds a comment, and records that the sender's were read up to the last one shown. Throws textRefused with the
   * field, tooManyAttempts.
   */
  async write(
    identity: Identity,
    shareGuid: string,
    { text, upTo }: { text: string; upTo: number },
    client: Client,
  ): Promise<void> {
    const { database, rates, words, clock } = this.#deps
    const tidy = commentText(text, words)
    for (;;) {
      const found = await this.#pass(identity, shareGuid)
      await rates.require(`comment|${found.recipientGuid}`, commentsByOne)
      const now = clock()
      const isWritten = await database.transaction(async (tx) => {
        // If the sender edited or closed the share in between, the policy is checked again.
        if (!(await lockAsFound(tx, found))) return false
        await markRead(tx, { recipientGuid: found.recipientGuid, upTo, isOwner: false, now })
        await this.#add(tx, found, tidy, client, now)
        return true
      })
      if (isWritten) return
    }
  }

  async #add(
    tx: Transaction,
    { shareGuid, recipientGuid, email }: FoundRecipient,
    text: string,
    client: Client,
    now: number,
  ): Promise<void> {
    const facts = { recipientGuid, isOwners: false }
    // Before it exists: for what waits already, an email is queued.
    await this.#deps.events.record(tx, { subject: shareGuid, kind: 'Commented', actor: email, client, facts })
    await addComment(tx, { shareGuid, ...facts, text, now })
  }

  /** Records that the sender's comments were read, up to the last one shown. */
  async read(identity: Identity, shareGuid: string, upTo: number): Promise<void> {
    const { database, clock } = this.#deps
    const { recipientGuid } = await this.#pass(identity, shareGuid)
    await markRead(database.kysely, { recipientGuid, upTo, isOwner: false, now: clock() })
  }

  /** Permanently deletes the text of the reader's own comment; a stub stays. Throws notFound. */
  async remove(identity: Identity, shareGuid: string, number: number): Promise<void> {
    const { database, clock } = this.#deps
    const { recipientGuid } = await this.#pass(identity, shareGuid)
    const own = { recipientGuid, number, isOwner: false, now: clock() }
    if (!(await removeComment(database.kysely, own))) throw new Problem('notFound')
  }

  async #pass(identity: Identity, shareGuid: string): Promise<FoundRecipient> {
    const { database, clock } = this.#deps
    const found = await loadFacts(database.kysely, identity, shareGuid, clock())
    if (!found) throw new Problem(strangerRefusal(identity))
    const refusal = decide(found.policyFacts, 'comment', clock())
    if (refusal !== null) throw new Problem(refusal)
    const { recipientGuid } = found
    // The sender has a separate page.
    if (recipientGuid === null) throw new Problem('notFound')
    return { ...found, recipientGuid }
  }
}

type FoundRecipient = ShareAccess & { recipientGuid: string }

/** A comment as it is stored. Throws textRefused with the field. */
export function commentText(typed: string, words: { blockedWords?: WordFilter }): string {
  const text = plainText(typed, { field: 'text', label: 'message', maxLength: maxCommentLength, ...words })
  if (text === '') throw new Problem('textRefused', { field: 'text', text: 'Write a comment first.' })
  return text
}
