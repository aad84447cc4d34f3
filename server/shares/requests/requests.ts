import { sql, type Kysely } from 'kysely'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { linkColumns } from '#server/db/tables/request-tables.ts'
import type { Schema } from '#server/db/schema.ts'
import { day, expiryState } from '#server/rules/sharing/expiry.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import {
  maxReasonLength,
  type Decision,
  type Granted,
  type RequestKind,
} from '#server/rules/sharing/requests.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import { addRecipient } from '#server/shares/people/add-recipient.ts'
import { expireRequests } from './request-owner.ts'
import { lockShare, type HeldShare } from '#server/shares/sending/held-share.ts'
import type { Invitations } from '#server/shares/sending/invitations.ts'
import {
  requesterOf,
  countDecidable,
  decidableRows,
  requestRows,
  shareOfRequest,
  type RequestRow,
} from './request-rows.ts'

/**
 * How a page about one decision refers to the request: by the secret of an emailed link, or by its guid for the owner.
 */
export type RequestKey = {
  shareGuid: string
  kind: RequestKind
  decision: Decision
  token: string | null
  requestGuid: string | null
}

export type Approval = { granted: Granted; endsAt: number | null }
export type ShareOfRequest = Awaited<ReturnType<typeof shareOfRequest>>

type Settled = { request: RequestRow; share: HeldShare }

