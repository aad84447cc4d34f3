import type { User } from '#server/accounts/accounts.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { underEndingOf } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import type { UploadedFile, Uploads } from '#server/uploads/uploads.ts'
import type { Invitations } from '#server/shares/sending/invitations.ts'
import { countChange, lockOwnShare, lockRow, ownShare } from '#server/shares/own-share.ts'
import { isShownHere, requireFit, type CanShow } from '#server/shares/sending/new-share.ts'
import type { MaybeLock, Passkeys } from '#server/shares/passkeys/passkeys.ts'
import type { ShareRow } from '#server/shares/rows.ts'
import { newestNumber, removeOldVersions, versionRows, type Version } from './version-rows.ts'

export type { Version } from './version-rows.ts'

type Deps = {
  database: Database
  uploads: Uploads
  passkeys: Passkeys
  rendering: Pick<Rendering, 'takePassword'>
  vault: Vault
  events: Events
  invitations: Invitations
  canShow: CanShow
  clock: () => number
}

/**
 * `passkey` as it was entered, for a share that opens with one; `documentPassword` is what the file itself may require.
 */
export type NewVersion = { shareGuid: string; fileGuid: string; passkey: string; documentPassword?: string }

type File = Pick<UploadedFile, 'guid' | 'name'>

/** The versions of a shared file: another file under the same link, and back to an older one. */
export class Versions {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A share of the actor's with all versions of its file, the newest first. Throws notFound. */
  async list(actor: User, shareGuid: string): Promise<{ share: ShareRow; versions: Version[] }> {
    const { kysely } = this.#deps.database
    const share = await ownShare(kysely, actor, shareGuid)
    return { share, versions: await versionRows(kysely, shareGuid) }
  }

  /**
   * Replaces the file that is shown with an uploaded one, as soon as its pages are ready: until then recipients still
   * see the previous one. Returns the number of the version. Ten others are kept; the files of older ones are removed.
   * If the share opens with a passkey, that is needed to lock the file with it. Throws notFound, uploadGone,
   * versionNotFitting if the file cannot be protected as the share is, and passkeyFileRefused, passkeyWrong,
   * passkeyTooSoon and passkeyLocked if there is a passkey.
   */
  async add(actor: User, version: NewVersion, client: Client): Promise<number> {
    const { database, passkeys } = this.#deps
    return passkeys.lockingVersion(actor, version, client, (lock) =>
      database.transaction((tx) => this.#insert(tx, actor, version, lock)),
    )
  }

  async #insert(
    tx: Transaction,
    actor: User,
    { shareGuid, fileGuid, documentPassword = '' }: NewVersion,
    lock: MaybeLock,
  ): Promise<number> {
    const { uploads, rendering, vault, clock } = this.#deps
    const share = await lockOwnShare(tx, actor, shareGuid)
    const file = await uploads.take(tx, actor, fileGuid)
    if (documentPassword !== '') await rendering.takePassword(tx, fileGuid, documentPassword)
    requireFitting(file, share, this.#deps.canShow, 'file')
    const number = (await newestNumber(tx, shareGuid)) + 1
    const isReady = isReadyToShow(file, share, this.#deps.canShow)
    await tx
      .insertInto('share_version')
      .values({
        share_guid: shareGuid,
        number,
        file_guid: file.guid,
        created_at: clock(),
        is_waiting: isReady ? 0 : 1,
      })
      .execute()
    await this.#note(tx, shareGuid, actor.email, { version: number, file: file.name, step: 'uploaded' })
    if (isReady) await this.#show(tx, share, number, file)
    else await countChange(tx, shareGuid)
    await removeOldVersions(tx, vault, shareGuid, {
      current: isReady ? number : share.version,
      now: clock(),
    })
    await lock?.keep(tx, shareGuid)
    return number
  }

  /** Shows a version whose pages have just been rendered, if it was waiting for them; called in that transaction. */
  async showWaiting(tx: Transaction, fileGuid: string): Promise<void> {
    const waiting = await tx
      .updateTable('share_version')
      .set({ is_waiting: 0 })
      .where('file_guid', '=', fileGuid)
      .where('is_waiting', '=', 1)
      .returning(['share_guid', 'number'])
      .executeTakeFirst()
    if (!waiting) return
    const share = await lockRow(tx)
      .where('guid', '=', waiting.share_guid)
      .returning(['guid', 'version', 'name'])
      .executeTakeFirstOrThrow()
    // A newer one was faster.
    if (share.version > waiting.number) return
    await this.#show(tx, share, waiting.number, await fileOf(tx, fileGuid))
    await this.#note(tx, share.guid, null, { version: waiting.number, step: 'shown' })
  }

  /**
   * Shows an older version again. Throws notFound, versionNotReady if it has no pages, versionNotFitting if it cannot
   * be protected as the share is now.
   */
  async makeCurrent(actor: User, shareGuid: string, number: number): Promise<void> {
    const { database } = this.#deps
    await database.transaction(async (tx) => {
      const share = await lockOwnShare(tx, actor, shareGuid)
      if (share.version === number) return
      const file = await tx
        .selectFrom('share_version')
        .innerJoin('file', 'file.guid', 'share_version.file_guid')
        .select(['file.guid', 'file.name', 'file.kind', 'file.render_status', 'file.render_error'])
        .where('share_version.share_guid', '=', shareGuid)
        .where('share_version.number', '=', number)
        .executeTakeFirst()
      if (!file) throw new Problem('notFound')
      if (!isReadyToShow(file, share, this.#deps.canShow)) throw new Problem('versionNotReady')
      requireFitting(file, share, this.#deps.canShow)
      await this.#show(tx, share, number, file)
      await this.#note(tx, shareGuid, actor.email, { version: number, file: file.name, step: 'chosen' })
    })
  }

  /** The share keeps its name, with the extension of the file that is shown now. */
  async #show(
    tx: Transaction,
    share: Pick<ShareRow, 'guid' | 'name'>,
    version: number,
    file: File,
  ): Promise<void> {
    await tx
      .updateTable('share')
      .set((row) => ({
        file_guid: file.guid,
        version,
        name: underEndingOf(share.name, file.name),
        revision: row('revision', '+', 1),
      }))
      .where('guid', '=', share.guid)
      .execute()
    await this.#deps.invitations.shareChanged(tx, share.guid)
  }

  #note(
    tx: Transaction,
    shareGuid: string,
    email: string | null,
    detail: Record<string, string | number>,
  ): Promise<void> {
    return this.#deps.events.record(tx, { subject: shareGuid, kind: 'NewVersion', actor: email, detail })
  }
}

function fileOf(tx: Transaction, guid: string): Promise<File> {
  return tx.selectFrom('file').select(['guid', 'name']).where('guid', '=', guid).executeTakeFirstOrThrow()
}

/** What recipients can get immediately: there are pages, or none are needed. */
function isReadyToShow(
  file: Pick<UploadedFile, 'kind' | 'render_status' | 'render_error'>,
  share: ShareRow,
  canShow: CanShow,
): boolean {
  return file.render_status === 'Rendered' || share.is_web_view === 0 || !isShownHere(file, canShow)
}

/** Throws versionNotFitting: what the share allows is not changed here. */
function requireFitting(
  file: Pick<UploadedFile, 'name' | 'kind' | 'render_error'>,
  { protections }: ShareRow,
  canShow: CanShow,
  field?: string,
): void {
  try {
    requireFit([file], protections, canShow)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const text = `${error.text} Change that under “Edit” first.`
    throw new Problem('versionNotFitting', { text, ...(field !== undefined && { field }) })
  }
}
