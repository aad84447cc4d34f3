import { readerKey, type Identity } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import { cloudFormName } from '#server/storage/keys/wrapped-columns.ts'
import type { ResumableUploads } from '#server/uploads/resumable/resumable.ts'
import { Arrivals, asRequester, askingFor } from './arrivals.ts'
import { CopiedFiles } from './copied-file.ts'
import type { PickedItem } from './copy-forms.ts'
import { choosingKept, endedKept, endedShown } from './copy-limits.ts'
import {
  copyRow,
  countStates,
  endItems,
  lockCopy,
  recentCopies,
  type CopyItemRow,
  type CopyRow,
} from './copy-rows.ts'
import { countsOf, maxChosen, maxOf, tooManyFor, type CopyCounts } from './chosen-items.ts'
import { Turns } from './turns.ts'
import { addItems, newAmong, Walking } from './walking.ts'

type Deps = ConstructorParameters<typeof Arrivals>[0] &
  Omit<ConstructorParameters<typeof Turns>[0], 'arrivals' | 'files' | 'walking'> &
  ConstructorParameters<typeof CopiedFiles>[0] & { resumable: ResumableUploads; keyRing: KeyRing }

/** What files are copied for: the folder of a room, a version of one of its files or of a share, or the share form. */
export type CopyTarget =
  | { roomGuid: string; parentGuid: string }
  | { roomGuid: string; itemGuid: string }
  | { shareGuid: string }
  | { form: string }

/** Someone with an account, at the browser that they ask from. */
export type Asking = Identity & { user: User }

export type CopyChoices = Pick<CopyRow, 'same_name' | 'export_as'>

const batchSize = 100
const nothingChosen = 'Choose at least one file.'

/** What people choose in their cloud storage, and the copying of it. Everything is its person's alone. */
export class CloudCopies {
  readonly #deps: Deps
  readonly #arrivals: Arrivals
  readonly #turns: Turns

