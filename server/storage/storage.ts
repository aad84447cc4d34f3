/** What `small` reads at most: an object of 128 KiB with its header and the tags of its frames. */
export const maxSmall = 129 * 1024

/** A small sealed object, what opens it, and how many bytes are left free before it. */
export type SmallObject = { guid: string; size: number; key: Buffer; gap: number }

/** Bytes by name. The names are the guids of sealed objects; what is stored never changes after commit. */
export interface Storage {
  /** Whether the times in `list` are when a writing ended; else when it began, as S3 may say of a large object. */
  readonly tellsEnd: boolean
  put(name: string): Promise<StorageWriter>
  /**
   * Goes on with an object that is written in several goes, by any process: behind its first `bytes`, which a writer's
   * `halt` made durable with that mark. Throws ObjectMissing where they are gone, Problem storageAway.
   */
  resume(name: string, from: Halted): Promise<HaltingWriter>
  /** Removes what was halted and will not be resumed. Absent is fine. Throws Problem storageAway. */
  forget(name: string, mark: string): Promise<void>
  /**
   * For reading all of it, or a part, after which another one will probably be read soon. Throws ObjectMissing when there
   * is nothing of that name, Problem storageAway.
   */
  open(name: string, how?: { isPart: boolean }): Promise<StorageReader>
  /**
   * What small sealed objects are, each behind its gap, where they can be read and opened beside everything else. Their
   * keys are plain, without new nonces. Throws ObjectMissing, SealBroken.
   */
  small?(objects: readonly SmallObject[]): Promise<Buffer>
  /** Bytes stored. Throws ObjectMissing, Problem storageAway. */
  size(name: string): Promise<number>
  /** Absent is fine. Throws Problem storageAway. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredName>
  /** Removes what was begun before that time (epoch milliseconds) and never committed, and says how much it was. */
  sweep(before: number): Promise<number>
  /** Throws when nothing could be stored just now. Answers within seconds. */
  check(): Promise<void>
  /** Room left in bytes, or null where no one counts it. */
  freeBytes(): Promise<number | null>
}

export type StoredName = { name: string; size: number; modifiedAt: number }

/** One writer at work. Nothing exists under the name before commit has answered. */
export interface StorageWriter {
  /**
   * Appends. The buffers may be changed again once the promise is settled. Throws Problem storageFull, storageAway.
   */
  write(buffers: Buffer[]): Promise<void>
  /** Answers when the bytes would survive a power cut. Throws Problem storageFull, storageAway. */
  commit(): Promise<void>
  /** Removes what was written. Safe to call at any time, more than once. */
  abort(): Promise<void>
}

/** How far an object was written, in stored bytes; the mark is the store's own, and empty before the first byte. */
export type Halted = { bytes: number; mark: string }

/** A writer of an object that others may go on with: its abort only lets go. */
export interface HaltingWriter extends StorageWriter {
  /** Whether more had been written here than the mark says: it is overwritten, and its nonces are used up. */
  readonly isWrittenOn: boolean
  /** Makes durable what was written, and answers the mark to go on from. More can be written afterwards. */
  halt(): Promise<string>
}

export interface StorageReader {
  readonly size: number
  /**
   * The bytes from start up to end (exclusive) in pieces of exactly pieceSize, only the last may be shorter.
   * A piece is good until the next is asked for: its memory is used again. Throws Problem storageAway.
   */
  read(start: number, end: number, pieceSize: number): AsyncIterable<Buffer>
  /**
   * Lets go of what only makes the next reading quicker, while no one is expected soon. Between two readings
   * only.
   */
  rest(): void
  /** Lets go of everything. What is still being read ends or fails. */
  close(): Promise<void>
}

/** For what may be gone: nothing instead of ObjectMissing, any other failure as it is. */
export function unlessMissing(error: unknown): null {
  if (error instanceof ObjectMissing) return null
  throw error
}

export class ObjectMissing extends Error {
  constructor(name: string) {
    super(`No bytes are stored under ${name}`)
    this.name = 'ObjectMissing'
  }
}
