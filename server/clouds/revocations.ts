import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'
import type { Authorizing } from './authorizing.ts'
import type { CloudTokenStore } from './renewing.ts'

type Deps = {
  database: Database
  jobs: Jobs
  clock: () => number
  tokens: CloudTokenStore
  /** Null for a provider with which this installation is not registered any more. */
  authorizing: (cloud: CloudName) => Authorizing | null
}

/** How long the notice to a provider that access has ended is retried. */
const keptFor = 24 * 3_600_000

/** Access that people have ended here, and their providers do not know of yet. The tokens are kept apart until then. */
export class CloudRevocations {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle('cloud-revoked', ({ guid = '' }) => this.#tell(guid))
  }

  async add(
    tx: Transaction,
    { guid, cloud, tokens_sealed: sealed }: { guid: string; cloud: CloudName; tokens_sealed: string },
  ): Promise<void> {
    const { jobs, clock } = this.#deps
    const row = { guid, cloud, tokens_sealed: sealed, created_at: clock() }
    await tx.insertInto('cloud_revocation').values(row).execute()
    await jobs.add(tx, 'cloud-revoked', { guid })
  }

  /** Removes tokens whose provider could not be told within a day, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#deps.database.kysely
      .deleteFrom('cloud_revocation')
      .where('created_at', '<=', this.#deps.clock() - keptFor)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  /** Throws cloudFailed if the provider is away: the job tries again. */
  async #tell(guid: string): Promise<void> {
    const { database, tokens, authorizing } = this.#deps
    const row = await database.kysely
      .selectFrom('cloud_revocation')
      .select(['cloud', 'tokens_sealed'])
      .where('guid', '=', guid)
      .executeTakeFirst()
    if (!row) return
    await authorizing(row.cloud)?.end(tokens.opened(guid, row.tokens_sealed))
    await database.kysely.deleteFrom('cloud_revocation').where('guid', '=', guid).execute()
  }
}
