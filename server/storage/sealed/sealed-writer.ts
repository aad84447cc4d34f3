import { crc32 } from '@node-rs/crc32'
import type { FlightBudget } from './flight-budget.ts'
import { releaseMemory } from '#server/storage/memory.ts'
import { FrameSealer, frameSize, headerSize } from './sealing.ts'
import type { HaltingWriter, StorageWriter } from '#server/storage/storage.ts'

/** `size` in plaintext bytes. */
export type StoredObject = { guid: string; size: number; crc32: number }

/** What the object's row must contain before the object can be opened. */
export type SealedObject = StoredObject & { wrappedKey: string; isLocked: boolean }

/**
 * How far an object that is written in several goes was sealed: `size` plaintext bytes in whole frames, and the store's
 * mark.
 */
export type Sealed = { size: number; crc32: number; mark: string }

type Options = {
  guid: string
  key: Buffer
  wrappedKey: string
  /** Whether the wrapped key opens only with a file key. */
  isLocked: boolean
  target: StorageWriter
  budget: FlightBudget
  /** Writes the object's row, once its bytes are durable. */
  record: (object: SealedObject) => Promise<void>
}

/** Of an object that is written in several goes. */
type Begun = { header: Buffer; from: Sealed; target: HaltingWriter }

type Waiter = { resolve: () => void; reject: (error: unknown) => void }

/** Encrypts what is written and passes it on, with a bounded number of bytes in transit. */
export class SealedWriter {
  readonly guid: string
  readonly #wrappedKey: string
  readonly #isLocked: boolean
  readonly #sealer: FrameSealer
  readonly #target: StorageWriter
  readonly #budget: FlightBudget
  readonly #leave: () => void
  readonly #record: Options['record']
  readonly #halting: HaltingWriter | null
  readonly #frame = Buffer.allocUnsafeSlow(frameSize)
  #filled = 0
  #size: number
  #crc32: number
  #queue: Buffer[]
  #inFlight: number
  #isFlushing = false
  #writing: Promise<void> | null = null
  #waiters: Waiter[] = []
  #failure: { error: unknown } | null = null

  constructor(options: Options, begun: Begun | null = null) {
    this.guid = options.guid
    this.#wrappedKey = options.wrappedKey
    this.#isLocked = options.isLocked
    this.#size = begun?.from.size ?? 0
    this.#crc32 = begun?.from.crc32 ?? 0
    const before = begun && { header: begun.header, frames: this.#size / frameSize }
    this.#sealer = new FrameSealer(options.guid, options.key, before)
    this.#halting = begun?.target ?? null
    this.#target = options.target
    this.#budget = options.budget
    this.#leave = options.budget.enter()
    this.#record = options.record
    this.#queue = this.#size === 0 ? [this.#sealer.header] : []
    this.#inFlight = this.#size === 0 ? headerSize : 0
  }

  /** Plaintext bytes taken so far. */
  get size(): number {
    return this.#size
  }

  /**
   * Accepts a chunk, which can be reused immediately. True: continue. A promise: wait for it before the next chunk.
   * Throws or rejects with what storage encountered: Problem storageFull.
   */
  write(chunk: Uint8Array): true | Promise<void> {
    if (this.#failure) throw this.#failure.error
    for (let taken = 0; taken < chunk.length;) {
      // A full frame waits for one more byte: only then is it certain that it is not the last.
      if (this.#filled === frameSize) this.#seal(false)
      const some = chunk.subarray(taken, taken + frameSize - this.#filled)
      this.#frame.set(some, this.#filled)
      this.#filled += some.length
      taken += some.length
    }
    this.#size += chunk.length
    return this.#inFlight < this.#budget.share() ? true : this.#room()
  }

  /**
   * Makes durable what fills whole frames, of an object that is written in several goes, and answers how far that is
   * with its key, and the rest, which the caller keeps. More must come: the last frame is not among them. Throws Problem
   * storageFull.
   */
  async halt(): Promise<{ sealed: Sealed; wrappedKey: string; rest: Buffer }> {
    if (this.#failure) throw this.#failure.error
    if (this.#filled === frameSize) this.#seal(false)
    await this.#flush()
    const rest = Buffer.from(this.#frame.subarray(0, this.#filled))
    const mark = await this.#halting!.halt()
    const sealed = { size: this.#size - rest.length, crc32: this.#crc32, mark }
    return { sealed, wrappedKey: this.#wrappedKey, rest }
  }

  /** Makes the bytes durable without a row: for a caller that records the object in a transaction of its own. */
  async finish(): Promise<SealedObject> {
    try {
      if (this.#failure) throw this.#failure.error
      this.#seal(true)
      await this.#flush()
      await this.#target.commit()
      this.#leave()
      releaseMemory(this.#frame)
    } catch (error) {
      await this.abort()
      throw error
    }
    return {
      guid: this.guid,
      size: this.#size,
      crc32: this.#crc32,
      wrappedKey: this.#wrappedKey,
      isLocked: this.#isLocked,
    }
  }

  /** Makes the bytes durable, then writes the object's row. Throws Problem storageFull. */
  async commit(): Promise<StoredObject> {
    const sealed = await this.finish()
    await this.#record(sealed)
    return storedObject(sealed)
  }

  /** Removes everything written. Safe at any time before commit. */
  async abort(): Promise<void> {
    this.#fail(new Error('This object was abandoned'))
    this.#leave()
    while (this.#writing) await this.#writing
    await this.#target.abort()
  }

  #seal(isLast: boolean): void {
    const frame = this.#frame.subarray(0, this.#filled)
    this.#crc32 = crc32(frame, this.#crc32)
    const [sealed, tag] = this.#sealer.seal(frame, isLast)
    this.#queue.push(sealed, tag)
    this.#inFlight += sealed.length + tag.length
    this.#filled = 0
    this.#pump()
  }

  /** Waits until all that is sealed is written, however little it is. */
  async #flush(): Promise<void> {
    this.#isFlushing = true
    this.#pump()
    while (this.#writing) await this.#writing
    this.#isFlushing = false
    if (this.#failure) throw this.#failure.error
  }

  #pump(): void {
    if (this.#writing || this.#failure || this.#queue.length === 0) return
    const perWrite = this.#budget.perWrite()
    // While nothing is being written, all that is in flight is queued.
    if (this.#inFlight < perWrite && !this.#isFlushing) return
    const batch: Buffer[] = []
    let bytes = 0
    while (this.#queue.length > 0 && bytes < perWrite) {
      const buffer = this.#queue.shift()!
      batch.push(buffer)
      bytes += buffer.length
    }
    this.#writing = this.#target.write(batch).then(
      () => this.#written(batch, bytes),
      (error) => {
        this.#writing = null
        this.#fail(error)
      },
    )
  }

  #written(batch: Buffer[], bytes: number): void {
    this.#writing = null
    for (const buffer of batch) releaseMemory(buffer)
    this.#inFlight -= bytes
    if (this.#inFlight <= this.#budget.perWrite())
      for (const waiter of this.#waiters.splice(0)) waiter.resolve()
    this.#pump()
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
    this.#queue = []
    for (const waiter of this.#waiters.splice(0)) waiter.reject(this.#failure.error)
  }

  #room(): Promise<void> {
    const room = new Promise<void>((resolve, reject) => this.#waiters.push({ resolve, reject }))
    // The failure is kept and met again at the next write; a caller that stopped waiting must not end the process.
    room.catch(() => undefined)
    return room
  }
}

export function storedObject({ guid, size, crc32 }: SealedObject): StoredObject {
  return { guid, size, crc32 }
}
