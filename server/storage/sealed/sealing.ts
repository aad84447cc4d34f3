import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { releaseMemory } from '#server/storage/memory.ts'
import { Nonces, prefixAt, secretIn } from './nonces.ts'

/**
 * How an object is sealed: a header, then frames of 64 KiB under AES-256-GCM in the STREAM construction. The frames of
 * older objects are 256 KiB long; the header says which.
 *
 *   header  16 bytes: "STRM", version 1, frame size (4 bytes), nonce prefix (7 random bytes)
 *   frame   the plaintext's length + 16 bytes of tag; the last frame may be shorter; an empty object is one empty frame
 *   nonce   see nonces.ts
 *
 * The object's guid and the header without its prefix are additional data. So a frame that was changed, cut off, moved,
 * repeated, appended or taken from another object does not open, and any frame can be opened alone.
 */
export const frameSize = 64 * 1024
export const olderFrameSize = 256 * 1024
export const headerSize = 16
export const tagSize = 16
export const sealedFrameSize = frameSize + tagSize

/** What is read of an object at a time: four frames, or one of an older object. */
export const maxPiece = 256 * 1024

/** A frame is opened whole, since it has one tag, and handed on in parts, each of which goes when it was sent. */
const chunkSize = 64 * 1024

const magic = Buffer.from('STRM')
const version = 1
const maxFrames = 2 ** 32

export class SealBroken extends Error {
  readonly what: string

  constructor(objectGuid: string, what: string) {
    super(`The sealed object ${objectGuid} is damaged: ${what}`)
    this.what = what
    this.name = 'SealBroken'
  }
}

export function frameCount(size: number, perFrame = frameSize): number {
  return Math.max(1, Math.ceil(size / perFrame))
}

/** The stored size of an object of so many plaintext bytes. */
export function sealedSize(size: number, perFrame = frameSize): number {
  return headerSize + size + frameCount(size, perFrame) * tagSize
}

/** Whether an object of so many plaintext bytes can be stored with that many, in frames of today or before. */
export function isSealedSize(stored: number, size: number): boolean {
  return stored === sealedSize(size) || stored === sealedSize(size, olderFrameSize)
}

/** The header of a new object. */
export function newHeader(): Buffer {
  return Buffer.concat([magic, Buffer.of(version), bigEndian(frameSize), randomBytes(7)])
}

export class FrameSealer {
  readonly header: Buffer
  readonly #key: KeyObject
  readonly #additional: Buffer
  readonly #nonces: Nonces
  #index: number

  /** Begins an object, or goes on with one behind so many whole frames. */
  constructor(objectGuid: string, key: Buffer, from: { header: Buffer; frames: number } | null = null) {
    this.header = from?.header ?? newHeader()
    this.#index = from?.frames ?? 0
    this.#key = createSecretKey(secretIn(key))
    this.#additional = additionalData(objectGuid, this.header)
    this.#nonces = new Nonces(this.header, key)
  }

  /** Ciphertext and tag of the next frame. The frame may be reused at once. */
  seal(frame: Buffer, isLast: boolean): [Buffer, Buffer] {
    if (this.#index >= maxFrames) throw new Error('A sealed object cannot have more frames')
    const cipher = createCipheriv('aes-256-gcm', this.#key, this.#nonces.of(this.#index++, isLast))
    cipher.setAAD(this.#additional)
    const sealed = cipher.update(frame)
    cipher.final()
    return [sealed, cipher.getAuthTag()]
  }
}

export class FrameOpener {
  /** Plaintext bytes of every frame but the last. */
  readonly frameSize: number
  readonly #objectGuid: string
  readonly #key: KeyObject
  readonly #additional: Buffer
  readonly #nonces: Nonces

  /** Throws SealBroken when the header is not one of ours. */
  constructor(objectGuid: string, key: Buffer, header: Buffer) {
    const isOurs = header.length === headerSize && header.subarray(0, 4).equals(magic)
    if (!isOurs || header[4] !== version) throw new SealBroken(objectGuid, 'its header')
    this.frameSize = header.readUInt32BE(5)
    if (this.frameSize !== frameSize && this.frameSize !== olderFrameSize)
      throw new SealBroken(objectGuid, 'its header')
    this.#objectGuid = objectGuid
    this.#key = createSecretKey(secretIn(key))
    this.#additional = additionalData(objectGuid, header)
    this.#nonces = new Nonces(header, key)
  }

  /**
   * The plaintext of a frame with its tag from start up to end (exclusive), in chunks of at most 64 KiB, each with memory
   * of its own. Throws SealBroken; nothing of a frame is given out before its tag was checked.
   */
  open(sealed: Buffer, index: number, isLast: boolean, start = 0, end = sealed.length - tagSize): Buffer[] {
    if (sealed.length < tagSize) throw new SealBroken(this.#objectGuid, `frame ${index}`)
    const nonce = this.#nonces.of(index, isLast)
    const decipher = createDecipheriv('aes-256-gcm', this.#key, nonce, { authTagLength: tagSize })
    decipher.setAAD(this.#additional)
    decipher.setAuthTag(sealed.subarray(sealed.length - tagSize))
    const open = (from: number, to: number): Buffer => decipher.update(sealed.subarray(from, to))
    const chunks: Buffer[] = []
    // What no one asked for belongs to the tag.
    if (start > 0) releaseMemory(open(0, start))
    for (let at = start; at < end; at += chunkSize) chunks.push(open(at, Math.min(at + chunkSize, end)))
    if (end < sealed.length - tagSize) releaseMemory(open(end, sealed.length - tagSize))
    try {
      decipher.final()
    } catch {
      for (const chunk of chunks) releaseMemory(chunk)
      throw new SealBroken(this.#objectGuid, `frame ${index}`)
    }
    return chunks
  }
}

function additionalData(objectGuid: string, header: Buffer): Buffer {
  return Buffer.concat([header.subarray(0, prefixAt), Buffer.from(objectGuid)])
}

function bigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
