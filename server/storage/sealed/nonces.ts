import { randomBytes } from 'node:crypto'

/** Bytes of a key. */
export const keySize = 32

/** Where the prefix of the nonces stands in a header: at its end. */
export const prefixAt = 9
const prefixSize = 7
const entrySize = 4 + prefixSize
/** Far more than a file has parts. */
const maxEntries = 2000

/**
 * The nonces of an object's frames: a prefix (7 bytes), the frame's number (4), 1 for the last frame or 0. The prefix is
 * the header's, up to where bytes were stored that never counted: a part was damaged on its way, or its process ended
 * before it was noted. What comes in their place has a prefix of its own, since a nonce that seals twice gives away what
 * differs. These prefixes stand behind the key and are wrapped with it: the frame (4 bytes), then the prefix.
 */
export class Nonces {
  readonly #prefixes: readonly Prefix[]
  readonly #nonce = Buffer.alloc(12)

  constructor(header: Buffer, key: Buffer) {
    this.#prefixes = [...prefixesIn(key), { frame: 0, bytes: header.subarray(prefixAt) }]
  }

  /** Good until the next one is asked for. */
  of(index: number, isLast: boolean): Buffer {
    this.#prefixes.find(({ frame }) => frame <= index)!.bytes.copy(this.#nonce)
    this.#nonce.writeUInt32BE(index, prefixSize)
    this.#nonce[11] = isLast ? 1 : 0
    return this.#nonce
  }
}

/** The key itself, without what stands behind it. */
export function secretIn(key: Buffer): Buffer {
  return key.subarray(0, keySize)
}

/** The same key with new nonces from a frame on; null once there have been too many. */
export function withNewNonces(key: Buffer, frame: number): Buffer<ArrayBuffer> | null {
  const before = prefixesIn(key).filter((prefix) => prefix.frame < frame)
  if (before.length >= maxEntries) return null
  const entries = [{ frame, bytes: randomBytes(prefixSize) }, ...before].map(entryOf)
  return Buffer.concat([secretIn(key), ...entries])
}

/** Whether bytes were stored in its place before that never counted. */
export function hasNewNonces(key: Buffer): boolean {
  return key.length > keySize
}

type Prefix = { frame: number; bytes: Buffer }

/** The last ones first. */
function prefixesIn(key: Buffer): Prefix[] {
  const prefixes: Prefix[] = []
  for (let at = keySize; at < key.length; at += entrySize)
    prefixes.push({ frame: key.readUInt32BE(at), bytes: key.subarray(at + 4, at + entrySize) })
  return prefixes
}

function entryOf({ frame, bytes }: Prefix): Buffer {
  const number = Buffer.alloc(4)
  number.writeUInt32BE(frame)
  return Buffer.concat([number, bytes])
}
