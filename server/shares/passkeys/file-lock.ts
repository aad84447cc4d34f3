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
  /**
   * The object that anyone with the installation's key opens, and its copy that opens with the file key only.
   */
  openObject: string
  copy: SealedObject
  fileKey: FileKey
  /** What a new share's passkey opens the file key with; null where the share has its passkey. */
  stretched: StretchedPasskey | null
}

/** A file that was sealed under a file key and waits for the transaction in which its share takes it. */
export class FileLock {
  readonly #deps: FileLockDeps
  readonly #locked: Locked

  constructor(deps: FileLockDeps, locked: Locked) {
    this.#deps = deps
    this.#locked = locked
  }

  /**
   * Puts the locked copy in the place of the file, in the transaction that makes its share or version: the copy before,
   * its key and its page images go with it, their bytes after the commit. Throws uploadGone.
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
      // Whatever job was at it cannot go on; without a key no time runs.
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
