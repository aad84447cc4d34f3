import { hkdfSync, randomBytes } from 'node:crypto'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import { FileKey } from '#server/storage/keys/file-key.ts'
import { readerKey, type Identity } from '#server/accounts/identity.ts'

/**
 * A file key that a browser has after it provided the passkey: encrypted with a key of two halves. The secret in the
 * browser's cookie is one, the other is in the row; neither opens anything alone, nor in another browser.
 */
export type HeldKey = { half: string; lockedKey: string }

/** How a browser's secret is identified in the table; for a browser without one, a value that is not in it. */
export function holderHash({ keyHolder }: Identity): string {
  return keyHolder ? hashOfSecret(keyHolder) : ''
}

export function holdKey(identity: Identity, keyHolder: string, shareGuid: string, fileKey: FileKey): HeldKey {
  const half = randomBytes(32)
  const sealed = fileKey.sealedUnder(keyOf(keyHolder, half), nameOf(identity, shareGuid))
  return { half: half.toString('base64url'), lockedKey: sealed.toString('base64url') }
}

/** The file key, or null if this browser has none, or another one. */
export function heldKey(
  identity: Identity,
  shareGuid: string,
  { half, lockedKey }: { half: string | null; lockedKey: string | null },
): FileKey | null {
  if (!identity.keyHolder || half === null || lockedKey === null) return null
  const key = keyOf(identity.keyHolder, Buffer.from(half, 'base64url'))
  return FileKey.openedBy(key, nameOf(identity, shareGuid), Buffer.from(lockedKey, 'base64url'))
}

function keyOf(keyHolder: string, half: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', keyHolder, half, 'strongroom held key', 32))
}

function nameOf(identity: Identity, shareGuid: string): string {
  return `held_key:${shareGuid}:${readerKey(identity)}`
}
