import { createDecipheriv, createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { CompoundStreams, type BytesAt } from './compound-file.ts'

// How Office encrypts a package with a password: [MS-OFFCRYPTO] 2.3.4. The package is a stream of a compound file,
// encrypted as a whole; another stream says how its key is derived from the password.

const packageName = 'EncryptedPackage'
const infoName = 'EncryptionInfo'
const maxInfoBytes = 64 * 1024
const segmentBytes = 4096
/** Ten times what Office uses. */
const maxSpins = 1_000_000
/** Rounds between which others have their turn: a few milliseconds. */
const spinsPerTurn = 2000
const keyLengths = [16, 24, 32]
const ofInput = Buffer.from('fea7d2763b4b9e79', 'hex')
const ofValue = Buffer.from('d7aa0f6d3061344e', 'hex')
const ofKey = Buffer.from('146e0be7abacd0d6', 'hex')

/** An Office package that is encrypted with a password. */
export class LockedPackage {
  readonly #streams: CompoundStreams
  readonly #lock: Lock

  private constructor(streams: CompoundStreams, lock: Lock) {
    this.#streams = streams
    this.#lock = lock
  }

  /** Null if the file is not one, or encrypted in an unknown way. */
  static async open(bytes: BytesAt): Promise<LockedPackage | null> {
    try {
      const streams = await CompoundStreams.open(bytes)
      if (!streams.has(packageName)) return null
      const lock = lockIn(await infoOf(streams))
      return lock && new LockedPackage(streams, lock)
    } catch {
      return null
    }
  }

  /** The package as it was before, while it is read; null if this is not its password. */
  async unlock(password: string): Promise<AsyncGenerator<Buffer> | null> {
    const decrypt = await this.#lock(password)
    return decrypt && this.#read(decrypt)
  }

  async *#read(decrypt: Decrypt): AsyncGenerator<Buffer> {
    let kept: Buffer = Buffer.alloc(0)
    let left: number | null = null
    let segment = 0
    for await (const piece of this.#streams.read(packageName)) {
      kept = Buffer.concat([kept, piece])
      if (left === null) {
        if (kept.length < 8) continue
        left = Number(kept.readBigUInt64LE(0))
        kept = kept.subarray(8)
      }
      for (; kept.length >= segmentBytes && left > 0; kept = kept.subarray(segmentBytes)) {
        const plain = decrypt(kept.subarray(0, segmentBytes), segment++).subarray(0, left)
        left -= plain.length
        yield plain
      }
    }
    const last = kept.subarray(0, kept.length - (kept.length % 16))
    if (left !== null && left > 0 && last.length > 0) yield decrypt(last, segment).subarray(0, left)
  }
}

/** One segment, from 0, of the package. */
type Decrypt = (bytes: Buffer, segment: number) => Buffer
/** What decrypts the package with a password, or null if it does not. */
type Lock = (password: string) => Promise<Decrypt | null>

async function infoOf(streams: CompoundStreams): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of streams.read(infoName)) {
    pieces.push(piece)
    size += piece.length
    if (size > maxInfoBytes) throw new Error('What is said of the lock is too long')
  }
  return Buffer.concat(pieces)
}

function lockIn(info: Buffer): Lock | null {
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  if (major === 4 && minor === 4) return agileLock(info.toString('utf8', 8))
  if ((major === 3 || major === 4) && minor === 2) return standardLock(info)
  return null
}

