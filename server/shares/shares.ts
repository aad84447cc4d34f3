import type { User } from '#server/accounts/accounts.ts'
import type { Onboarding } from '#server/accounts/onboarding.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Post } from '#server/mail/post.ts'
import { longestMessage, type Protections } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { Uploads } from '#server/uploads/uploads.ts'
import { keptFiles, type KeptFile } from './kept-files.ts'
import { shareLetter, type Invitation } from './letters.ts'
import { reachOf, type Reach } from './reach.ts'
import { readRecipients, type NewRecipient } from './recipients.ts'
import { besideRow, inOrder, type ListRange } from './list.ts'
import {
  columnsOf,
  protectionsIn,
  recipientRows,
  shareRows,
  type RecipientRow,
  type ShareRow,
} from './rows.ts'

export type NewShare = {
  fileGuid: string
  protections: Protections
  /** As typed or pasted: addresses with or without names. */
  recipients: string
  message: string
  /** Options of a call that mean nothing to us: kept, so that they are said again (reading B1). */
  otherOptions?: string[]
  /** The sample of the tour; its owner reads it as its recipient. */
  isTour?: boolean
}

type Needs = {
  database: Database
  uploads: Uploads
  tracking: Tracking
  onboarding: Onboarding
  post: Post
  publicUrl: URL
  /** Words that a message may not have; empty when the operator switched the list off. */
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** Sending a file with protections, and taking it back (specification 2, sections 3 to 5). */
export class Shares {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /**
   * Shares an uploaded file and mails the link to each recipient. Answers the share's guid.
   * Throws fileMissing, uploadGone, and recipientsMissing, recipientsOverPlan or recipientsOverSubmission (B12).
   */
  async create(actor: User, wanted: NewShare): Promise<string> {
    const { database, uploads, tracking, publicUrl } = this.#needs
    const recipients = readRecipients(wanted.recipients, actor, wanted.protections.visibility)
    const message = plainText(wanted.message, {
      field: 'message',
      maxLength: longestMessage,
      ...this.#needs.words,
    })
    const guid = newGuid()
    await database.transaction(async (tx) => {
      const file = await uploads.take(tx, actor, wanted.fileGuid)
      await this.#insert(tx, actor, guid, { ...wanted, message }, file.name)
      await tracking.append(tx, {
        subjectGuid: guid,
        ownerGuid: actor.guid,
        kind: 'Shared',
        email: actor.email,
        detail: { file: file.name, recipients: recipients.length },
      })
      if (!wanted.isTour) await this.#needs.onboarding.reach(actor.guid, 'firstShare', tx)
      const isPublic = wanted.protections.visibility === 'public'
      const invitation = { sender: actor, message, link: new URL(`/file/${guid}`, publicUrl).href, isPublic }
      for (const recipient of recipients) await this.#invite(tx, guid, invitation, recipient)
    })
    return guid
  }

  async #insert(tx: Transaction, actor: User, guid: string, wanted: NewShare, name: string): Promise<void> {
    const { fileGuid, message } = wanted
    const now = this.#needs.clock()
    const row = {
      guid,
      owner_guid: actor.guid,
      file_guid: fileGuid,
      name,
      message,
      ...columnsOf(wanted.protections),
      status: 'Active',
      first_viewed_at: null,
      created_at: now,
      killed_at: null,
      is_tour: wanted.isTour ? 1 : 0,
      other_options: wanted.otherOptions?.length ? JSON.stringify(wanted.otherOptions) : '',
    } as const
    await tx.insertInto('share').values(row).execute()
    const version = { share_guid: guid, number: 1, file_guid: fileGuid, created_at: now }
    await tx.insertInto('share_version').values(version).execute()
  }

  async #invite(
    tx: Transaction,
    shareGuid: string,
    invitation: Invitation,
    { email, name }: NewRecipient,
  ): Promise<void> {
    const { post, clock } = this.#needs
    const recipientGuid = newGuid()
    await tx
      .insertInto('recipient')
      .values({
        guid: recipientGuid,
        share_guid: shareGuid,
        email,
        name,
        first_viewed_at: null,
        added_at: clock(),
        mail_status: 'Waiting',
      })
      .execute()
    await post.post(tx, shareLetter(email, invitation), { recipientGuid })
  }

  /**
   * The actor's shares, newest first; `page` counts from 1. `beside` is the row next to the page, where it is known:
   * from there the page is found at once, else all rows before it are skipped. More than `countTo` are not counted.
   */
  async list(
    actor: User,
    { page, pageSize, beside, countTo }: ListRange,
  ): Promise<{ rows: ShareRow[]; total: number }> {
    const { kysely } = this.#needs.database
    const own = kysely.selectFrom('share').select('guid').where('owner_guid', '=', actor.guid)
    // The index alone leads to the page; what is skipped is not joined with anything.
    const onPage = beside
      ? besideRow(own, beside).limit(pageSize)
      : inOrder(own, 'desc')
          .limit(pageSize)
          .offset((page - 1) * pageSize)
    const [rows, counted] = await Promise.all([
      shareRows(kysely)
        .where('share.guid', 'in', onPage)
        .orderBy('share.created_at', 'desc')
        .orderBy('share.guid', 'desc')
        .execute(),
      kysely
        .selectFrom((countTo === undefined ? own : own.limit(countTo)).as('own'))
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ])
    return { rows: rows.map(protectionsIn), total: Number(counted.total) }
  }

  /** The file names of those of the shares that are the actor's, by guid. */
  async namesOf(actor: User, shareGuids: readonly string[]): Promise<Map<string, string>> {
    if (shareGuids.length === 0) return new Map()
    const rows = await this.#needs.database.kysely
      .selectFrom('share')
      .innerJoin('file', 'file.guid', 'share.file_guid')
      .select(['share.guid', 'file.name'])
      .where('share.guid', 'in', shareGuids)
      .where('share.owner_guid', '=', actor.guid)
      .execute()
    return new Map(rows.map((row) => [row.guid, row.name]))
  }

  /** One share of the actor's with its recipients. Throws notFound for anybody else's. */
  async find(actor: User, shareGuid: string): Promise<{ share: ShareRow; recipients: RecipientRow[] }> {
    const { kysely } = this.#needs.database
    const row = await shareRows(kysely)
      .where('share.guid', '=', shareGuid)
      .where('share.owner_guid', '=', actor.guid)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    return { share: protectionsIn(row), recipients: await recipientRows(kysely, shareGuid) }
  }

  /** The actor's files, the largest or the oldest first, each with a share that it stands in. */
  files(actor: User, range: { by: 'size' | 'age'; limit: number }): Promise<KeptFile[]> {
    return keptFiles(this.#needs.database.kysely, actor.guid, range)
  }

  /** How much the actor shares, and with how many. More than `countTo` of anything are not counted. */
  reach(actor: User, { countTo }: { countTo: number }): Promise<Reach> {
    const { database, clock } = this.#needs
    return reachOf(database.kysely, actor.guid, { countTo, now: clock() })
  }

  /** Closes the share to everybody but its owner, from the next request on. Repeating it changes nothing. */
  async kill(actor: User, shareGuid: string): Promise<void> {
    await this.#setStatus(actor, shareGuid, 'Killed')
  }

  /** Opens a killed share again. Throws notFound for anybody else's. */
  async enable(actor: User, shareGuid: string): Promise<void> {
    await this.#setStatus(actor, shareGuid, 'Active')
  }

  async #setStatus(actor: User, shareGuid: string, status: 'Active' | 'Killed'): Promise<void> {
    const { database, tracking, clock } = this.#needs
    await database.transaction(async (tx) => {
      const changed = await tx
        .updateTable('share')
        .set((share) => ({
          status,
          killed_at: status === 'Killed' ? clock() : null,
          revision: share('revision', '+', 1),
        }))
        .where('guid', '=', shareGuid)
        .where('owner_guid', '=', actor.guid)
        .where('status', '!=', status)
        .returning('guid')
        .executeTakeFirst()
      if (changed) {
        const kind = status === 'Killed' ? 'Killed' : 'Enabled'
        await tracking.append(tx, { subjectGuid: shareGuid, kind, email: actor.email })
        return
      }
      const own = tx
        .selectFrom('share')
        .select('guid')
        .where('guid', '=', shareGuid)
        .where('owner_guid', '=', actor.guid)
      if (!(await own.executeTakeFirst())) throw new Problem('notFound')
    })
  }

  /** Notes that a recipient's mail left or failed for good; called by the post after delivery. */
  async noteDelivery(recipientGuid: string, outcome: 'Sent' | 'Failed'): Promise<void> {
    const { database, tracking } = this.#needs
    await database.transaction(async (tx) => {
      const recipient = await tx
        .updateTable('recipient')
        .set({ mail_status: outcome })
        .where('guid', '=', recipientGuid)
        .returning(['share_guid', 'email'])
        .executeTakeFirst()
      if (!recipient) return
      const kind = outcome === 'Sent' ? 'Mailed' : 'MailFailed'
      await tracking.append(tx, { subjectGuid: recipient.share_guid, kind, email: recipient.email })
    })
  }
}
