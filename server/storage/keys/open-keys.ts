import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '#server/db/open.ts'
import { InstallationKey } from './installation-key.ts'
import { KeyFile } from './key-file.ts'
import { KeyRing } from './key-ring.ts'

export type OpenKeysOptions = {
  database: Database
  dataDir: string
  /** The operator's own keys (SECRET_KEY); if there are none, secret.key of the data folder has them. */
  secretKeys: readonly Buffer[]
  /** A guest creates no key and changes nothing in the database. */
  as?: 'server' | 'guest'
}

/**
 * The keys of this installation, created on the first start. The database remembers its key from then on: nothing
 * starts with keys of which none is its own, so that two machines that each generated a key cannot both write to one
 * database. Throws an error in the operator's words.
 */
export async function openKeys({ database, dataDir, secretKeys, as }: OpenKeysOptions): Promise<KeyRing> {
  const isGuest = as === 'guest'
  const known = await knownCheck(database)
  const keys = secretKeys.map((key) => new InstallationKey(key))
  const ring = new KeyRing(keys.length > 0 ? keys : keysInFile(dataDir, { known, isGuest }))
  if (known === null && !isGuest) await claim(database, ring)
  else if (known !== null && !ring.has(known)) throw otherKey(known.slice(0, 8), ring)
  return ring
}

function keysInFile(
  dataDir: string,
  { known, isGuest }: { known: string | null; isGuest: boolean },
): InstallationKey[] {
  const file = new KeyFile(dataDir)
  if (file.exists) return file.read()
  if (isGuest || known !== null || hasObjects(dataDir)) {
    throw new Error(
      `${file.path} is missing, and this installation has objects encrypted with it. Put the key back (or set SECRET_KEY to it); a new key couldn’t open them.`,
    )
  }
  file.make()
  return file.read()
}

function hasObjects(dataDir: string): boolean {
  const objects = path.join(dataDir, 'objects')
  return existsSync(objects) && readdirSync(objects).some((name) => /^[0-9a-f]{2}$/.test(name))
}

/** Of several first starts at once, the database belongs to the key of the first. */
async function claim(database: Database, ring: KeyRing): Promise<void> {
  const object = await database.kysely
    .selectFrom('object')
    .select(['guid', 'wrapped_key'])
    .limit(1)
    .executeTakeFirst()
  // An installation from before the database knew its key: its content has to open.
  if (object && !ring.open(object.guid, object.wrapped_key)) throw otherKey('unknown', ring)
  await database.kysely
    .updateTable('installation')
    .set({ key_check: ring.first.check })
    .where('id', '=', 1)
    .where('key_check', 'is', null)
    .execute()
  const known = await knownCheck(database)
  if (known === null || !ring.has(known)) throw otherKey(known?.slice(0, 8) ?? 'unknown', ring)
}

async function knownCheck({ kysely }: Database): Promise<string | null> {
  const row = await kysely
    .selectFrom('installation')
    .select('key_check')
    .where('id', '=', 1)
    .executeTakeFirst()
  return row?.key_check ?? null
}

function otherKey(fingerprint: string, ring: KeyRing): Error {
  const here = ring.keys.map((key) => key.fingerprint).join(', ')
  return new Error(
    `This database belongs to another key (fingerprint ${fingerprint}; here: ${here}). Restore the secret.key or the SECRET_KEY of this installation. Nothing was changed.`,
  )
}
