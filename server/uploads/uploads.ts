import type { Readable } from 'node:stream'
import type { User } from '#server/accounts/users.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { FileTable } from '#server/db/schema.ts'
import type { Log } from '#server/log.ts'
import type { Metrics } from '#server/metrics.ts'
import { isShown, type KnownFile } from '#server/rules/files/files.ts'
import { fileName as checkedName } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { SealedObject, Vault } from '#server/storage/vault.ts'
import { arrivedFrom, noteArrival } from './arrivals.ts'
import { consume } from './consume.ts'
import { Intake, tooLarge } from './intake.ts'
import { removeFile } from './remove-file.ts'
import { inspect, sweep, type Swept } from './sweep.ts'
import { quotaFull, roomIn, type Charged, type Usage } from './usage.ts'

export type UploadsDeps = {
  database: Database
  vault: Vault
  storage: Storage
  usage: Usage
  clock: () => number
  log: Log
  metrics?: Metrics
  /** A file with this name is on its way: time to get ready for it. */
  onBegun?: (fileName: string) => void
  /**
   * What follows in the same transaction: the jobs that render the file and compute the SHA-256 of its object;
   * `unhashed` is null where that is known.
   */
  onReceived?: (
    tx: Transaction,
    file: Pick<FileTable, 'guid' | 'kind' | 'render_status'>,
    unhashed: string | null,
  ) => Promise<void>
}

/** `limitBytes` is the plan's; a file for a room names the room and the uploader's address. */
export type WantedFile = {
  fileName: string
  limitBytes: number
  leastBytes?: number
  roomGuid?: string
  broughtBy?: string
}

/** A file whose bytes are stored and that has no row yet. */
export type StoredFile = {
  guid: string
  name: string
  known: KnownFile
  object: SealedObject
  /** Of its bytes, where it was computed while they arrived. */
  sha256?: string | null
  wanted: Pick<WantedFile, 'roomGuid' | 'broughtBy'>
}

export type { Swept } from './sweep.ts'
export type UploadedFile = FileTable
const waitingColumns = [
  'guid',
  'name',
  'kind',
  'media_type',
  'size',
  'render_status',
  'render_error',
] as const
export type WaitingFile = Pick<FileTable, (typeof waitingColumns)[number]>

/** Files on their way from a browser to a share. */
export class Uploads {
  readonly #deps: UploadsDeps

  constructor(deps: UploadsDeps) {
    this.#deps = deps
  }

  /**
   * Stores a file that is being uploaded and answers its guid. The memory of what the stream yields is released.
   * `limitBytes` is the plan's; `leastBytes` is the size known in advance. A file for a room belongs to its owner, who is
   * the actor then, with `broughtBy` the uploader's address. Nothing is left behind if it fails. Throws Problem
   * fileNameRefused and, if that much does not fit, quotaFull (both before a byte is read), fileEmpty, fileTypeMismatch,
   * fileTooLarge, uploadBroken, storageFull.
   */
  async receive(actor: Charged, stream: Readable, wanted: WantedFile): Promise<string> {
    const name = checkedName(wanted.fileName)
    // It may fail while the quota is checked.
    stream.on('error', () => undefined)
    const use = await this.#deps.usage.of(actor)
    if (roomIn(use) < Math.max(1, wanted.leastBytes ?? 1)) throw quotaFull(use)
    this.#deps.onBegun?.(name)
    const { vault } = this.#deps
    const intake = new Intake(() => vault.create(), { fileName: name, limitBytes: wanted.limitBytes, use })
    try {
      await consume(stream, (chunk) => intake.take(chunk))
      const taken = await intake.finish()
      return await this.keep(actor, { ...taken, guid: newGuid(), name, wanted })
    } catch (error) {
      await intake.abort()
      // If a stream fails by itself, only its sender can be the cause.
      throw stream.errored && !(error instanceof Problem) ? new Problem('uploadBroken') : error
    }
  }

  /** What identifies these files even when uploaded again: their names and contents. By guid. */
  async contents(fileGuids: readonly string[]): Promise<Map<string, string>> {
    if (fileGuids.length === 0) return new Map()
    const rows = await this.#deps.database.kysely
      .selectFrom('file')
      .innerJoin('object', 'object.guid', 'file.object_guid')
      .select(['file.guid', 'file.name', 'object.size', 'object.crc32'])
      .where('file.guid', 'in', fileGuids)
      .execute()
    return new Map(rows.map(({ guid, name, size, crc32 }) => [guid, `${size}/${crc32}/${name}`]))
  }

