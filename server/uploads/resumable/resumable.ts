import type { Readable } from 'node:stream'
import { newGuid } from '#server/db/open.ts'
import type { UploadTable } from '#server/db/schema.ts'
import { fileName as checkedName } from '#server/rules/accounts/names.ts'
import { hasFlag, Problem } from '#server/rules/problems.ts'
import { ObjectMissing } from '#server/storage/storage.ts'
import type { Hashing } from '#server/storage/vault.ts'
import { tooLarge } from '#server/uploads/intake.ts'
import { removeFile } from '#server/uploads/remove-file.ts'
import type { Uploads, UploadsDeps } from '#server/uploads/uploads.ts'
import { quotaFull, roomIn, type Charged, type StorageUse } from '#server/uploads/usage.ts'
import { Appending, type Checksum } from './appending.ts'
import { leftUploads, type LeftBy, type LeftUpload } from './left-uploads.ts'
import { Hold, newRow, requireOwn, sumOfUnfinished } from './upload-rows.ts'

export type { Checksum } from './appending.ts'

type Deps = Pick<UploadsDeps, 'database' | 'vault' | 'usage' | 'clock' | 'log' | 'onBegun'> & {
  uploads: Uploads
}

/** Whose upload it is and how large it can be (bytes); for a room, which, and who brings it. */
export type Uploader = { owner: Charged; limitBytes: number; roomGuid?: string; broughtBy?: string }

/** `size` in bytes; `sha256` in hexadecimal, where the client knows it. */
export type WantedUpload = { fileName: string; size: number; parentGuid?: string; sha256?: string }

/**
 * The bytes of one request. `length` in bytes, where it was announced. `whole` is what another server says of all bytes
 * of the file, in hexadecimal, and how to compute it.
 */
export type Chunk = {
  offset: number
  body: Readable
  length: number | null
  checksum?: Checksum
  whole?: { hash: () => Hashing; value: string }
}

/** How much has arrived, of how much, and until when the rest is waited for. */
export type UploadState = { guid: string; offset: number; size: number; endsAt: number }

/** The room and its folder that it is for; nothing for a share. */
export type UploadPlace = { roomGuid?: string; parentGuid?: string }

const maxUnfinished = 1000
const batch = 100

/**
 * Files that arrive in several requests: what was acknowledged survives a lost connection, and the end of a process.
 * Who may upload is asked by the caller each time.
 */
export class ResumableUploads {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws Problem fileNameRefused, fileEmpty, fileTooLarge, quotaFull, tooManyUnfinished. */
  async create(uploader: Uploader, wanted: WantedUpload): Promise<UploadState> {
    const { row } = await this.#begin(uploader, wanted)
    await this.#deps.database.kysely.insertInto('upload').values(row).execute()
    return stateOf(row)
  }

