import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { FileKey } from '#server/storage/keys/file-key.ts'
import type { SealedObject, Vault } from '#server/storage/vault.ts'
import type { Transaction } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Hashes } from '#server/uploads/hashes.ts'
import { passkeyRow, type StretchedPasskey } from './passkey-rows.ts'

export type FileLockDeps = { vault: Vault; keyRing: KeyRing; hashes: Hashes; clock: () => number }

type Locked = {
  fileGuid: string
  /** The object that anyone with the installation's key can open, and its copy that only the file key opens. */
  openObject: string
  copy: SealedObject
  fileKey: FileKey
  /** How a new share's passkey opens the file key; null if the share already has its passkey. */
  stretched: StretchedPasskey | null
}

/** A file that was encrypted with a file key and waits for the transaction in which its share claims it. */
export class FileLock {
  readonly #deps: FileLockDeps
  readonly #locked: Locked

  constructor(deps: FileLockDeps, locked: Locked) {
    this.#deps = deps
    this.#locked = locked
  }

  /**
   * Replaces the file with the locked copy, in the transaction that creates its share or version: the previous copy,
   * its key and its page images are removed with it, their bytes after the commit. Throws uploadGone.
   */
  async keep(tx: Transaction, shareGuid: string): Promise<void> {
    const { vault, keyRing, hashes, clock } = this.#deps
    const { fileGuid, openObject, copy, fileKey, stretched } = this.#locked
    if (stretched) {
      const row = passkeyRow(keyRing, shareGuid, fileKey, stretched)
      await tx
        .insertInto('passkey')
        .values({ share_guid: shareGuid, ...row, created_at: clock() })
        .execute()
    }
    await vault.record(tx, copy)
    const replaced = await tx
      .updateTable('file')
      // No job in progress can continue; without a key no time runs.
      .set({ object_guid: copy.guid, render_started_at: null })
      .where('guid', '=', fileGuid)
      .where('object_guid', '=', openObject)
      .returning('guid')
      .executeTakeFirst()
    if (!replaced) throw new Problem('uploadGone')
    const pages = await tx
      .deleteFrom('page_image')
      .where('file_guid', '=', fileGuid)
      .returning('object_guid')
      .execute()
    for (const { object_guid } of pages) await vault.remove(object_guid, tx)
    await vault.remove(openObject, tx)
    await hashes.takeLater(tx, copy.guid)
  }
}
