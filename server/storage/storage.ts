/** Bytes by name. The names are the guids of sealed objects; what is stored never changes after commit. */
export interface Storage {
  put(name: string): Promise<StorageWriter>
  /** Throws ObjectMissing when there is nothing of that name. */
  open(name: string): Promise<StorageReader>
  /** Bytes stored. Throws ObjectMissing. */
  size(name: string): Promise<number>
  /** Absent is fine. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredName>
}

export type StoredName = { name: string; size: number; modifiedAt: number }

/** One writer at work. Nothing exists under the name before commit has answered. */
export interface StorageWriter {
  /** Appends. The buffers may be changed again once the promise is settled. Throws Problem storageFull. */
  write(buffers: Buffer[]): Promise<void>
  /** Answers when the bytes would survive a power cut. */
  commit(): Promise<void>
  /** Removes what was written. Safe to call at any time, more than once. */
  abort(): Promise<void>
}

export interface StorageReader {
  readonly size: number
  /**
   * The bytes from start up to end (exclusive) in pieces of exactly pieceSize, only the last may be shorter.
   * A piece is good until the next is asked for: its memory is used again.
   */
  read(start: number, end: number, pieceSize: number): AsyncIterable<Buffer>
  /** Waits for reads under way. */
  close(): Promise<void>
}

export class ObjectMissing extends Error {
  constructor(name: string) {
    super(`No bytes are stored under ${name}`)
    this.name = 'ObjectMissing'
  }
}