/** Of Office 2010 and later. */
function agileLock(xml: string): Lock | null {
  const data = attributesOf(xml, 'keyData')
  const key = attributesOf(xml, '(?:\\w+:)?encryptedKey')
  const [hash, keyHash] = [hashNamed(data['hashAlgorithm']), hashNamed(key['hashAlgorithm'])]
  const spins = Number(key['spinCount'])
  if (!hash || !keyHash || !(spins >= 0 && spins <= maxSpins)) return null
  if (data['cipherChaining'] !== 'ChainingModeCBC' || data['cipherAlgorithm'] !== 'AES') return null
  const bytesOf = (from: Attributes, name: string): Buffer => Buffer.from(from[name] ?? '', 'base64')
  const [salt, keySalt] = [bytesOf(data, 'saltValue'), bytesOf(key, 'saltValue')]
  const [keyLength, packageKeyLength] = [Number(key['keyBits']) / 8, Number(data['keyBits']) / 8]
  const sealed = ['encryptedVerifierHashInput', 'encryptedVerifierHashValue', 'encryptedKeyValue']
  const isWhole = sealed.every((name) => isBlocks(bytesOf(key, name)))
  if (![keyLength, packageKeyLength].every((length) => keyLengths.includes(length)) || !isWhole) return null
  if (bytesOf(key, 'encryptedKeyValue').length < packageKeyLength) return null
  return async (password) => {
    const spun = await spinOf(keyHash, keySalt, password, spins)
    const open = (block: Buffer, name: string): Buffer => {
      const derived = fitted(digest(keyHash, spun, block), keyLength)
      return aes('cbc', derived, bytesOf(key, name), fitted(keySalt, 16))
    }
    const expected = open(ofValue, 'encryptedVerifierHashValue')
    const found = digest(keyHash, open(ofInput, 'encryptedVerifierHashInput').subarray(0, keySalt.length))
    if (!expected.subarray(0, found.length).equals(found)) return null
    const packageKey = open(ofKey, 'encryptedKeyValue').subarray(0, packageKeyLength)
    return (bytes, segment) => aes('cbc', packageKey, bytes, fitted(digest(hash, salt, number(segment)), 16))
  }
}

/** Of Office 2007: always SHA-1, 50,000 rounds, and AES block by block. */
function standardLock(info: Buffer): Lock | null {
  const verifier = 12 + info.readUInt32LE(8)
  const keyLength = info.readUInt32LE(12 + 16) / 8
  const salt = info.subarray(verifier + 4, verifier + 20)
  const input = info.subarray(verifier + 20, verifier + 36)
  const value = info.subarray(verifier + 40, verifier + 72)
  if (!keyLengths.includes(keyLength) || input.length !== 16 || value.length !== 32) return null
  return async (password) => {
    const spun = await spinOf('sha1', salt, password, 50_000)
    const last = digest('sha1', spun, number(0))
    const padded = (filler: number): Buffer => {
      const block = Buffer.alloc(64, filler)
      for (let at = 0; at < last.length; at++) block[at]! ^= last[at]!
      return digest('sha1', block)
    }
    const key = Buffer.concat([padded(0x36), padded(0x5c)]).subarray(0, keyLength)
    const found = digest('sha1', aes('ecb', key, input))
    if (!aes('ecb', key, value).subarray(0, found.length).equals(found)) return null
    return (bytes) => aes('ecb', key, bytes)
  }
}

async function spinOf(hash: string, salt: Buffer, password: string, spins: number): Promise<Buffer> {
  let spun = digest(hash, salt, Buffer.from(password, 'utf16le'))
  for (let at = 0; at < spins; at++) {
    spun = digest(hash, number(at), spun)
    if (at % spinsPerTurn === spinsPerTurn - 1) await setImmediate()
  }
  return spun
}

function digest(hash: string, ...parts: Buffer[]): Buffer {
  const sum = createHash(hash)
  for (const part of parts) sum.update(part)
  return sum.digest()
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Cut, or filled with what the format fills with. */
function fitted(bytes: Buffer, length: number): Buffer {
  return bytes.length >= length
    ? bytes.subarray(0, length)
    : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, 0x36)])
}

function aes(mode: 'cbc' | 'ecb', key: Buffer, bytes: Buffer, start: Buffer | null = null): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, start).setAutoPadding(false)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}

/** Whether something can have been encrypted by blocks. */
function isBlocks(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes.length % 16 === 0
}

function hashNamed(name: string | undefined): string | null {
  const known: Record<string, string> = { SHA1: 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' }
  return known[(name ?? '').replace('-', '')] ?? null
}

type Attributes = Record<string, string | undefined>

/** The attributes of the first element of this name; programs write this part, in a form that does not vary. */
function attributesOf(xml: string, name: string): Attributes {
  const [, inside = ''] = new RegExp(`<${name}\\s([^>]*)>`).exec(xml) ?? []
  return Object.fromEntries([...inside.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]))
}
