import { availableParallelism } from 'node:os'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import type { Options } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Problem } from '#server/rules/problems.ts'

// Argon2id, the library's default: 19 MiB, two passes, one lane. Memory in KiB.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// One processor stays free for everyone else; anyone who would wait more than a few seconds is asked to try again
// later.
const limit = pLimit(Math.max(1, availableParallelism() - 1))
const maxWaiting = 200

/** The hash that the database stores. It is computed in the platform's threads. Throws Problem serverBusy. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(composed(password), cost))
}

/**
 * Whether the password matches the hash. Without a hash (no one has that address) the same work is done against a dummy
 * and the answer is false, so that timing does not reveal whether an account exists. Throws Problem serverBusy.
 */
export async function isPasswordOf(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await inTurn(() => verify(passwordHash ?? dummyHash, composed(password)))
  return passwordHash !== null && isRight
}

/** What a key is derived from besides the secret; memory in KiB, number of passes. */
export type Stretching = { salt: Buffer; memoryKib: number; passes: number }

/**
 * Derives a key of 32 bytes from something a person entered, by argon2id; it is queued, too. Throws Problem serverBusy.
 */
export function stretchedKey(secret: string, { salt, memoryKib, passes }: Stretching): Promise<Buffer> {
  const options: Options = { salt, memoryCost: memoryKib, timeCost: passes, parallelism: 1, outputLen: 32 }
  return inTurn(() => hashRaw(composed(secret), options))
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= maxWaiting) throw new Problem('serverBusy')
  return limit(work)
}

// Of 32 random bytes that were discarded, with the cost above.
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$nquxM2qRkrIHYZB9g0i8sQ$1wQSkk3MLLH6jFNop7XBZeoDJkDyyOV5zS59VczGRMo'

// Keyboards write the same letter as one character or as two. Nothing else is changed: every character counts.
function composed(password: string): string {
  return password.normalize('NFC')
}
