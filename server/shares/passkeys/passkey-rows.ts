import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { stretchedKey } from '#server/accounts/passwords.ts'
import type { PasskeyTable } from '#server/db/tables/passkey-tables.ts'
import { composedPasskey, isVeryStrongPasskey } from '#server/rules/sharing/passkeys.ts'
import { FileKey } from '#server/storage/keys/file-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { passkeyName } from '#server/storage/keys/wrapped-columns.ts'

// RFC 9106 where memory is scarce: 64 MiB, three passes. Anyone with both database and key can guess passkeys
// offline.
const memoryKib = 64 * 1024
const passes = 3

export type PasskeyRow = Pick<
  Selectable<PasskeyTable>,
  'salt' | 'memory_kib' | 'passes' | 'key_sealed' | 'is_very_strong'
>

/** What argon2id derived from a passkey, and how; and how good the passkey is. */
export type StretchedPasskey = { salt: Buffer; key: Buffer; isVeryStrong: boolean }

/** For a new row. Throws Problem serverBusy. */
export async function stretchPasskey(passkey: string): Promise<StretchedPasskey> {
  const salt = randomBytes(16)
  const key = await stretchedKey(composedPasskey(passkey), { salt, memoryKib, passes })
  return { salt, key, isVeryStrong: isVeryStrongPasskey(passkey) }
}

/** The columns by which a passkey opens a file key: both the passkey and the installation's key are needed. */
export function passkeyRow(
  keyRing: KeyRing,
  shareGuid: string,
  fileKey: FileKey,
  { salt, key, isVeryStrong }: StretchedPasskey,
): PasskeyRow {
  const name = passkeyName(shareGuid)
  return {
    salt: salt.toString('base64url'),
    memory_kib: memoryKib,
    passes,
    key_sealed: keyRing.wrap(name, fileKey.sealedUnder(key, name)),
    is_very_strong: isVeryStrong ? 1 : 0,
  }
}

/** The file key, or null if the passkey is wrong: the same work either way. Throws Problem serverBusy. */
export async function openedBy(
  keyRing: KeyRing,
  shareGuid: string,
  row: PasskeyRow,
  passkey: string,
): Promise<FileKey | null> {
  const salt = Buffer.from(row.salt, 'base64url')
  const stretching = { salt, memoryKib: row.memory_kib, passes: row.passes }
  const key = await stretchedKey(composedPasskey(passkey), stretching)
  const name = passkeyName(shareGuid)
  return FileKey.openedBy(key, name, keyRing.unwrap(name, row.key_sealed))
}
