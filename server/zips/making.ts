import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { maxZipBytes } from '#server/rules/product/client-constants.ts'
import { CopiesKept } from './copies-kept.ts'
import { finished, type Finished } from './finishing.ts'
import { prepareEntry, type PreparingDeps } from './preparing.ts'
import { readyEmail } from './ready-email.ts'
import { secretOf } from './zip-links.ts'
import { entriesOf, identityOf, insertEntries, isComplete } from './zip-rows.ts'
import type { ZipEntryRow, ZipRow } from './zip-rows.ts'

export type MakingDeps = PreparingDeps & {
  jobs: Jobs
  mailer: Mailer
  publicUrl: URL
  /** Sign the addresses. */
  linkKeys: PurposeKeys
  /** The largest part, in bytes. */
  maxBytes?: number
}

const kind = 'zip'
const longWait = 60_000

/** Prepares archives in jobs: what is missing of each file, then the paths, the parts and their indexes. */
export class Making {
  readonly #deps: MakingDeps

  constructor(deps: MakingDeps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ zip }) => this.#make(zip!), {
      concurrency: 2,
      onFailed: ({ zip }) => this.#giveUp(zip!),
    })
  }

  /** Has an archive prepared whose rows the transaction wrote. */
  async start(tx: Transaction, zipGuid: string): Promise<void> {
    await this.#deps.jobs.add(tx, kind, { zip: zipGuid }, { isOnce: true })
  }

  /** An archive as it will be, from files of which everything is known; its indexes are stored, and nothing else. */
  finished(
    zip: Pick<ZipRow, 'guid' | 'name' | 'created_at'>,
    entries: readonly ZipEntryRow[],
  ): Promise<Finished> {
    const { vault, maxBytes = maxZipBytes } = this.#deps
    return finished(vault, zip, entries, maxBytes)
  }

  /** Makes an archive ready, once: of two that finish it the second changes nothing. */
  async write(tx: Transaction, zipGuid: string, { parts, entries }: Finished): Promise<void> {
    const row = await tx
      .updateTable('zip')
      .set({ ready_at: this.#deps.clock() })
      .where('guid', '=', zipGuid)
      .where('ready_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    await tx.deleteFrom('zip_entry').where('zip_guid', '=', zipGuid).execute()
    await insertEntries(tx, entries)
    for (const part of parts) await tx.insertInto('zip_part').values(part).execute()
    await this.#tell(tx, row, parts.length)
  }

  /** Learns what is missing of each file of an archive. Can be interrupted: what is done stays done. */
  async prepareAll(zip: ZipRow): Promise<ZipEntryRow[]> {
    const { kysely } = this.#deps.database
    const identity = await identityOf(kysely, zip)
    const prepared = { zip, identity, copiesKept: new CopiesKept(this.#deps, zip) }
    for (const entry of await entriesOf(kysely, zip.guid).execute())
      if (!isComplete(entry)) await prepareEntry(this.#deps, prepared, entry)
    return entriesOf(kysely, zip.guid).execute()
  }

  async #make(zipGuid: string): Promise<void> {
    const { database } = this.#deps
    const zip = await database.kysely
      .selectFrom('zip')
      .selectAll()
      .where('guid', '=', zipGuid)
      .executeTakeFirst()
    if (!zip || zip.ready_at !== null) return
    const whole = await this.finished(zip, await this.prepareAll(zip))
    await database.transaction((tx) => this.write(tx, zipGuid, whole))
  }

  async #giveUp(zipGuid: string): Promise<void> {
    const { database, clock } = this.#deps
    await database.kysely
      .updateTable('zip')
      .set({ failed_at: clock() })
      .where('guid', '=', zipGuid)
      .where('ready_at', 'is', null)
      .execute()
  }

  async #tell(tx: Transaction, zip: ZipRow, parts: number): Promise<void> {
    const { clock, linkKeys, mailer, publicUrl } = this.#deps
    if (zip.wants_email !== 1 || clock() - zip.created_at <= longWait) return
    const to = await emailOf(tx, zip)
    const path = `/zips/${zip.job_date}/${zip.batch}/${secretOf(linkKeys, zip.guid)}`
    if (to) await mailer.enqueue(tx, readyEmail(to, { url: new URL(path, publicUrl).href, parts }))
  }
}

async function emailOf(tx: Transaction, zip: ZipRow): Promise<string | null> {
  if (zip.user_guid === null) return zip.reader_email
  const user = await tx
    .selectFrom('user')
    .select('email')
    .where('guid', '=', zip.user_guid)
    .executeTakeFirst()
  return user?.email ?? null
}
