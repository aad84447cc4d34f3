import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

/** A key or a small secret under AES-256-GCM, bound to a name: nonce, sealed bytes and tag. */
export function sealSmall(key: Buffer | KeyObject, name: string, secret: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyObject(key), nonce).setAAD(Buffer.from(name))
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** What was sealed, or null when another key sealed it, under another name, or it was changed. */
export function openSmall(key: Buffer | KeyObject, name: string, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyObject(key), sealed.subarray(0, 12), {
      authTagLength: 16,
    })
    decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return null
  }
}

/** With plain bytes Node first throws and catches an error: three times as long. */
function keyObject(key: Buffer | KeyObject): KeyObject {
  return Buffer.isBuffer(key) ? createSecretKey(key) : key
}
