import type { Selectable } from 'kysely'
import { userByGuid } from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Asking, CloudCopies, CopyTarget } from '#server/clouds/copying/copies.ts'
import type { CopyRow } from '#server/clouds/copying/copy-rows.ts'
import type { OpensClouds } from '#server/clouds/copying/turns.ts'
import type { CloudItem } from '#server/clouds/provider.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { CloudOriginTable } from '#server/db/tables/clouds/origin-tables.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { Problem } from '#server/rules/problems.ts'

type Deps = { database: Database; jobs: Jobs; connections: OpensClouds; clock: () => number }
type OriginRow = Selectable<CloudOriginTable>

/** What can have another version: a file of a room, or what is shared. */
export type VersionTarget = Exclude<CopyTarget, { form: string } | { parentGuid: string }>

export type Origin = Pick<OriginRow, 'cloud' | 'is_daily' | 'checked_at' | 'note'>

const kind = 'cloud-check'
const day = 24 * 3_600_000
/** Of the daily round, an hour less than a day, so that it does not move on. */
const checkedAgain = day - 3_600_000
const patience = 60_000
const batch = 100

const onlyByHand = 'This file opens with a passkey, which isn’t stored here. Add the new version with it.'

/** Notes of what a file is a copy, in the transaction that finishes it; what was checked every day still is. */
export async function noteOrigin(
  tx: Transaction,
  { copy, item, fileGuid, now }: { copy: CopyRow; item: CloudItem; fileGuid: string; now: number },
): Promise<void> {
  const isVersion = copy.item_guid !== null || copy.share_guid !== null
  const before = isVersion
    ? await tx
        .updateTable('cloud_origin')
        .set({ is_daily: 0 })
        .where('user_guid', '=', copy.user_guid)
        .where('is_daily', '=', 1)
        .where('file_guid', '!=', fileGuid)
        .where('file_guid', 'in', versionsOf(tx, copy))
        .returning('file_guid')
        .execute()
    : []
  const facts = {
    user_guid: copy.user_guid,
    cloud: copy.cloud,
    item_id: item.id,
    export_as: copy.export_as,
    revision: item.revision,
    is_daily: before.length > 0 ? 1 : 0,
    checked_at: now,
    note: '',
  } as const
  await tx
    .insertInto('cloud_origin')
    .columns([
      'file_guid',
      'user_guid',
      'cloud',
      'item_id',
      'export_as',
      'revision',
      'is_daily',
      'checked_at',
      'note',
    ])
    .values({ file_guid: fileGuid, ...facts })
    .onConflict((conflict) => conflict.column('file_guid').doUpdateSet(facts))
    .execute()
}

function versionsOf(
  kysely: Database['kysely'] | Transaction,
  { item_guid, share_guid }: Pick<CopyRow, 'item_guid' | 'share_guid'>,
) {
  return item_guid !== null
    ? kysely.selectFrom('item_version').select('file_guid').where('item_guid', '=', item_guid)
    : kysely
        .selectFrom('share_version')
        .select('file_guid')
        .where('share_guid', '=', share_guid ?? '')
}

/** Looks whether what was copied has another version in the cloud storage, and has it copied as one here. */
export class CloudOrigins {
  readonly #deps: Deps
  readonly #copies: CloudCopies

