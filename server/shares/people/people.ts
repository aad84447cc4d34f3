import type { User } from '#server/accounts/accounts.ts'
import { withAccounts } from '#server/accounts/addresses/known-accounts.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { recipientsOverPlanMessage } from '#server/rules/text/messages.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Detail, PlainKind, Events } from '#server/events/events.ts'
import { endText, yesOrNo } from '#server/shares/changes.ts'
import type { Invitations } from '#server/shares/sending/invitations.ts'
import { isOpenTo, type Person } from './ends.ts'
import { countChange, lockOwnShare, ownShare } from '#server/shares/own-share.ts'
import {
  heldSince,
  recipientColumns,
  recipientRows,
  type RecipientRow,
  type ShareRow,
} from '#server/shares/rows.ts'

const hour = 3_600_000
const maxForOne = { count: 3, per: hour }
const maxForAll = { count: 100, per: hour }

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  plans: Plans
  invitations: Invitations
  clock: () => number
}

/** With the guid of the account of someone who opened the share. */
export type KnownRecipient = RecipientRow & { user_guid: string | null }
export type PeoplePage = { share: ShareRow; people: KnownRecipient[]; total: number }

const cameAt = (person: RecipientRow) => person.first_viewed_at

/** The people of a share, one by one: what each can do, and whether the email arrived. */
export class Recipients {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * A share of the actor's with a page of its people, in the order they were added; `page` counts from 1. Throws
   * notFound.
   */
  async page(
    actor: User,
    shareGuid: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<PeoplePage> {
    const { kysely } = this.#deps.database
    const share = await ownShare(kysely, actor, shareGuid)
    const all = kysely.selectFrom('recipient').where('share_guid', '=', shareGuid)
    const [people, counted] = await Promise.all([
      all
        .select(recipientColumns)
        .select(heldSince.as('held_at'))
        .orderBy('added_at')
        .orderBy('email')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ])
    return { share, people: await withAccounts(kysely, people, cameAt), total: Number(counted.total) }
  }

  /** One share of the actor's with all of its people. Throws notFound for anyone else's, and for one in the trash. */
  async all(actor: User, shareGuid: string): Promise<{ share: ShareRow; people: KnownRecipient[] }> {
    const { kysely } = this.#deps.database
    const share = await ownShare(kysely, actor, shareGuid)
    return { share, people: await withAccounts(kysely, await recipientRows(kysely, shareGuid), cameAt) }
  }

  /**
   * How many people were let in by a recipient of the actor's share: of one forwarder, and between two moments (epoch
   * ms, `to` not included), where that is not null. Throws notFound.
   */
  async forwards(
    actor: User,
    shareGuid: string,
    { person, from, to }: { person: string | null; from: number | null; to: number | null },
  ): Promise<number> {
    const { kysely } = this.#deps.database
    await ownShare(kysely, actor, shareGuid)
    const row = await kysely
      .selectFrom('recipient')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('share_guid', '=', shareGuid)
      .where('forwarded_by', 'is not', null)
      .$if(person !== null, (query) => query.where('forwarded_by', '=', person))
      .$if(from !== null, (query) => query.where('added_at', '>=', from!))
      .$if(to !== null, (query) => query.where('added_at', '<', to!))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  /** One person of a share of the actor's. Throws notFound. */
  async find(actor: User, shareGuid: string, recipientGuid: string): Promise<Person> {
    const { kysely } = this.#deps.database
    const share = await ownShare(kysely, actor, shareGuid)
    return { share, person: await personOf(kysely, shareGuid, recipientGuid) }
  }

  /**
   * Sends the link again, as soon as the file can be read. Throws notFound, linkNotSent if the file is closed to this
   * person, and tooManyAttempts after 3 in an hour to one person or 100 by one sender.
   */
  async sendAgain(actor: User, shareGuid: string, recipientGuid: string): Promise<void> {
    const { rates, clock } = this.#deps
    const found = await this.find(actor, shareGuid, recipientGuid)
    requireOpen(found, clock())
    await rates.require(`resend:user:${actor.guid}`, maxForAll)
    await rates.require(`resend:recipient:${recipientGuid}`, maxForOne)
    await this.#change(actor, shareGuid, recipientGuid, async (tx, { share, person }) => {
      requireOpen({ share, person }, clock())
      await tx
        .updateTable('recipient')
        .set({ mail_status: 'Waiting', mail_reason: '' })
        .where('guid', '=', recipientGuid)
        .execute()
      await this.#deps.invitations.post(tx, [{ recipientGuid, shareGuid, kind: 'share' }])
      return { kind: 'Resent', detail: { person: person.email } }
    })
  }

