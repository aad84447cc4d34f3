import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  randomBytes,
  sign,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'
import { newGuid } from '#server/db/guid.ts'
import type { Database } from '#server/db/open.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { auditKeyName } from '#server/storage/keys/wrapped-columns.ts'

/** What a seal is over: both ends of a chain. */
export type SealedEnds = {
  subject_guid: string
  kept_from: number
  hash_before: string
  sequence: number
  hash: string
}

// PKCS #8 of an Ed25519 key, up to its 32 bytes.
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The audit key: it seals the chain of every subject, so that someone who can write to the database cannot write a chain, and
 * signs the heads, which anyone can check with its public half. It prints as nothing.
 */
export class AuditKey {
  /** Ed25519, 32 bytes in base64url. */
  readonly publicKey: string
  /** Names the key to people: the first 16 hex characters of the SHA-256 of the public key. */
  readonly fingerprint: string
  readonly #signing: KeyObject
  readonly #sealing: KeyObject

  constructor(seed: Buffer) {
    if (seed.length !== 32) throw new Error('An audit key must be 32 bytes.')
    this.#signing = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
    const { x = '' } = createPublicKey(this.#signing).export({ format: 'jwk' })
    this.publicKey = x
    this.fingerprint = fingerprintOf(x)
    this.#sealing = createSecretKey(Buffer.from(hkdfSync('sha256', seed, '', 'strongroom audit seals', 32)))
  }

  /** A key that is stored nowhere, for tests and benchmarks. */
  static make(): AuditKey {
    return new AuditKey(randomBytes(32))
  }

  /** The seal of a chain, 43 characters. */
  seal({ subject_guid, kept_from, hash_before, sequence, hash }: SealedEnds): string {
    return this.mac(`chain ${JSON.stringify([subject_guid, kept_from, hash_before, sequence, hash])}`)
  }

  isSealed(ends: SealedEnds, seal: string): boolean {
    const [own, other] = [Buffer.from(this.seal(ends)), Buffer.from(seal)]
    return own.length === other.length && timingSafeEqual(own, other)
  }

  /** HMAC-SHA256 in base64url. */
  mac(text: string): string {
    return createHmac('sha256', this.#sealing).update(text).digest('base64url')
  }

  /** The Ed25519 signature of a text, base64url. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#signing).toString('base64url')
  }
}

export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16)
}

/**
 * The audit key of this installation, made when it is first asked for. Its seed is in the database, wrapped by the
 * installation's key: a rotation of that wraps it again, and a backup, a restore and a move take it along.
 */
export async function openAuditKey({
  database,
  keyRing,
  clock,
}: {
  database: Database
  keyRing: KeyRing
  clock: () => number
}): Promise<AuditKey> {
  const stored = await storedKey(database)
  if (!stored) {
    await database.transaction(async (tx) => {
      // One of several processes that start together makes it: the others wait here.
      await requireCurrentKey(tx, keyRing)
      if (await tx.selectFrom('audit_key').select('guid').executeTakeFirst()) return
      const [guid, seed] = [newGuid(), randomBytes(32)]
      const { publicKey } = new AuditKey(seed)
      const row = { guid, public_key: publicKey, seed_sealed: keyRing.wrap(auditKeyName(guid), seed) }
      await tx
        .insertInto('audit_key')
        .values({ ...row, created_at: clock() })
        .execute()
    })
  }
  const { guid, seed_sealed } = stored ?? (await storedKey(database))!
  return new AuditKey(keyRing.unwrap(auditKeyName(guid), seed_sealed))
}

function storedKey({ kysely }: Database) {
  return kysely.selectFrom('audit_key').select(['guid', 'seed_sealed']).limit(1).executeTakeFirst()
}
