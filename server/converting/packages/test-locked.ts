import { createCipheriv, createHash, randomBytes } from 'node:crypto'

// Office packages locked with a password as Office 2010 and later lock them ([MS-OFFCRYPTO] 2.3.4.10), for tests.

const spins = 1000

/** A package, locked: a compound file with the lock and what is locked in it. */
export function lockedWith(password: string, plain: Buffer): Buffer {
  const [salt, keySalt, key, input] = Array.from({ length: 4 }, () => randomBytes(16)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ]
  let spun = sum(keySalt, Buffer.from(password, 'utf16le'))
  for (let at = 0; at < spins; at++) spun = sum(number(at), spun)
  const sealed = (block: string, bytes: Buffer): string =>
    aes(sum(spun, Buffer.from(block, 'hex')).subarray(0, 16), keySalt, bytes).toString('base64')
  const facts = (bytes: Buffer): string =>
    `saltSize="16" blockSize="16" keyBits="128" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${bytes.toString('base64')}"`
  const xml = `<?xml version="1.0" encoding="UTF-8"?><encryption><keyData ${facts(salt)}/><keyEncryptors><keyEncryptor><p:encryptedKey spinCount="${spins}" ${facts(keySalt)} encryptedVerifierHashInput="${sealed('fea7d2763b4b9e79', input)}" encryptedVerifierHashValue="${sealed('d7aa0f6d3061344e', sum(input))}" encryptedKeyValue="${sealed('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`
  const size = Buffer.alloc(8)
  size.writeBigUInt64LE(BigInt(plain.length))
  const segments: Buffer[] = []
  for (let at = 0; at < plain.length; at += 4096) {
    const piece = plain.subarray(at, at + 4096)
    const padded = Buffer.concat([piece, Buffer.alloc((16 - (piece.length % 16)) % 16)])
    segments.push(aes(key, sum(salt, number(at / 4096)).subarray(0, 16), padded))
  }
  return compound({
    EncryptionInfo: Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(xml.padEnd(4096))]),
    EncryptedPackage: Buffer.concat([size, ...segments, Buffer.alloc(4096)]),
  })
}

function sum(...parts: Buffer[]): Buffer {
  return createHash('sha512').update(Buffer.concat(parts)).digest()
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function aes(key: Buffer, start: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', key, start).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

/** A compound file of large streams, one after the other: the table of sectors, the directory, the streams. */
function compound(streams: Record<string, Buffer<ArrayBuffer>>): Buffer {
  const table = Buffer.alloc(512, 0xff)
  const directory = Buffer.alloc(512)
  const header = Buffer.alloc(512)
  header.write('d0cf11e0a1b11ae1', 'hex')
  header.writeUInt16LE(9, 30)
  header.writeUInt32LE(1, 48)
  header.writeUInt32LE(0xffff_fffe, 68)
  header.fill(0xff, 80)
  table.writeUInt32LE(0xffff_fffd, 0)
  table.writeUInt32LE(0xffff_fffe, 4)
  const parts = [header, table, directory]
  let sector = 2
  const entry = (at: number, name: string, start: number, size: number): void => {
    directory.write(name, 128 * at, 'utf16le')
    directory.writeUInt16LE(2 * name.length + 2, 128 * at + 64)
    directory.writeUInt32LE(start, 128 * at + 116)
    directory.writeUInt32LE(size, 128 * at + 120)
  }
  entry(0, 'Root Entry', 0xffff_fffe, 0)
  Object.entries(streams).forEach(([name, bytes], index) => {
    const count = Math.ceil(bytes.length / 512)
    entry(index + 1, name, sector, bytes.length)
    for (let at = 0; at < count; at++)
      table.writeUInt32LE(at + 1 < count ? sector + at + 1 : 0xffff_fffe, 4 * (sector + at))
    parts.push(bytes, Buffer.alloc(512 * count - bytes.length))
    sector += count
  })
  return Buffer.concat(parts)
}
