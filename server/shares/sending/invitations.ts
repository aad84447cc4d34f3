import { userColumns, userOf, type User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { ownerStatus } from '#server/plans/closed-by-plan.ts'
import { maxProcessing } from '#server/rules/product/client-constants.ts'
import * as rows from './held-email-rows.ts'
import { hasPictures, invitationEmail, type Due } from './invitation-emails.ts'
import { lockRow } from '#server/shares/own-share.ts'
import { isOpenTo } from '#server/shares/people/ends.ts'
import { readableAs } from './readable.ts'
import { protectionsIn, shareRows, type ShareRow } from '#server/shares/rows.ts'

type Deps = { database: Database; jobs: Jobs; mailer: Mailer; publicUrl: URL; clock: () => number }

/** An email to one recipient of a share. */
export type Invitation = {
  recipientGuid: string
  shareGuid: string
  kind: rows.HeldEmailKind
  /** The message in an email of kind `link`. */
  message?: string
}

/** A share of a batch with what decides whether its people can be notified. */
type OfBatch = { share: ShareRow; owner: User; isOwnerActive: boolean; isLocked: boolean }

/**
 * The emails by which recipients learn of a file. Each waits in its own row, written together with what it announces,
 * until its reader can get something: the pages, or a download. Whatever can bring that about queues a job in its own
 * transaction that checks the rows again; the email is sent in the transaction that removes the row, so each is sent
 * once.
 */
export class Invitations {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('invitations', (about) => this.#look(about as rows.About))
  }

  /**
   * Has each recipient notified as soon as there is something to read. One that is already waiting is notified once, by
   * this email.
   */
  async post(tx: Transaction, invitations: readonly Invitation[]): Promise<void> {
    const shares = new Set(invitations.map(({ shareGuid }) => shareGuid))
    for (const share of shares) {
      const own = invitations.filter(({ shareGuid }) => shareGuid === share)
      await this.hold(tx, { batch: share, place: 0 }, own)
      await this.#lookLater(tx, { batch: share })
    }
  }

  /** Holds emails of a batch that is not complete yet; `release` has it checked. */
  async hold(
    tx: Transaction,
    { batch, place }: { batch: string; place: number },
    invitations: readonly Invitation[],
  ): Promise<void> {
    const held_at = this.#deps.clock()
    const held = invitations.map(({ recipientGuid, shareGuid, kind, message = '' }) => ({
      recipient_guid: recipientGuid,
      share_guid: shareGuid,
      batch,
      place,
      kind,
      message,
      held_at,
    }))
    await rows.lockRows(tx, held)
  }

  /** Says that a batch is complete: each of its people gets one email with everything that can be read of it. */
  async release(tx: Transaction, batch: string): Promise<void> {
    await this.#lookLater(tx, { batch })
  }

  /** Says that a file's pages were rendered, or failed, in that transaction. */
  async fileSettled(tx: Transaction, fileGuid: string): Promise<void> {
    // Whether emails wait for it is not checked here: they may be written at this moment, in another transaction.
    if (await isOfShares(tx, fileGuid)) await this.#lookLater(tx, { file: fileGuid })
  }

  /** Says that readers of a share may get more than before, in the transaction that locks it. */
  async shareChanged(tx: Transaction, shareGuid: string): Promise<void> {
    if (await rows.isAnyHeld(tx, shareGuid)) await this.#lookLater(tx, { share: shareGuid })
  }

  // Not immediately: what two transactions do at the same time is seen by whichever job comes after both.
  async #lookLater(tx: Transaction, about: rows.About, runAt?: number): Promise<void> {
    await this.#deps.jobs.add(tx, 'invitations', about, runAt === undefined ? {} : { runAt })
  }

  async #look(about: rows.About): Promise<void> {
    const { database } = this.#deps
    for (const batch of await rows.batchesOf(database.kysely, about))
      await database.transaction((tx) => this.#write(tx, batch))
  }

  /** Writes the emails of a batch that are due; none while one of its files is being rendered. */
  async #write(tx: Transaction, batch: string): Promise<void> {
    if (await isBeingSent(tx, batch)) return
    const shares = await this.#holdShares(tx, batch)
    const due: Due[] = []
    for (const held of await rows.heldOfBatch(tx, batch)) {
      const of = shares.get(held.share_guid)
      // One added in between has its own check queued.
      if (!of) continue
      const { share, owner, isOwnerActive, isLocked } = of
      if (!isOwnerActive || !isOpenTo({ share, person: held }, this.#deps.clock())) continue
      const readable = readableAs(share, { isViewOnly: held.is_view_only === 1 })
      if (readable === 'later' && !(isLocked && this.#isLate(held.held_at)))
        return isLocked ? this.#lookLater(tx, { batch }, held.held_at + maxProcessing) : undefined
      if (readable !== 'nothing') due.push({ held, share, owner, isDownload: readable === 'download' })
    }
    await this.#post(tx, due)
  }

  /**
   * No job renders pages that are locked with a passkey: that happened when it was shared, or happens when the first
   * reader enters it. That reader has to know about it.
   */
  #isLate(heldAt: number): boolean {
    return heldAt + maxProcessing <= this.#deps.clock()
  }

  async #post(tx: Transaction, due: readonly Due[]): Promise<void> {
    const { mailer, publicUrl } = this.#deps
    const emails = Map.groupBy(due, ({ held }) => `${held.kind} ${held.email.toLowerCase()}`)
    for (const own of emails.values()) {
      const email = await invitationEmail(tx, publicUrl, own as [Due, ...Due[]])
      const recipientGuid = own.map(({ held }) => held.guid)
      await mailer.enqueue(tx, email, { recipientGuid, hasPictures: hasPictures(own) })
    }
    await rows.removeHeld(
      tx,
      due.map(({ held }) => held.guid),
    )
  }

  /** Locked, so that no one unshares it, or revokes one of its people, while the emails are written. */
  async #holdShares(tx: Transaction, batch: string): Promise<Map<string, OfBatch>> {
    const guids = await rows.sharesOfBatch(tx, batch)
    for (const guid of guids) await lockRow(tx).where('guid', '=', guid).execute()
    if (guids.length === 0) return new Map()
    const found = await shareRows(tx)
      .innerJoin('object', 'object.guid', 'file.object_guid')
      .innerJoin('user', 'user.guid', 'share.owner_guid')
      .select(['object.is_locked', 'share.owner_guid', ownerStatus('share', 'user').as('owner_status')])
      .where('share.guid', 'in', guids)
      .execute()
    const owners = await ownersOf(
      tx,
      found.map(({ owner_guid }) => owner_guid),
    )
    return new Map(
      found.map(({ is_locked, owner_guid, owner_status, ...share }) => [
        share.guid,
        {
          share: protectionsIn(share),
          owner: owners.get(owner_guid)!,
          isOwnerActive: owner_status === 'Active',
          isLocked: is_locked === 1,
        },
      ]),
    )
  }
}

async function isOfShares(tx: Transaction, fileGuid: string): Promise<boolean> {
  const file = await tx.selectFrom('file').select('room_guid').where('guid', '=', fileGuid).executeTakeFirst()
  return file?.room_guid === null
}

/** Whether more shares can still join a batch. */
async function isBeingSent(tx: Transaction, batch: string): Promise<boolean> {
  const open = await tx
    .selectFrom('sending')
    .select('guid')
    .where('guid', '=', batch)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

async function ownersOf(tx: Transaction, guids: readonly string[]): Promise<Map<string, User>> {
  const rows = await tx.selectFrom('user').select(userColumns).where('guid', 'in', guids).execute()
  return new Map(rows.map((row) => [row.guid, userOf(row)]))
}