  /**
   * The same with its first bytes, or all of them, in one request. If those are refused or break off, nothing is left:
   * who sent them does not know yet where the upload is. Throws what `create` and `append` throw.
   */
  async createWith(
    uploader: Uploader,
    wanted: WantedUpload,
    bytes: Omit<Chunk, 'offset'>,
  ): Promise<UploadState> {
    const { database, vault, clock } = this.#deps
    const { row, use } = await this.#begin(uploader, wanted)
    const hold = Hold.ofNew(database.kysely, row, clock)
    try {
      const state = await this.#append(uploader, row, hold, { ...bytes, offset: 0, use })
      if (state.offset === 0) await hold.end({})
      return state
    } catch (error) {
      // Without a row nothing was noted, and no file was made: these bytes are no one's.
      if (!(await this.#drop(row))) await vault.begun.forget(row.guid, row.mark)
      throw error
    } finally {
      await hold.release()
    }
  }

  async #begin(uploader: Uploader, wanted: WantedUpload): Promise<{ row: UploadTable; use: StorageUse }> {
    const { vault, clock, onBegun } = this.#deps
    const { owner, limitBytes, roomGuid = null, broughtBy = null } = uploader
    const name = checkedName(wanted.fileName)
    if (wanted.size === 0) throw new Problem('fileEmpty')
    if (wanted.size > limitBytes) throw tooLarge(limitBytes)
    const { unfinished, ...use } = await this.#useOf(owner)
    if (roomIn(use) < wanted.size) throw quotaFull(use)
    if (unfinished >= maxUnfinished) throw new Problem('tooManyUnfinished')
    onBegun?.(name)
    const { size, parentGuid = null, sha256 = null } = wanted
    const about = { name, size, sha256, roomGuid, parentGuid, broughtBy }
    const row = newRow(vault.begun.make(newGuid()), owner, about, clock())
    return { row, use }
  }

  /** What an upload is for: null if there is none, or if it is for a room and none of these addresses brings it. */
  async placeOf(guid: string, emails: readonly string[]): Promise<UploadPlace | null> {
    const row = await this.#deps.database.kysely
      .selectFrom('upload')
      .select(['room_guid', 'parent_guid', 'brought_by'])
      .where('guid', '=', guid)
      .executeTakeFirst()
    if (!row) return null
    const { room_guid: roomGuid, parent_guid: parentGuid } = row
    if (roomGuid === null || parentGuid === null) return {}
    return emails.some((email) => email.toLowerCase() === row.brought_by) ? { roomGuid, parentGuid } : null
  }

  /** What someone began and did not use yet. */
  left(by: LeftBy): Promise<LeftUpload[]> {
    return leftUploads(this.#deps.database.kysely, by, this.#deps.clock())
  }

  /** Throws Problem notFound, also where the finished file is used by now. */
  async find(uploader: Uploader, guid: string): Promise<UploadState> {
    return stateOf(await this.#own(uploader, guid))
  }

  /**
   * Appends the bytes of one request; with the last of them the file is complete and can be used under the same guid.
   * Throws Problem notFound, uploadHeld, uploadOffset, uploadTooLong, checksumWrong and uploadBroken, after which it goes
   * on where `find` says, and quotaFull, fileTooLarge, fileTypeMismatch, uploadChanged, fileChecksumWrong, after which
   * nothing of it is left; storageFull, storageAway.
   */
  async append(uploader: Uploader, guid: string, chunk: Chunk): Promise<UploadState> {
    const { database, clock } = this.#deps
    const own = await this.#own(uploader, guid)
    if (own.finished_at !== null) {
      if (chunk.offset !== own.size) throw new Problem('uploadOffset')
      return stateOf(own)
    }
    const hold = new Hold(database.kysely, guid, clock)
    const row = await hold.take()
    try {
      return await this.#append(uploader, row, hold, chunk)
    } catch (error) {
      const isLost = error instanceof ObjectMissing
      if (isLost || (error instanceof Problem && hasFlag(error.problem, 'endsUpload'))) await this.#drop(row)
      throw isLost ? new Problem('notFound') : error
    } finally {
      await hold.release()
    }
  }

  /** Removes an upload, or the file that it became unless that is used. Throws Problem notFound. */
  async remove(uploader: Uploader, guid: string): Promise<void> {
    const { database, vault } = this.#deps
    const row = await this.#own(uploader, guid)
    if (row.finished_at === null) return void (await this.#drop(row))
    await database.transaction(async (tx) => {
      await removeFile(tx, vault, guid, { isNotTaken: true })
      await tx.deleteFrom('upload').where('guid', '=', guid).execute()
    })
  }

  /** Like `remove`, for a form: one that is gone is as it should be. */
  async cancel(uploader: Uploader, guid: string): Promise<void> {
    await this.remove(uploader, guid).catch((error: unknown) => {
      if (!(error instanceof Problem && error.problem === 'notFound')) throw error
    })
  }

  /**
   * Lets go of what requests of a process had that is gone. On SQLite, whose file belongs to one process, that is
   * everything, before this one takes a request; elsewhere each hold ends by itself.
   */
  async releaseLeft(): Promise<void> {
    const { database, log } = this.#deps
    if (database.kind !== 'sqlite') return
    const left = database.kysely.updateTable('upload').set({ held_by: null, held_until: 0 })
    try {
      await left.where('finished_at', 'is', null).where('held_by', 'is not', null).execute()
    } catch (error) {
      log.error({ err: error }, 'Uploads of an earlier process are held for some seconds more')
    }
  }

  /** Removes what was not finished in time, and answers how many. */
  async sweep(): Promise<number> {
    const { database, clock, log } = this.#deps
    let removed = 0
    for (;;) {
      const rows = await database.kysely
        .selectFrom('upload')
        .selectAll()
        .where('ends_at', '<=', clock())
        .limit(batch)
        .execute()
      for (const row of rows) await this.#drop(row)
      removed += rows.length
      if (rows.length === batch) continue
      if (removed > 0) log.info({ uploads: removed }, 'Removed uploads whose time was over')
      return removed
    }
  }

  async #append(
    uploader: Uploader,
    row: UploadTable,
    hold: Hold,
    chunk: Chunk & { use?: StorageUse },
  ): Promise<UploadState> {
    const { vault } = this.#deps
    if (chunk.offset !== row.received) throw new Problem('uploadOffset')
    if (row.received + (chunk.length ?? 0) > row.size) throw new Problem('uploadTooLong')
    const { limitBytes, owner } = uploader
    if (row.size > limitBytes) throw tooLarge(limitBytes)
    const { checksum = null, use = await this.#useOf(owner, row.guid) } = chunk
    const appending = new Appending({ row, hold, vault, limitBytes, use, checksum })
    try {
      await appending.take(chunk.body)
      if (appending.received < row.size) await appending.note({ isLast: true })
      else await this.#finish(uploader, row, hold, { appending, whole: chunk.whole })
      return stateOf({ ...row, received: appending.received })
    } finally {
      await appending.end()
    }
  }

  async #finish(
    uploader: Uploader,
    row: UploadTable,
    hold: Hold,
    { appending, whole }: { appending: Appending; whole: Chunk['whole'] },
  ): Promise<void> {
    const { vault, uploads, clock } = this.#deps
    const { known, object, sha256: computed } = await appending.finish()
    const isUnsummed = row.sha256 !== null && computed === null
    const isRead = isUnsummed || vault.begun.isWrittenOver(object)
    const sha256 = isRead ? await vault.hashOf(object) : computed
    if (row.sha256 !== null && sha256 !== row.sha256) throw new Problem('fileChecksumWrong')
    if (whole && (await vault.hashOf(object, whole.hash())) !== whole.value)
      throw new Problem('fileChecksumWrong')
    const { guid, name, size } = row
    const { owner, roomGuid, broughtBy } = uploader
    const wanted = {
      ...(roomGuid === undefined ? {} : { roomGuid }),
      ...(broughtBy === undefined ? {} : { broughtBy }),
    }
    const done = { finished_at: clock(), received: size, rest: null, wrapped_key: null }
    await uploads.keep(owner, { guid, name, known, object, sha256, wanted }, (tx) => hold.end(done, tx))
  }

  /**
   * The row first: a request that is writing meanwhile notices, and removes what it wrote. Answers whether there was
   * one.
   */
  async #drop({ guid }: Pick<UploadTable, 'guid'>): Promise<boolean> {
    const { database, vault } = this.#deps
    const row = await database.kysely
      .deleteFrom('upload')
      .where('guid', '=', guid)
      .returning(['mark', 'finished_at'])
      .executeTakeFirst()
    if (row?.finished_at === null) await vault.begun.forget(guid, row.mark)
    return row !== undefined
  }

  async #own(uploader: Uploader, guid: string): Promise<UploadTable> {
    const { database, clock } = this.#deps
    const row = await requireOwn(database.kysely, guid, uploader, clock())
    if (row.finished_at === null) return row
    const file = await database.kysely
      .selectFrom('file')
      .select('guid')
      .where('guid', '=', guid)
      .where('taken_at', 'is', null)
      .executeTakeFirst()
    if (!file) throw new Problem('notFound')
    return row
  }

  /** Unfinished uploads count, too: without that, no quota would stop them. */
  async #useOf(owner: Charged, besides?: string): Promise<StorageUse & { unfinished: number }> {
    const { usage, database } = this.#deps
    const [use, { bytes, count }] = await Promise.all([
      usage.of(owner),
      sumOfUnfinished(database.kysely, owner.guid, besides),
    ])
    return { ...use, consumed: use.consumed + bytes, unfinished: count }
  }
}

function stateOf({ guid, received, size, ends_at }: UploadTable): UploadState {
  return { guid, offset: received, size, endsAt: ends_at }
}
