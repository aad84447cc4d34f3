import type { Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Vault } from '#server/storage/vault.ts'
import { removeZip, type ZipRow } from './zip-rows.ts'

/** How much the copies with a watermark that are stored for one person's archives can take together, in bytes. */
export const maxCopiesKept = 8 * 1024 ** 3

type Deps = { database: Database; vault: Vault; maxCopies?: number }

/**
 * Copies with a watermark are stored for three days, and count for no quota: their person has none in someone
 * else's room, and the owner did not ask for them. Instead there is a limit for each person; for a new archive their
 * oldest ones go.
 */
export class CopiesKept {
  readonly #deps: Deps
  readonly #zip: Pick<ZipRow, 'guid' | 'person'>
  #bytes: number | null = null

  constructor(deps: Deps, zip: Pick<ZipRow, 'guid' | 'person'>) {
    this.#deps = deps
    this.#zip = zip
  }

  /** Call before a copy of about this many bytes is stored. Throws zipTooLarge if this archive alone is too large. */
  async makeRoom(bytes: number): Promise<void> {
    const { maxCopies = maxCopiesKept } = this.#deps
    this.#bytes ??= await this.#kept()
    while (this.#bytes + bytes > maxCopies) {
      if (!(await this.#removeOldest())) throw new Problem('zipTooLarge')
      this.#bytes = await this.#kept()
    }
  }

  stored(bytes: number): void {
    if (this.#bytes !== null) this.#bytes += bytes
  }

  async #kept(): Promise<number> {
    const { sum } = await this.#deps.database.kysely
      .selectFrom('zip_entry')
      .innerJoin('zip', 'zip.guid', 'zip_entry.zip_guid')
      .select(({ fn }) => fn.sum<number | string | null>('zip_entry.size').as('sum'))
      .where('zip.person', '=', this.#zip.person)
      .where('zip_entry.is_marked', '=', 1)
      .where('zip_entry.object_guid', 'is not', null)
      .executeTakeFirstOrThrow()
    return Number(sum ?? 0)
  }

  /** Of the person's archives the oldest that has a copy; returns whether there was one. */
  async #removeOldest(): Promise<boolean> {
    const { database, vault } = this.#deps
    const oldest = await database.kysely
      .selectFrom('zip')
      .select('guid')
      .where('person', '=', this.#zip.person)
      .where('guid', '!=', this.#zip.guid)
      .where('ready_at', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('zip_entry')
            .select('number')
            .whereRef('zip_guid', '=', 'zip.guid')
            .where('is_marked', '=', 1)
            .where('object_guid', 'is not', null),
        ),
      )
      .orderBy('created_at')
      .orderBy('guid')
      .limit(1)
      .executeTakeFirst()
    if (!oldest) return false
    await database.transaction((tx) => removeZip(tx, vault, oldest.guid))
    return true
  }
}
