import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'

const nonceBytes = 12
const tagBytes = 16

/** A text encrypted for a link: no one can make one for another text, or read it. */
export function sealedLink([key]: PurposeKeys, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** The text in one of our links, or null if it is not one. */
export function openedLink(keys: PurposeKeys, link: string): string | null {
  const bytes = Buffer.from(link, 'base64url')
  if (bytes.length <= nonceBytes + tagBytes) return null
  for (const key of keys) {
    const text = opened(key, bytes)
    if (text !== null) return text
  }
  return null
}

function opened(key: KeyObject, bytes: Buffer): string | null {
  try {
    const options = { authTagLength: tagBytes }
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), options)
    decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