  /** Removes files of the actor that will not be shared. */
  async drop(actor: Pick<User, 'guid'>, fileGuids: readonly string[]): Promise<void> {
    const { database, vault } = this.#deps
    const waiting = await this.waiting(actor, fileGuids)
    await database.transaction(async (tx) => {
      for (const { guid } of waiting) await removeFile(tx, vault, guid, { isNotTaken: true })
    })
  }

  /**
   * Marks a file as used by a share, or by the room that it was uploaded for, once, by its owner only; with `broughtBy`
   * only what was uploaded from that address. Throws Problem uploadGone.
   */
  async take(
    tx: Transaction,
    actor: Pick<User, 'guid'>,
    fileGuid: string,
    roomGuid: string | null = null,
    broughtBy: string | null = null,
  ): Promise<UploadedFile> {
    const file = await tx
      .updateTable('file')
      .set({ taken_at: this.#deps.clock() })
      .where('guid', '=', fileGuid)
      .where('owner_guid', '=', actor.guid)
      .where('room_guid', roomGuid === null ? 'is' : '=', roomGuid)
      .where('taken_at', 'is', null)
      .$if(broughtBy !== null, (query) => query.where('guid', 'in', arrivedFrom(tx, [broughtBy!])))
      .returningAll()
      .executeTakeFirst()
    if (!file) throw new Problem('uploadGone')
    if (roomGuid !== null) await tx.deleteFrom('room_arrival').where('file_guid', '=', fileGuid).execute()
    return file
  }

  /** Those of the files that are the actor's and are not shared yet, in their order. */
  async waiting(actor: Pick<User, 'guid'>, fileGuids: readonly string[]): Promise<WaitingFile[]> {
    if (fileGuids.length === 0) return []
    const rows = await this.#deps.database.kysely
      .selectFrom('file')
      .select(waitingColumns)
      .where('guid', 'in', fileGuids)
      .where('owner_guid', '=', actor.guid)
      .where('room_guid', 'is', null)
      .where('taken_at', 'is', null)
      .execute()
    const order = new Map(fileGuids.map((guid, index) => [guid, index]))
    return rows.toSorted((a, b) => order.get(a.guid)! - order.get(b.guid)!)
  }

  /** The actor's own file, or null. */
  async find(actor: User, fileGuid: string): Promise<UploadedFile | null> {
    const file = await this.#deps.database.kysely
      .selectFrom('file')
      .selectAll()
      .where('guid', '=', fileGuid)
      .where('owner_guid', '=', actor.guid)
      .executeTakeFirst()
    return file ?? null
  }

  /**
   * Removes what nothing uses: files that were not shared within 24 hours, and orphaned bytes and rows. For a daily
   * job.
   */
  sweep(): Promise<Swept> {
    return sweep(this.#deps)
  }

  /** What `sweep` would remove now. */
  inspect(): Promise<Swept> {
    return inspect(this.#deps)
  }

  /**
   * Makes a file of an object whose bytes are stored, and answers its guid; `also` is done in the same transaction.
   * If the plan, as it is by then, has no place for it, the bytes are removed. Throws Problem quotaFull, fileTooLarge
   * and what `also` throws.
   */
  async keep(
    actor: Charged,
    { guid, name, known, object, sha256 = null, wanted }: StoredFile,
    also?: (tx: Transaction) => Promise<void>,
  ): Promise<string> {
    const { database, vault, usage, clock, onReceived, metrics } = this.#deps
    try {
      await database.transaction(async (tx) => {
        const { maxUploadBytes } = await usage.take(tx, actor, object.size)
        if (object.size > maxUploadBytes) throw tooLarge(maxUploadBytes)
        await vault.record(tx, object, sha256)
        const file: FileTable = {
          guid,
          owner_guid: actor.guid,
          object_guid: object.guid,
          name,
          media_type: known.mediaType,
          kind: known.kind,
          size: object.size,
          render_status: isShown(known.kind, null) ? 'In Progress' : 'Rendered',
          render_error: null,
          render_started_at: null,
          page_count: 0,
          created_at: clock(),
          taken_at: null,
          password_sealed: null,
          findings: '',
          shows_changes: 0,
          room_guid: wanted.roomGuid ?? null,
        }
        await tx.insertInto('file').values(file).execute()
        if (wanted.broughtBy !== undefined) await noteArrival(tx, guid, wanted.broughtBy)
        await onReceived?.(tx, file, sha256 === null ? object.guid : null)
        await also?.(tx)
      })
    } catch (error) {
      await vault.discard(object.guid)
      throw error
    }
    metrics?.uploaded(object.size)
    return guid
  }
}
