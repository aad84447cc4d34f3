import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'

export const keyFileName = 'secret.key'

/**
 * The key of this installation: the operator's own (SECRET_KEY), else the one in secret.key of the data folder, which is
 * made on the first start. Throws an error in the operator's words when the file is not a key, or is gone while
 * objects that were sealed under it are still there.
 */
export function loadInstallationKey(dataDir: string, secretKey: Buffer | null): Buffer {
  if (secretKey) return checked(secretKey, 'SECRET_KEY')
  const file = path.join(dataDir, keyFileName)
  if (!existsSync(file)) {
    if (hasObjects(dataDir)) {
      throw new Error(
        `${file} is missing, but ${dataDir} holds objects sealed under it. Put the key back (or set SECRET_KEY to the key used before); a new key could not open them.`,
      )
    }
    makeKeyFile(file)
  }
  return checked(Buffer.from(readFileSync(file, 'utf8').trim(), 'hex'), file)
}

/** A key for one purpose (`session-cookie`, `form-token` …), by HKDF-SHA256: 32 bytes. */
export function deriveKey(installationKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', installationKey, '', `strongroom ${purpose}`, 32))
}

/** The key of an object as its row holds it: base64url of nonce, sealed key and tag; bound to the object's guid. */
export function wrapKey(wrappingKey: Buffer, objectGuid: string, key: Buffer): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', wrappingKey, nonce).setAAD(Buffer.from(objectGuid))
  return Buffer.concat([nonce, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws when the object was sealed under another installation's key, or its row was changed. */
export function unwrapKey(wrappingKey: Buffer, objectGuid: string, wrapped: string): Buffer {
  const bytes = Buffer.from(wrapped, 'base64url')
  try {
    const nonce = bytes.subarray(0, 12)
    const decipher = createDecipheriv('aes-256-gcm', wrappingKey, nonce, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(objectGuid)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  } catch {
    throw new Error(
      `The key of this installation does not open the object ${objectGuid}. Was secret.key or SECRET_KEY changed?`,
    )
  }
}

function checked(key: Buffer, from: string): Buffer {
  if (key.length !== 32) throw new Error(`${from} must hold 32 bytes as 64 hexadecimal characters.`)
  return key
}

function makeKeyFile(file: string): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`
  try {
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(handle, `${randomBytes(32).toString('hex')}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    // A link never replaces: of two processes that start together, both read the key of the first.
    linkSync(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  syncFolder(path.dirname(file))
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function hasObjects(dataDir: string): boolean {
  const objects = path.join(dataDir, 'objects')
  return existsSync(objects) && readdirSync(objects).some((name) => /^[0-9a-f]{2}$/.test(name))
}
