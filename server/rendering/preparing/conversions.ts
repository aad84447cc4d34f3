import type { Database, Transaction } from '#server/db/open.ts'
import type { ConversionTable } from '#server/db/tables/file-tables.ts'
import type { SealedWriter, Vault } from '#server/storage/vault.ts'

type Deps = { database: Database; vault: Vault; clock: () => number }

export type Purpose = ConversionTable['purpose']
export type Made = { objectGuid: string; mediaType: string }

/** What was made from files so that they can be shown: encrypted like them, one for each purpose. */
export class Conversions {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async find(fileGuid: string, purpose: Purpose): Promise<Made | null> {
    const row = await this.#deps.database.kysely
      .selectFrom('conversion')
      .select(['object_guid', 'media_type'])
      .where('file_guid', '=', fileGuid)
      .where('purpose', '=', purpose)
      .executeTakeFirst()
    return row ? { objectGuid: row.object_guid, mediaType: row.media_type } : null
  }

  /**
   * Stores what `write` writes, replacing any earlier conversion. Throws what `write` throws; then nothing is left
   * behind, nor if the file was removed meanwhile.
   */
  async make(
    fileGuid: string,
    purpose: Purpose,
    mediaType: string,
    write: (writer: SealedWriter) => Promise<void>,
  ): Promise<void> {
    const { database, vault, clock } = this.#deps
    const writer = await vault.create()
    const object = await write(writer).then(
      () => writer.finish(),
      async (error: unknown) => {
        await writer.abort()
        throw error
      },
    )
    await database
      .transaction(async (tx) => {
        const file = await tx
          .selectFrom('file')
          .select('guid')
          .where('guid', '=', fileGuid)
          .executeTakeFirst()
        if (!file) return vault.discard(object.guid)
        await vault.record(tx, object)
        await this.drop(tx, fileGuid, purpose)
        const row = { file_guid: fileGuid, purpose, object_guid: object.guid, media_type: mediaType }
        await tx
          .insertInto('conversion')
          .values({ ...row, created_at: clock() })
          .execute()
      })
      .catch(async (error: unknown) => {
        await vault.discard(object.guid)
        throw error
      })
  }

  /** Removes what was made. */
  async drop(tx: Transaction, fileGuid: string, purpose: Purpose): Promise<void> {
    const before = await tx
      .deleteFrom('conversion')
      .where('file_guid', '=', fileGuid)
      .where('purpose', '=', purpose)
      .returning('object_guid')
      .execute()
    for (const { object_guid } of before) await this.#deps.vault.remove(object_guid, tx)
  }
}
