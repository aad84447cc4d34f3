import type { User } from '#server/accounts/users.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { quotaOf, type StorageQuota } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { countFile } from './storage-bytes.ts'

/** Whose files count together. */
export type Charged = Pick<User, 'guid' | 'tierCode'>

/** Bytes of an account's files in total, and how many are allowed; null for no limit. */
export type StorageUse = { consumed: number; quota: number | null }

const storedBytes = prepared((kysely, { guid }: Slots<{ guid: string }>) =>
  kysely.selectFrom('user').select('storage_bytes').where('guid', '=', guid),
)

/** Storage consumed and quota. The pages rendered from a file do not count. */
export class Usage {
  readonly #database: Database
  readonly #installation: StorageQuota

  constructor(options: { database: Database; quota: StorageQuota }) {
    this.#database = options.database
    this.#installation = options.quota
  }

  /** One row by its key: cheap enough for every page. */
  async of(user: Charged): Promise<StorageUse> {
    const [row] = await storedBytes(this.#database.lookups, { guid: user.guid })
    return { consumed: row?.storage_bytes ?? 0, quota: this.#quotaOf(user) }
  }

  /**
   * Counts a file in the transaction that writes its row: of concurrent uploads only those that fit. Throws quotaFull.
   */
  async take(tx: Transaction, user: Charged, bytes: number): Promise<void> {
    const quota = this.#quotaOf(user)
    if (await countFile(tx, user.guid, { bytes, quota })) return
    const row = await tx
      .selectFrom('user')
      .select('storage_bytes')
      .where('guid', '=', user.guid)
      .executeTakeFirst()
    throw row ? quotaFull({ consumed: row.storage_bytes, quota }) : new Problem('notSignedIn')
  }

  #quotaOf({ tierCode }: Charged): number | null {
    return quotaOf(tierCode, this.#installation)
  }
}

/** The bytes that can still be added. */
export function roomIn({ consumed, quota }: StorageUse): number {
  return quota === null ? Infinity : Math.max(0, quota - consumed)
}

export function quotaFull({ consumed, quota }: StorageUse): Problem {
  const figures = `Your limit is ${fileSize(quota ?? 0)}, and you’re using ${fileSize(consumed)}.`
  return new Problem('quotaFull', {
    text: `Not enough storage for this file, so it wasn’t saved. ${figures} Settings › Plan and usage shows your largest files. Ask your administrator for more storage.`,
  })
}
