import pLimit from 'p-limit'

/** What a read keeps of an object while no one asks it for more. */
export type Held = { letGo(): void }

/** At most half a MiB each: what was opened at a time, and the sealed bytes that come next. */
const maxHeld = 48
const maxConcurrent = 16
const maxHeaders = 500

/**
 * What all reads together keep in memory, however many there are: a frame whose reader is slow is discarded when others
 * come, and decrypted again when it is needed; and only a limited number are being decrypted at once.
 */
export class HeldFrames {
  readonly #maxHeld: number
  readonly #held = new Set<Held>()
  readonly #limit = pLimit(maxConcurrent)
  readonly #headers = new Map<string, Buffer>()

  constructor(max: number = maxHeld) {
    this.#maxHeld = max
  }

  /** The header of an object of which parts were read before: it never changes, and is no secret. */
  headerOf(guid: string): Buffer | undefined {
    return this.#headers.get(guid)
  }

  /** Keeps the header of an object once a frame was opened with it; the one kept longest goes for it. */
  keepHeader(guid: string, header: Buffer): void {
    this.#headers.delete(guid)
    this.#headers.set(guid, inOwnMemory(header))
    if (this.#headers.size <= maxHeaders) return
    const [oldest] = this.#headers.keys()
    this.#headers.delete(oldest!)
  }

  /** Keeps a frame for a reader who is expected back; the one that has waited longest is discarded for it. */
  keep(held: Held): void {
    this.#held.add(held)
    if (this.#held.size <= this.#maxHeld) return
    const [oldest] = this.#held
    this.#held.delete(oldest!)
    oldest!.letGo()
  }

  /** The reader is back: what was not discarded yet is the reader's own again. */
  take(held: Held): void {
    this.#held.delete(held)
  }

  /** Decrypts the next frame of a read when it is its turn; until then it may have to discard what it keeps. */
  open(held: Held, work: () => Promise<void>): Promise<void> {
    // Work begins a moment after it is given: who need not wait keeps what they hold meanwhile.
    if (this.#limit.activeCount < maxConcurrent) this.take(held)
    return this.#limit(() => {
      this.take(held)
      return work()
    })
  }
}

/** A short buffer is part of 64 KiB that others use, all of which it would keep as long as itself. */
function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.alloc(bytes.length)
  bytes.copy(own)
  return own
}