  /** Removes one person's access, from the next request on. Repeating it changes nothing. Throws notFound. */
  async revoke(actor: User, shareGuid: string, recipientGuid: string): Promise<void> {
    await this.#change(actor, shareGuid, recipientGuid, async (tx, { person }) => {
      if (person.revoked_at !== null) return null
      await this.#set(tx, recipientGuid, { revoked_at: this.#deps.clock() })
      return { kind: 'Revoked', detail: { person: person.email } }
    })
  }

  /** Restores one person's access. Throws notFound, and recipientsOverPlan if others were added since. */
  async restore(actor: User, shareGuid: string, recipientGuid: string): Promise<void> {
    await this.#change(actor, shareGuid, recipientGuid, async (tx, { share, person }) => {
      if (person.revoked_at === null) return null
      const max = this.#deps.plans.of(actor.tierCode).maxRecipients
      if (Number(share.recipient_count) >= max)
        throw new Problem('recipientsOverPlan', { field: 'restore', text: recipientsOverPlanMessage(max) })
      await this.#set(tx, recipientGuid, { revoked_at: null })
      return { kind: 'Restored', detail: { person: person.email } }
    })
  }

  /** Restores one person's full print allowance. Throws notFound. */
  async resetPrints(actor: User, shareGuid: string, recipientGuid: string): Promise<void> {
    await this.#change(actor, shareGuid, recipientGuid, async (tx, { person }) => {
      if (person.prints_spent === 0) return null
      await this.#set(tx, recipientGuid, { prints_spent: 0 })
      return { kind: 'PrintsReset', detail: { person: person.email, spent: person.prints_spent } }
    })
  }

  /** Sets whether one person can only read, whatever the share allows. Throws notFound. */
  async setViewOnly(
    actor: User,
    shareGuid: string,
    recipientGuid: string,
    isViewOnly: boolean,
  ): Promise<void> {
    await this.#change(actor, shareGuid, recipientGuid, async (tx, { person }) => {
      const was = person.is_view_only === 1
      if (was === isViewOnly) return null
      await this.#set(tx, recipientGuid, { is_view_only: isViewOnly ? 1 : 0 })
      const viewOnly = `${yesOrNo(was)} → ${yesOrNo(isViewOnly)}`
      return { kind: 'Changed', detail: { person: person.email, viewOnly } }
    })
  }

  /**
   * Sets an end for one person before the share's own (epoch ms), or none. More time that the person was given ends with
   * it. Throws notFound.
   */
  async setEnd(
    actor: User,
    shareGuid: string,
    recipientGuid: string,
    expiresAt: number | null,
  ): Promise<void> {
    await this.#change(actor, shareGuid, recipientGuid, async (tx, { person }) => {
      const was = person.extended_until ?? person.expires_at
      if (was === expiresAt) return null
      const extended_until = person.extended_until === null ? null : expiresAt
      await this.#set(tx, recipientGuid, { expires_at: expiresAt, extended_until })
      const ownEnd = `${endText(was)} → ${endText(expiresAt)}`
      return { kind: 'Changed', detail: { person: person.email, ownEnd } }
    })
  }

  async #set(
    tx: Transaction,
    recipientGuid: string,
    values: Partial<
      Pick<RecipientRow, 'revoked_at' | 'prints_spent' | 'is_view_only' | 'expires_at' | 'extended_until'>
    >,
  ): Promise<void> {
    await tx.updateTable('recipient').set(values).where('guid', '=', recipientGuid).execute()
  }

  /** One change to one person, with its event; `make` returns null if there was nothing to do. */
  async #change(
    actor: User,
    shareGuid: string,
    recipientGuid: string,
    make: (tx: Transaction, found: Person) => Promise<{ kind: PlainKind; detail: Detail } | null>,
  ): Promise<void> {
    const { database, events, invitations } = this.#deps
    await database.transaction(async (tx) => {
      const share = await lockOwnShare(tx, actor, shareGuid)
      const person = await personOf(tx, shareGuid, recipientGuid)
      const done = await make(tx, { share, person })
      if (!done) return
      await countChange(tx, shareGuid)
      await invitations.shareChanged(tx, shareGuid)
      await events.record(tx, { subject: shareGuid, actor: actor.email, ...done })
    })
  }
}

async function personOf(
  kysely: Pick<Transaction, 'selectFrom'>,
  shareGuid: string,
  recipientGuid: string,
): Promise<RecipientRow> {
  const person = await kysely
    .selectFrom('recipient')
    .select(recipientColumns)
    .select(heldSince.as('held_at'))
    .where('guid', '=', recipientGuid)
    .where('share_guid', '=', shareGuid)
    .executeTakeFirst()
  if (!person) throw new Problem('notFound')
  return person
}

function requireOpen(found: Person, now: number): void {
  if (!isOpenTo(found, now)) throw new Problem('linkNotSent')
}
