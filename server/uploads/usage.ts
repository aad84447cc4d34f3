import type { User } from '#server/accounts/users.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { fileSize } from '#server/rules/text/format.ts'
import type { Plan, Plans, StorageQuota } from '#server/rules/product/plans.ts'
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
  readonly #plans: Plans
  readonly #installation: StorageQuota

  constructor(options: { database: Database; plans: Plans; quota: StorageQuota }) {
    this.#database = options.database
    this.#plans = options.plans
    this.#installation = options.quota
  }

  /** One row by its key: cheap enough for every page. */
  async of(user: Charged): Promise<StorageUse> {
    const [row] = await storedBytes(this.#database.lookups, { guid: user.guid })
    return { consumed: row?.storage_bytes ?? 0, quota: this.#quotaOf(user) }
  }

  /**
   * Counts files in the transaction that writes their rows: of concurrent uploads only those that fit into the plan as
   * it is now, whatever it was when they began. Answers that plan. Throws quotaFull.
   */
  async take(tx: Transaction, { guid }: Pick<Charged, 'guid'>, bytes: number): Promise<Plan> {
    // Locked, so that a change of the plan comes before this or after it.
    const row = await tx
      .updateTable('user')
      .set((user) => ({ storage_bytes: user.ref('storage_bytes') }))
      .where('guid', '=', guid)
      .returning(['storage_bytes', 'tier_code'])
      .executeTakeFirst()
    if (!row) throw new Problem('notSignedIn')
    const quota = this.#quotaOf({ tierCode: row.tier_code })
    if (!(await countFile(tx, guid, { bytes, quota }))) {
      throw quotaFull({ consumed: row.storage_bytes, quota })
    }
    return this.#plans.of(row.tier_code)
  }

  #quotaOf({ tierCode }: Pick<Charged, 'tierCode'>): number | null {
    return this.#installation === 'by plan' ? this.#plans.of(tierCode).storageBytes : this.#installation
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
