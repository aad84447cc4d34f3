import type { User } from '#server/accounts/accounts.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import { countUpTo } from '#server/db/count-up-to.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { isOverSince, longAgo } from '#server/rules/sharing/trash.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import { TrashClearing, moveOwn } from './trash-clearing.ts'
import { eraseShareWithFiles } from './erase-share.ts'
import type { Invitations } from '#server/shares/sending/invitations.ts'

type Deps = {
  database: Database
  vault: Vault
  events: Events
  invitations: Invitations
  jobs: Jobs
  clock: () => number
  log: Log
}

/** A share in the trash. */
export type TrashedShare = {
  guid: string
  name: string
  size: number
  kind: FileKind
  created_at: number
  binned_at: number
}
export type TrashRange = { page: number; pageSize: number; countTo: number }

/**
 * Deleted shares stay here for 30 days: closed to recipients, in no other list, and restorable as they were. After
 * that, or earlier if their owner wants, they are erased with their files.
 */
export class Trash {
  readonly #deps: Deps
  readonly #clearing: TrashClearing

  constructor(deps: Deps) {
    this.#deps = deps
    this.#clearing = new TrashClearing(deps, {
      table: 'share',
      erase: (guid) => eraseShareWithFiles(deps, guid),
      message: 'A share in trash was erased',
    })
  }

  /** Throws notFound for anyone else's share, and for one already in the trash. */
  async put(actor: User, shareGuid: string): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      await this.#move(tx, actor, shareGuid, { from: 'outside', binnedAt: clock() })
      await events.record(tx, { subject: shareGuid, kind: 'Binned', actor: actor.email })
    })
  }

  /** Restores a share as it was. Throws notFound for anyone else's, and once its 30 days are over. */
  async restore(actor: User, shareGuid: string): Promise<void> {
    const { database, events, invitations } = this.#deps
    await database.transaction(async (tx) => {
      await this.#move(tx, actor, shareGuid, { from: 'inside', binnedAt: null })
      await invitations.shareChanged(tx, shareGuid)
      await events.record(tx, { subject: shareGuid, kind: 'Unbinned', actor: actor.email })
    })
  }

  /**
   * Permanently erases a share in the trash, with its files, as soon as the jobs get to it. Throws notFound like
   * `restore`.
   */
  async deleteForGood(actor: User, shareGuid: string): Promise<void> {
    const { database } = this.#deps
    await database.transaction(async (tx) => {
      await this.#move(tx, actor, shareGuid, { from: 'inside', binnedAt: longAgo })
      await this.#clearing.add(tx, shareGuid)
    })
  }

  async #move(
    tx: Transaction,
    actor: User,
    guid: string,
    move: { from: 'inside' | 'outside'; binnedAt: number | null },
  ): Promise<void> {
    await moveOwn(tx, actor, { table: 'share', guid, now: this.#deps.clock(), ...move })
  }

  /** The contents of the actor's trash, the latest first, and how many up to `countTo`; `page` counts from 1. */
  async list(actor: User, { page, pageSize, countTo }: TrashRange) {
    const { kysely } = this.#deps.database
    const [shares, total] = await Promise.all([
      this.#own(actor)
        .innerJoin('file', 'file.guid', 'share.file_guid')
        .select(['share.name', 'file.size', 'file.kind', 'share.created_at', 'share.binned_at'])
        .orderBy('share.binned_at', 'desc')
        .orderBy('share.guid', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize)
        .execute(),
      countUpTo(kysely, countTo, this.#own(actor)),
    ])
    return { shares: shares as TrashedShare[], total }
  }

  /** One share in the actor's trash; null for anyone else's, and once its 30 days are over. */
  async find(actor: User, shareGuid: string): Promise<Pick<TrashedShare, 'name' | 'binned_at'> | null> {
    const row = await this.#own(actor)
      .select(['share.name', 'share.binned_at'])
      .where('share.guid', '=', shareGuid)
      .executeTakeFirst()
    return (row as Pick<TrashedShare, 'name' | 'binned_at'> | undefined) ?? null
  }

  /** The names of those of the shares that are in the actor's trash, by guid. */
  async namesOf(actor: User, shareGuids: readonly string[]): Promise<Map<string, string>> {
    if (shareGuids.length === 0) return new Map()
    const rows = await this.#own(actor).select('share.name').where('share.guid', 'in', shareGuids).execute()
    return new Map(rows.map((row) => [row.guid, row.name]))
  }

  /** Has every share erased whose 30 days are over, and returns how many that is; called once a day. */
  sweep(): Promise<number> {
    return this.#clearing.sweep()
  }

  #own(actor: User) {
    return this.#deps.database.kysely
      .selectFrom('share')
      .select('share.guid')
      .where('share.owner_guid', '=', actor.guid)
      .where('share.binned_at', 'is not', null)
      .where('share.binned_at', '>', isOverSince(this.#deps.clock()))
  }
}
