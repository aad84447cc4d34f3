import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { Problem } from '#server/rules/problems.ts'
import { FileKey } from '#server/storage/keys/file-key.ts'
import type { Events } from '#server/events/events.ts'
import type { UploadedFile, Uploads } from '#server/uploads/uploads.ts'
import { FileLock, type FileLockDeps } from './file-lock.ts'
import { countChange } from '#server/shares/own-share.ts'
import { requirePasskeyFile } from '#server/shares/sending/new-share.ts'
import { passkeyRow, stretchPasskey, type StretchedPasskey } from './passkey-rows.ts'
import type { PasskeyAttempts, Trying } from './passkey-attempts.ts'

type Deps = FileLockDeps & {
  database: Database
  uploads: Uploads
  rendering: Rendering
  events: Events
  tries: PasskeyAttempts
  log: Log
}

/** Null if the share has no passkey: then the file stays as it is. */
export type MaybeLock = FileLock | null

/**
 * Files that open only with a passkey. A share has one file key, which encrypts its files and their pages; the passkey
 * unlocks the file key, and neither is stored.
 */
export class Passkeys {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Runs `make`, which creates a share; with a passkey the file is locked first, and `make` has the share keep the lock
   * in its transaction. Throws uploadGone, passkeyFileRefused, serverBusy, storageFull, and what `make` throws; then
   * the file is as it was.
   */
  async locking<Result>(
    actor: User,
    { fileGuid, passkey }: { fileGuid: string; passkey: string | null },
    make: (lock: MaybeLock) => Promise<Result>,
  ): Promise<Result> {
    if (passkey === null) return make(null)
    const file = await this.#lockable(actor, fileGuid)
    return this.#lock(file, FileKey.make(), await stretchPasskey(passkey), make)
  }

  /**
   * The same for another version of the file of a share: it is locked with the share's file key, which needs its
   * passkey. If the share has none, `make` gets no lock. Browsers that provided the passkey keep it. Throws notFound
   * for anyone else's share, passkeyWrong, passkeyTooSoon and passkeyLocked on the field `passkey`, and what `locking`
   * throws.
   */
  async lockingVersion<Result>(
    actor: User,
    { shareGuid, fileGuid, passkey }: { shareGuid: string; fileGuid: string; passkey: string },
    client: Client,
    make: (lock: MaybeLock) => Promise<Result>,
  ): Promise<Result> {
    if (!(await this.has(actor, shareGuid))) return make(null)
    const file = await this.#lockable(actor, fileGuid)
    const fileKey = await this.#deps.tries.open(shareGuid, passkey, ownerTrying(actor, client))
    return this.#lock(file, fileKey, null, make)
  }

  async #lock<Result>(
    file: UploadedFile,
    fileKey: FileKey,
    stretched: StretchedPasskey | null,
    make: (lock: MaybeLock) => Promise<Result>,
  ): Promise<Result> {
    const { vault, rendering, log } = this.#deps
    const { guid: fileGuid, object_guid: openObject } = file
    const copy = await vault.lockedCopy(openObject, fileKey)
    const lock = new FileLock(this.#deps, { fileGuid, openObject, copy, fileKey, stretched })
    const made = await make(lock).catch(async (error: unknown) => {
      await vault.discard(copy.guid)
      throw error
    })
    // No job can, without the key. What fails here is done when the passkey is first entered.
    await rendering
      .prepareLocked(fileGuid, fileKey)
      .catch((error: unknown) => log.error({ err: error, file: fileGuid }, 'A locked file was not rendered'))
    return made
  }

  async #lockable(actor: User, fileGuid: string): Promise<UploadedFile> {
    const file = await this.#deps.uploads.find(actor, fileGuid)
    if (!file || file.taken_at !== null) throw new Problem('uploadGone')
    requirePasskeyFile(file)
    return file
  }

  /**
   * Whether a share of the actor's opens with a passkey. Throws notFound for anyone else's, and for one in the trash.
   */
  async has(actor: User, shareGuid: string): Promise<boolean> {
    const row = await this.#deps.database.kysely
      .selectFrom('share')
      .select('needs_passkey')
      .where('guid', '=', shareGuid)
      .where('owner_guid', '=', actor.guid)
      .where('binned_at', 'is', null)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    return row.needs_passkey === 1
  }

  /**
   * Replaces the passkey; the old one opens nothing from then on, and browsers that provided it must provide the new
   * one. Throws notFound for anyone else's share and for one without a passkey; passkeyWrong, passkeyTooSoon and
   * passkeyLocked on the field `oldPasskey`; serverBusy.
   */
  async change(
    actor: User,
    shareGuid: string,
    { oldPasskey, passkey }: { oldPasskey: string; passkey: string },
    client: Client,
  ): Promise<void> {
    const { database, tries, keyRing, events, clock } = this.#deps
    if (!(await this.has(actor, shareGuid))) throw new Problem('notFound')
    const fileKey = await tries.open(shareGuid, oldPasskey, ownerTrying(actor, client), 'oldPasskey')
    const row = passkeyRow(keyRing, shareGuid, fileKey, await stretchPasskey(passkey))
    await database.transaction(async (tx) => {
      await tx
        .updateTable('passkey')
        .set({ ...row, created_at: clock() })
        .where('share_guid', '=', shareGuid)
        .execute()
      await tx.deleteFrom('held_key').where('share_guid', '=', shareGuid).execute()
      await countChange(tx, shareGuid)
      await events.record(tx, {
        subject: shareGuid,
        kind: 'PasskeyChanged',
        actor: actor.email,
        client,
      })
    })
  }
}

function ownerTrying({ email }: User, client: Client): Trying {
  return { client, email, isOwner: true }
}
