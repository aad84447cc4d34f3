import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Flag } from '#server/db/tables/flag.ts'
import { ObjectLocked, type FileKey } from './keys/file-key.ts'
import { FlightBudget } from './sealed/flight-budget.ts'
import { HeldFrames } from './sealed/held-frames.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { SealedReader } from './sealed/sealed-reader.ts'
import { maxWhole, readSmall } from './sealed/small-objects.ts'
import { SealedWriter, storedObject, type SealedObject, type StoredObject } from './sealed/sealed-writer.ts'
import { maxPiece } from './sealed/sealing.ts'
import { BegunObjects } from './begun-objects.ts'
import { releaseMemory } from './memory.ts'
import { ObjectMissing, type Storage } from './storage.ts'

export { ObjectLocked, FileKey } from './keys/file-key.ts'
export { maxWhole } from './sealed/small-objects.ts'
export type { SealedReader } from './sealed/sealed-reader.ts'
export type { Sealed, SealedObject, SealedWriter, StoredObject } from './sealed/sealed-writer.ts'
export type { BegunObject } from './begun-objects.ts'

type Kysely = Database['kysely']

/** What a hash is computed with. */
export type Hashing = { update(chunk: Buffer): unknown; digest(encoding: 'hex'): string }

const objectRow = prepared((kysely, { guid }: Slots<{ guid: string }>) =>
  kysely
    .selectFrom('object')
    .select(['guid', 'size', 'crc32', 'wrapped_key', 'is_locked'])
    .where('guid', '=', guid),
)

/** The row of an object, as far as opening it needs it. */
export type ObjectRow = Awaited<ReturnType<typeof objectRow>>[number]

/** Every stored object, sealed under a random key of its own. The keys are wrapped in the `object` table. */
export class Vault {
  readonly #database: Database
  readonly #storage: Storage
  readonly #keys: KeyRing
  readonly #clock: () => number
  readonly #budget = new FlightBudget()
  readonly #frames = new HeldFrames()
  /** Those that are written in several goes. */
  readonly begun: BegunObjects