  constructor(deps: Deps) {
    this.#deps = deps
    this.#arrivals = new Arrivals(deps)
    const files = new CopiedFiles(deps)
    const walking = new Walking({ ...deps, arrivals: this.#arrivals })
    this.#turns = new Turns({ ...deps, arrivals: this.#arrivals, files, walking })
  }

  /** Begins to choose, and returns the guid of the copy. Throws what the target throws for someone who cannot add. */
  async begin(identity: Asking, cloud: CloudName, target: CopyTarget, client: Client): Promise<string> {
    const { database, keyRing, clock } = this.#deps
    const [actor, guid] = [identity.user, newGuid()]
    const sealed = 'form' in target ? keyRing.wrap(cloudFormName(guid), Buffer.from(target.form)) : null
    const row: CopyRow = {
      guid,
      user_guid: actor.guid,
      cloud,
      room_guid: 'roomGuid' in target ? target.roomGuid : null,
      parent_guid: 'parentGuid' in target ? target.parentGuid : null,
      item_guid: 'itemGuid' in target ? target.itemGuid : null,
      share_guid: 'shareGuid' in target ? target.shareGuid : null,
      batch_guid: null,
      same_name: 'version',
      export_as: 'pdf',
      form_sealed: sealed,
      reader_key: readerKey(identity),
      ip: client.ip,
      user_agent: client.userAgent,
      state: 'choosing',
      next_place: 0,
      waits_until: 0,
      created_at: clock(),
      ended_at: null,
    }
    await this.#arrivals.uploaderOf(actor, row, asRequester(identity))
    await database.transaction(async (tx) => {
      if (sealed !== null) await requireCurrentKey(tx, keyRing)
      await tx.insertInto('cloud_copy').values(row).execute()
    })
    return guid
  }

  /** The actor's copy. Throws notFound. */
  async find(actor: Pick<User, 'guid'>, guid: string): Promise<CopyRow> {
    const row = await copyRow(this.#deps.database.kysely, guid)
    if (row?.user_guid !== actor.guid) throw new Problem('notFound')
    return row
  }

  /** How large one file of a copy can be, in bytes. Throws what the target throws for someone who can no longer add. */
  async limitOf(actor: User, copy: CopyRow): Promise<number> {
    return (await this.#arrivals.uploaderOf(actor, copy, askingFor(actor, copy))).limitBytes
  }

  /** What is chosen, in that order. */
  async chosen(copy: CopyRow): Promise<CopyItemRow[]> {
    return this.#deps.database.kysely
      .selectFrom('cloud_copy_item')
      .selectAll()
      .where('copy_guid', '=', copy.guid)
      .where('state', '=', 'chosen')
      .orderBy('place')
      .limit(maxChosen)
      .execute()
  }

  /**
   * Notes what of a page is chosen: what it showed and is not among the picks, no longer is. Throws notFound, also once
   * the copy has begun, and tooManyFiles.
   */
  async choose(
    actor: User,
    guid: string,
    { space, shown, picks }: { space: string; shown: readonly string[]; picks: readonly PickedItem[] },
  ): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const copy = await this.#choosing(tx, actor, guid)
      const kept = new Set(picks.map(({ id }) => id))
      const left = shown.filter((id) => !kept.has(id))
      if (left.length > 0)
        await tx
          .deleteFrom('cloud_copy_item')
          .where('copy_guid', '=', guid)
          .where('item_id', 'in', left)
          .execute()
      const wanted = copy.room_guid === null ? picks.filter(({ kind }) => kind === 'file') : picks
      await addItems(tx, copy, await newAmong(tx, guid, wanted), { space, path: '' })
      const { count } = await tx
        .selectFrom('cloud_copy_item')
        .select((row) => row.fn.countAll<number | string>().as('count'))
        .where('copy_guid', '=', guid)
        .executeTakeFirstOrThrow()
      if (Number(count) > maxOf(copy))
        throw new Problem('tooManyFiles', { field: 'pick', text: tooManyFor(copy) })
    })
  }

  /** Has what is chosen copied. Throws notFound, fileMissing, and what the target throws for someone who cannot add. */
  async start(identity: Asking, guid: string, choices: CopyChoices, client: Client): Promise<void> {
    const { database } = this.#deps
    const actor = identity.user
    const reader_key = readerKey(identity)
    await this.#arrivals.uploaderOf(actor, await this.find(actor, guid), asRequester(identity))
    await database.transaction(async (tx) => {
      const copy = await this.#choosing(tx, actor, guid)
      await endItems(tx, guid, ['chosen'], { state: 'waiting' })
      const counts = await countStates(tx, guid)
      if (counts.length === 0) throw new Problem('fileMissing', { field: 'pick', text: nothingChosen })
      await tx
        .updateTable('cloud_copy')
        .set({ ...choices, state: 'copying', reader_key, ip: client.ip, user_agent: client.userAgent })
        .where('guid', '=', copy.guid)
        .execute()
      await this.#turns.start(tx, guid)
    })
  }

  /** How many items it has, in all and by state. */
  counts(copy: Pick<CopyRow, 'guid'>): Promise<CopyCounts> {
    return countsOf(this.#deps.database.kysely, copy.guid)
  }

  /** How far it is: counts by state, and a page of what is in it, with what failed first. */
  async progress(copy: CopyRow, page: number): Promise<{ counts: CopyCounts; rows: CopyItemRow[] }> {
    const { kysely } = this.#deps.database
    const counts = await this.counts(copy)
    const rows = await kysely
      .selectFrom('cloud_copy_item')
      .selectAll()
      .where('copy_guid', '=', copy.guid)
      .orderBy((row) => row.case('state').when('failed').then(0).when('copying').then(1).else(2).end())
      .orderBy('place')
      .limit(batchSize)
      .offset((page - 1) * batchSize)
      .execute()
    return { counts, rows }
  }

  /** Ends a copy; what is copied stays. Throws notFound. */
  async cancel(actor: User, guid: string): Promise<void> {
    const { database, resumable, clock } = this.#deps
    const copy = await this.find(actor, guid)
    await database.transaction(async (tx) => {
      await lockCopy(tx, guid)
      await tx
        .updateTable('cloud_copy')
        .set({ state: 'cancelled', ended_at: clock() })
        .where('guid', '=', guid)
        .where('state', 'in', ['choosing', 'copying', 'disconnected'])
        .execute()
      await endItems(tx, guid, ['chosen', 'waiting', 'copying'], { state: 'cancelled', turn: null })
    })
    const left = await database.kysely
      .selectFrom('cloud_copy_item')
      .select('upload_guid')
      .where('copy_guid', '=', guid)
      .where('state', '=', 'cancelled')
      .where('upload_guid', 'is not', null)
      .execute()
    // Where nothing can be added any more, what arrived so far goes with its day.
    const uploader = left.length > 0 ? await this.#arrivals.uploader(actor, copy).catch(() => null) : null
    if (uploader) for (const { upload_guid: upload } of left) await resumable.cancel(uploader, upload!)
  }

  /**
   * Goes on with what failed, and after the cloud storage was connected again with everything. Throws notFound, also if
   * it was cancelled, and what the target throws for someone who cannot add.
   */
  async again(identity: Asking, guid: string): Promise<void> {
    const { database } = this.#deps
    const actor = identity.user
    const reader_key = readerKey(identity)
    const found = await this.find(actor, guid)
    if (found.state === 'choosing' || found.state === 'cancelled') throw new Problem('notFound')
    await this.#arrivals.uploaderOf(actor, found, asRequester(identity))
    await database.transaction(async (tx) => {
      const copy = await lockCopy(tx, guid)
      await endItems(tx, guid, ['failed'], { state: 'waiting', note: '', tries: 0, retry_at: 0 })
      await tx.updateTable('cloud_copy').set({ reader_key }).where('guid', '=', guid).execute()
      if (copy?.state === 'copying') return
      await tx
        .updateTable('cloud_copy')
        .set({ state: 'copying', ended_at: null, waits_until: 0 })
        .where('guid', '=', guid)
        .execute()
      await this.#turns.start(tx, guid)
    })
  }

  /** The actor's that are not over, or only just, the newest first: into a room, for shares (null), or all. */
  async underWay(actor: Pick<User, 'guid'>, roomGuid?: string | null): Promise<CopyRow[]> {
    const values = {
      userGuid: actor.guid,
      roomGuid: roomGuid ?? '',
      endedSince: this.#deps.clock() - endedShown,
    }
    const into = roomGuid === undefined ? 'all' : roomGuid === null ? 'shares' : 'room'
    return recentCopies(this.#deps.database.kysely, values, into)
  }

  /** What comes back to the share form: what was typed, and the files that arrived. Throws notFound. */
  async forShare(actor: User, guid: string): Promise<{ form: string; fileGuids: string[] }> {
    const copy = await this.find(actor, guid)
    if (copy.form_sealed === null) throw new Problem('notFound')
    const form = this.#deps.keyRing.unwrap(cloudFormName(guid), copy.form_sealed).toString('utf8')
    const rows = await this.#deps.database.kysely
      .selectFrom('cloud_copy_item')
      .select('file_guid')
      .where('copy_guid', '=', guid)
      .where('state', '=', 'done')
      .where('file_guid', 'is not', null)
      .orderBy('place')
      .limit(maxFilesPerForm)
      .execute()
    return { form, fileGuids: rows.map(({ file_guid: file }) => file!) }
  }

  /** Forgets what was never started, and what ended long ago; returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('cloud_copy')
      .where((row) =>
        row.or([
          row.and([row('state', '=', 'choosing'), row('created_at', '<', clock() - choosingKept)]),
          row.and([row('state', '!=', 'choosing'), row('created_at', '<', clock() - endedKept)]),
        ]),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  close(): void {
    this.#turns.close()
  }

  async #choosing(tx: Transaction, actor: User, guid: string): Promise<CopyRow> {
    const copy = await lockCopy(tx, guid)
    if (copy?.user_guid !== actor.guid || copy.state !== 'choosing') throw new Problem('notFound')
    return copy
  }
}