type Deps = {
  database: Database
  events: Events
  plans: Plans
  invitations: Invitations
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** Requests that owners received about their shares, and how they decide. */
export class Requests {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * A request as the person deciding sees it: by the secret of the emailed link, bound to share, address and decision,
   * or as the signed-in owner. Null if the link is right but older than 7 days. Throws notFound, the same for everyone
   * else, and requestOver once there is nothing left to decide.
   */
  async look(
    actor: User | null,
    key: RequestKey,
  ): Promise<{ request: RequestRow; share: ShareOfRequest } | null> {
    const { database, clock } = this.#deps
    const now = clock()
    const request = await this.#find(database.kysely, actor, key)
    if (key.token !== null && request.links_until <= now) return null
    const share = await shareOfRequest(database.kysely, request.share_guid)
    if (isWaiting(request)) {
      const { destructSeconds, expiresAt } = share.protections
      const facts = { status: share.status, destructSeconds, expiresAt, firstViewedAt: null }
      const { state } = expiryState(facts, now)
      const isOpen =
        share.binned_at === null &&
        share.owner_status === 'Active' &&
        (state === 'open' || (state === 'Expired' && request.extra_days !== null))
      if (!isOpen || request.expires_at <= now) throw new Problem('requestOver')
    }
    if (request.status === 'Expired') throw new Problem('requestOver')
    return { request, share }
  }

  async #find(kysely: Kysely<Schema>, actor: User | null, key: RequestKey): Promise<RequestRow> {
    const { shareGuid, kind, decision, token, requestGuid } = key
    const ofShare = requestRows(kysely)
      .where('request.share_guid', '=', shareGuid)
      .where('request.kind', '=', kind)
    let request: RequestRow | undefined
    if (token !== null) {
      const column = `request.${linkColumns[decision]}` as const
      request = await ofShare.where(column, '=', hashOfSecret(token)).executeTakeFirst()
    } else if (actor && requestGuid !== null) {
      request = await ofShare
        .where('request.guid', '=', requestGuid)
        .where('request.owner_guid', '=', actor.guid)
        .executeTakeFirst()
    }
    if (!request) throw new Problem('notFound')
    return request
  }

  /**
   * Approves the request. Deciding again changes nothing, no matter who is second. Throws notFound, requestOver, and
   * recipientsOverPlan or alreadyRecipient.
   */
  async approve(actor: User | null, key: RequestKey, approval: Approval, client: Client): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      const settled = await this.#settle(tx, actor, key, { status: 'Approved', note: '', ...approval })
      if (!settled) return
      const { request, share } = settled
      if (request.extra_days !== null) return this.#extend(tx, settled, approval.endsAt, client)
      const { granted, endsAt } = approval
      const person = { email: request.email, name: request.name }
      const requester = requesterOf(request)
      const isViewOnly = granted === 'view'
      await addRecipient(
        tx,
        this.#deps,
        share,
        { ...person, rights: { isViewOnly, endsAt, forwardedBy: requester?.email ?? null } },
        requester ? 'pass' : 'access',
      )
      await events.record(tx, {
        subject: share.guid,
        kind: 'Approved',
        actor: share.owner.email,
        client,
        detail: { to: person.email, rights: granted },
        facts: { requester, person },
      })
    })
  }

  /** Opens the file again to the recipient who asked for more days, and to no one else. */
  async #extend(
    tx: Transaction,
    { request, share }: Settled,
    endsAt: number | null,
    client: Client,
  ): Promise<void> {
    const { events, invitations, clock } = this.#deps
    const until = endsAt ?? clock() + (request.extra_days ?? 0) * day
    const person = await tx
      .updateTable('recipient')
      .set({ extended_until: until, mail_status: 'Waiting', mail_reason: '' })
      .where('share_guid', '=', share.guid)
      .where(sql<string>`lower(email)`, '=', request.email)
      .where('revoked_at', 'is', null)
      .returning('guid')
      .executeTakeFirst()
    if (!person) throw new Problem('requestOver')
    await invitations.post(tx, [{ recipientGuid: person.guid, shareGuid: share.guid, kind: 'access' }])
    await events.record(tx, {
      subject: share.guid,
      kind: 'Approved',
      actor: share.owner.email,
      client,
      detail: { to: request.email, until: new Date(until).toISOString() },
      facts: { requester: null, person: { email: request.email, name: request.name } },
    })
  }

  /**
   * Rejects the request; the note goes to the requester. Deciding again changes nothing. Throws notFound, requestOver,
   * textRefused.
   */
  async reject(actor: User | null, key: RequestKey, typedNote: string, client: Client): Promise<void> {
    const { database, events, words } = this.#deps
    const note = plainText(typedNote, { field: 'note', maxLength: maxReasonLength, ...words })
    await database.transaction(async (tx) => {
      const nothing = { granted: null, endsAt: null }
      const settled = await this.#settle(tx, actor, key, { status: 'Rejected', note, ...nothing })
      if (!settled) return
      const { request, share } = settled
      const { kind, email, name, reason, extra_days: extraDays } = request
      await events.record(tx, {
        subject: share.guid,
        kind: 'Rejected',
        actor: share.owner.email,
        client,
        detail: { to: email },
        facts: { kind, person: { email, name }, requestedBy: requesterOf(request), reason, extraDays, note },
      })
    })
  }

  /** One conditional update decides: of two at once only one succeeds. Null if it was decided before. */
  async #settle(
    tx: Transaction,
    actor: User | null,
    key: RequestKey,
    outcome: {
      status: 'Approved' | 'Rejected'
      note: string
      granted: Granted | null
      endsAt: number | null
    },
  ): Promise<Settled | null> {
    const now = this.#deps.clock()
    // Someone who may not decide locks nothing. Then the share is locked first, as by requesters: no deadlock.
    await this.#find(tx, actor, key)
    const share = await lockShare(tx, key.shareGuid, now)
    const request = await this.#find(tx, actor, key)
    if (key.token !== null && request.links_until <= now) throw new Problem('linkUsedUp')
    if (request.status === 'Approved' || request.status === 'Rejected') return null
    if (!share || !(request.extra_days === null ? share.isOpen : share.isKept))
      throw new Problem('requestOver')
    const { status, note, endsAt } = outcome
    // More time changes nothing about what the person can do.
    const granted = request.extra_days === null ? outcome.granted : null
    const won = await tx
      .updateTable('access_request')
      .set({
        status,
        note,
        granted,
        ends_at: endsAt,
        decided_at: now,
        decided_by: key.token === null ? 'owner' : 'letter',
      })
      .where('guid', '=', request.guid)
      .where('status', '=', 'Pending')
      .where('expires_at', '>', now)
      .returning('guid')
      .executeTakeFirst()
    if (!won) throw new Problem('requestOver')
    return { request, share }
  }

  /** The actor's pending requests, the newest first: of one share, or of all that are open to recipients. */
  async waiting(
    actor: User,
    { shareGuid, limit }: { shareGuid?: string; limit: number },
  ): Promise<RequestRow[]> {
    const { database, clock } = this.#deps
    const decidable = { ownerGuid: actor.guid, shareGuid: shareGuid ?? '', now: clock(), limit }
    return decidableRows(database.kysely, decidable, shareGuid === undefined ? 'owner' : 'share')
  }

  /** How many of the actor's requests are pending; counting stops at the limit. */
  waitingCount(actor: User, limit: number): Promise<number> {
    const { database, clock } = this.#deps
    return countDecidable(database.kysely, { ownerGuid: actor.guid, now: clock(), limit })
  }

  /** The actor's requests that were decided or expired, the newest first. */
  async decided(
    actor: User,
    { shareGuid, limit }: { shareGuid?: string; limit: number },
  ): Promise<RequestRow[]> {
    return requestRows(this.#deps.database.kysely)
      .where('request.owner_guid', '=', actor.guid)
      .$if(shareGuid !== undefined, (rows) => rows.where('request.share_guid', '=', shareGuid!))
      .where('request.status', 'in', ['Approved', 'Rejected', 'Expired'])
      .orderBy('request.created_at', 'desc')
      .orderBy('request.guid')
      .limit(limit)
      .execute()
  }

  /** Ends requests on which no one decided in time. */
  sweep(): Promise<number> {
    const { database, clock } = this.#deps
    return database.transaction((tx) => expireRequests(tx, clock()))
  }
}

function isWaiting({ status }: RequestRow): boolean {
  return status === 'Pending'
}