  constructor(options: { database: Database; storage: Storage; keys: KeyRing; clock: () => number }) {
    this.begun = new BegunObjects({ ...options, budget: this.#budget })
    this.#database = options.database
    this.#storage = options.storage
    this.#keys = options.keys
    this.#clock = options.clock
  }

  /**
   * A writer for a new object; with a file key, for one that opens with that only. It must come to commit, finish or
   * abort. Throws Problem storageFull.
   */
  async create(fileKey: FileKey | null = null): Promise<SealedWriter> {
    const guid = newGuid()
    const key = randomBytes(32)
    const wrappedKey = this.#keys.wrap(guid, fileKey ? fileKey.lock(guid, key) : key)
    const isLocked = fileKey !== null
    const target = await this.#storage.put(guid)
    const record = (object: SealedObject): Promise<void> => this.#keep(object, null)
    return new SealedWriter({ guid, key, wrappedKey, isLocked, target, budget: this.#budget, record })
  }

  /** The SHA-256, or another hash, of a finished object that has no row yet. Throws SealBroken. */
  async hashOf(object: SealedObject, hash?: Hashing): Promise<string> {
    const key = this.#keys.unwrap(object.guid, object.wrappedKey)
    const reader = new SealedReader({ storage: this.#storage, key, object, frames: this.#frames })
    return hashOf(reader, hash)
  }

  /** Writes the row of an object whose writer was finished, in the caller's transaction; with its SHA-256, if known. */
  async record(tx: Transaction, object: SealedObject, sha256: string | null = null): Promise<void> {
    await this.#insert(tx, object, sha256)
  }

  /** Removes the bytes of a finished object that got no row. */
  async discard(guid: string): Promise<void> {
    await this.#storage.remove(guid)
  }

  /** Throws ObjectMissing when there is no such object, ObjectLocked when it opens with another file key only. */
  async open(guid: string, fileKey: FileKey | null = null): Promise<SealedReader> {
    const [row] = await objectRow(this.#database.lookups, { guid })
    if (!row) throw new ObjectMissing(guid)
    return this.#reader(row, fileKey)
  }

  /** An object that needs no file key, whose row was read. Throws ObjectLocked. */
  opened(row: ObjectRow): SealedReader {
    return this.#reader(row, null)
  }

  /**
   * Objects of at most `maxWhole` bytes that need no file key, whose rows were read: one behind the other, each behind so
   * many bytes that the caller fills. Throws ObjectLocked, ObjectMissing, SealBroken.
   */
  async small(rows: readonly (ObjectRow & { gap: number })[]): Promise<Buffer> {
    if (rows.some(({ size }) => size > maxWhole))
      throw new RangeError('An object is too large to be read at once')
    const objects = rows.map((row) => ({
      guid: row.guid,
      size: row.size,
      gap: row.gap,
      key: this.#keyOf(row, null),
    }))
    return readSmall(this.#storage, objects)
  }

  #reader(row: ObjectRow, fileKey: FileKey | null): SealedReader {
    const { guid, size, crc32 } = row
    return new SealedReader({
      storage: this.#storage,
      key: this.#keyOf(row, fileKey),
      object: { guid, size, crc32 },
      frames: this.#frames,
    })
  }

  #keyOf({ guid, wrapped_key: wrapped, is_locked: isLocked }: ObjectRow, fileKey: FileKey | null): Buffer {
    const kept = this.#keys.unwrap(guid, wrapped)
    const key = isLocked === 1 ? fileKey?.unlock(guid, kept) : kept
    if (!key) throw new ObjectLocked(guid)
    return key
  }

  /** Whether there is such an object, with its bytes or without. */
  async has(guid: string): Promise<boolean> {
    const row = await this.#database.kysely
      .selectFrom('object')
      .select('guid')
      .where('guid', '=', guid)
      .executeTakeFirst()
    return row !== undefined
  }

  /** A small object whole. Throws as `open`. */
  async bytes(guid: string, fileKey: FileKey | null = null): Promise<Buffer> {
    const reader = await this.open(guid, fileKey)
    const chunks: Buffer[] = []
    for await (const chunk of reader.read()) chunks.push(chunk)
    if (chunks.length === 1) return chunks[0]!
    const whole = Buffer.concat(chunks)
    for (const chunk of chunks) releaseMemory(chunk)
    return whole
  }

  /** Stores bytes at hand as a new object, locked where there is a file key. Throws Problem storageFull. */
  async store(bytes: Uint8Array, fileKey: FileKey | null = null): Promise<StoredObject> {
    // In a thread of its own: a page image would hold everyone up for milliseconds.
    const hash = fileKey ? null : webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
    hash?.catch(() => undefined)
    const writer = await this.create(fileKey)
    try {
      const room = writer.write(bytes)
      if (room !== true) await room
    } catch (error) {
      await writer.abort()
      throw error
    }
    const sealed = await writer.finish()
    await this.#keep(sealed, hash && Buffer.from(await hash).toString('hex'))
    return storedObject(sealed)
  }

  /**
   * The same bytes as another object that opens with a file key only; the first one stays as it is. The new one has no
   * row yet: it comes to `record` or `discard`. Throws ObjectMissing, SealBroken, Problem storageFull.
   */
  async lockedCopy(guid: string, fileKey: FileKey): Promise<SealedObject> {
    const reader = await this.open(guid)
    const writer = await this.create(fileKey)
    try {
      for await (const chunk of reader.read()) {
        const room = writer.write(chunk)
        if (room !== true) await room
        releaseMemory(chunk)
      }
    } catch (error) {
      await writer.abort()
      throw error
    }
    return writer.finish()
  }

  /**
   * Takes the SHA-256 of an object that has none: of an upload it is taken later, so that no one waits for
   * it. Reads the object in small slices. Of a locked object it is that of its sealed bytes. Throws
   * SealBroken, ObjectMissing.
   */
  async takeHash(guid: string): Promise<void> {
    const row = await this.#database.kysely
      .selectFrom('object')
      .select('is_locked')
      .where('guid', '=', guid)
      .executeTakeFirst()
    if (row?.is_locked === 1) return this.#setHash(guid, await this.hashOfSealed(guid))
    await this.#setHash(guid, await hashOf(await this.open(guid)))
  }

  /** The SHA-256 of the bytes as they are stored, for which no one needs a key. Throws ObjectMissing. */
  async hashOfSealed(guid: string): Promise<string> {
    const hash = createHash('sha256')
    const stored = await this.#storage.open(guid)
    try {
      for await (const piece of stored.read(0, stored.size, maxPiece)) {
        hash.update(piece)
        await setImmediate()
      }
    } finally {
      await stored.close()
    }
    return hash.digest('hex')
  }

  /** Removes an object and answers its bytes; absent is fine. Within a transaction its bytes go after the commit. */
  async remove(guid: string, tx?: Transaction): Promise<number> {
    const row = await (tx ?? this.#database.kysely)
      .deleteFrom('object')
      .where('guid', '=', guid)
      .returning('size')
      .executeTakeFirst()
    if (tx) tx.onCommit(() => this.#storage.remove(guid))
    else await this.#storage.remove(guid)
    return row?.size ?? 0
  }

  async #setHash(guid: string, sha256: string): Promise<void> {
    await this.#database.kysely
      .updateTable('object')
      .set({ sha256 })
      .where('guid', '=', guid)
      .where('sha256', 'is', null)
      .execute()
  }

  async #keep(object: SealedObject, sha256: string | null): Promise<void> {
    try {
      await this.#insert(this.#database.kysely, object, sha256)
    } catch (error) {
      await this.discard(object.guid)
      throw error
    }
  }

  /** Writes the row only while the database belongs to a key of ours: a rotation may have left this process behind. */
  async #insert(
    kysely: Kysely,
    { guid, size, crc32, wrappedKey, isLocked }: SealedObject,
    sha256: string | null,
  ): Promise<void> {
    // From a checksum of encrypted content someone could tell whether it is a file that they have.
    const sum = isLocked ? 0 : crc32
    const checks = this.#keys.keys.map((key) => key.check)
    const inserted = await kysely
      .insertInto('object')
      .columns(['guid', 'size', 'crc32', 'sha256', 'wrapped_key', 'is_locked', 'created_at'])
      .expression((from) =>
        from
          .selectFrom('installation')
          .select([
            sql<string>`cast(${guid} as text)`.as('guid'),
            sql<number>`cast(${size} as bigint)`.as('size'),
            sql<number>`cast(${sum} as bigint)`.as('crc32'),
            sql<string | null>`cast(${sha256} as text)`.as('sha256'),
            sql<string>`cast(${wrappedKey} as text)`.as('wrapped_key'),
            sql<Flag>`cast(${isLocked ? 1 : 0} as bigint)`.as('is_locked'),
            sql<number>`cast(${this.#clock()} as bigint)`.as('created_at'),
          ])
          .where('id', '=', 1)
          .where((where) => where.or([where('key_check', 'is', null), where('key_check', 'in', checks)])),
      )
      .returning('guid')
      .executeTakeFirst()
    if (!inserted) throw new Error('The key of this installation was changed. Start this process again.')
  }
}

async function hashOf(reader: SealedReader, hash: Hashing = createHash('sha256')): Promise<string> {
  for await (const chunk of reader.read()) {
    hash.update(chunk)
    releaseMemory(chunk)
    // Callers waiting for an answer come first.
    await setImmediate()
  }
  return hash.digest('hex')
}