  constructor(deps: Deps, copies: CloudCopies) {
    this.#deps = deps
    this.#copies = copies
    deps.jobs.handle(kind, ({ file = '' }) => this.#checkDaily(file))
  }

  /** Of what the newest version is a copy; null if it is none, or of someone else’s storage. */
  async of(actor: Pick<User, 'guid'>, target: VersionTarget): Promise<Origin | null> {
    return (await this.#newest(actor, target)) ?? null
  }

  /**
   * Looks now. Returns the copy that brings the new version, or null if there is none. Throws notFound, passkeyNeeded,
   * what the provider throws, and what the target throws for someone who cannot add.
   */
  async check(identity: Asking, target: VersionTarget, client: Client): Promise<string | null> {
    const actor = identity.user
    const origin = await this.#newest(actor, target)
    if (!origin) throw new Problem('notFound')
    await this.#requireOpen(target)
    const cloud = await this.#deps.connections.open(actor, origin.cloud)
    const item = await cloud.item(origin.item_id, AbortSignal.timeout(patience))
    const isNew = item.revision === null || item.revision !== origin.revision
    await this.#note(origin.file_guid, isNew ? '' : 'No new version.')
    if (!isNew) return null
    const copy = await this.#copies.begin(identity, origin.cloud, target, client)
    await this.#copies.choose(actor, copy, { space: '', shown: [], picks: [item] })
    await this.#copies.start(identity, copy, { same_name: 'version', export_as: origin.export_as }, client)
    return copy
  }

  /** Whether it is looked every day. Throws notFound, passkeyNeeded. */
  async setDaily(actor: User, target: VersionTarget, isDaily: boolean): Promise<void> {
    const origin = await this.#newest(actor, target)
    if (!origin) throw new Problem('notFound')
    await this.#requireOpen(target)
    await this.#deps.database.kysely
      .updateTable('cloud_origin')
      .set({ is_daily: isDaily ? 1 : 0 })
      .where('file_guid', '=', origin.file_guid)
      .execute()
  }

  /** Queues what is to be looked for today; for a daily job. */
  async sweepDaily(): Promise<void> {
    const { database, jobs, clock } = this.#deps
    let after = ''
    for (;;) {
      const rows = await database.kysely
        .selectFrom('cloud_origin')
        .select('file_guid')
        .where('is_daily', '=', 1)
        .where('checked_at', '<=', clock() - checkedAgain)
        .where('file_guid', '>', after)
        .orderBy('file_guid')
        .limit(batch)
        .execute()
      await database.transaction(async (tx) => {
        for (const { file_guid: file } of rows) await jobs.add(tx, kind, { file }, { isOnce: true })
      })
      if (rows.length < batch) return
      after = rows.at(-1)!.file_guid
    }
  }

  async #checkDaily(fileGuid: string): Promise<void> {
    const { kysely } = this.#deps.database
    const row = await kysely
      .selectFrom('cloud_origin')
      .selectAll()
      .where('file_guid', '=', fileGuid)
      .where('is_daily', '=', 1)
      .executeTakeFirst()
    const account = row && (await userByGuid(kysely, row.user_guid))
    const target = row && (await this.#targetOf(fileGuid))
    if (!row || account?.status !== 'Active' || !target) return
    try {
      const asking = { user: userOf(account), readerEmail: null, browserId: '', isAtWork: true }
      await this.check(asking, target, { ip: '', userAgent: '' })
    } catch (error) {
      // It says so on the page of the file, and is tried again tomorrow.
      if (!(error instanceof Problem)) throw error
      await this.#note(fileGuid, error.text)
    }
  }

  async #note(fileGuid: string, note: string): Promise<void> {
    await this.#deps.database.kysely
      .updateTable('cloud_origin')
      .set({ checked_at: this.#deps.clock(), note })
      .where('file_guid', '=', fileGuid)
      .execute()
  }

  async #targetOf(fileGuid: string): Promise<VersionTarget | null> {
    const { kysely } = this.#deps.database
    const item = await kysely
      .selectFrom('item_version')
      .innerJoin('item', 'item.guid', 'item_version.item_guid')
      .select(['item.guid', 'item.room_guid'])
      .where('item_version.file_guid', '=', fileGuid)
      .where('item.binned_at', 'is', null)
      .executeTakeFirst()
    if (item) return { roomGuid: item.room_guid, itemGuid: item.guid }
    const share = await kysely
      .selectFrom('share_version')
      .select('share_guid')
      .where('file_guid', '=', fileGuid)
      .executeTakeFirst()
    return share ? { shareGuid: share.share_guid } : null
  }

  /** A passkey is stored nowhere, so that no job has it: only people can add a version that it locks. */
  async #requireOpen(target: VersionTarget): Promise<void> {
    if ('itemGuid' in target) return
    const locked = await this.#deps.database.kysely
      .selectFrom('share')
      .select('guid')
      .where('guid', '=', target.shareGuid)
      .where('needs_passkey', '=', 1)
      .executeTakeFirst()
    if (locked) throw new Problem('passkeyNeeded', { text: onlyByHand })
  }

  async #newest(actor: Pick<User, 'guid'>, target: VersionTarget): Promise<OriginRow | undefined> {
    const { kysely } = this.#deps.database
    const newest = await ('itemGuid' in target
      ? kysely
          .selectFrom('item_version')
          .select('file_guid')
          .where('item_guid', '=', target.itemGuid)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst()
      : kysely
          .selectFrom('share_version')
          .select('file_guid')
          .where('share_guid', '=', target.shareGuid)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst())
    if (!newest) return undefined
    return kysely
      .selectFrom('cloud_origin')
      .selectAll()
      .where('file_guid', '=', newest.file_guid)
      .where('user_guid', '=', actor.guid)
      .executeTakeFirst()
  }
}
