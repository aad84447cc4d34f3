import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/open.ts'
import { openStoredWorld } from '#tests/support/unit/stored-world.ts'
import type { BegunObject } from './begun-objects.ts'
import { ObjectMissing } from './storage.ts'
import type { Vault } from './vault.ts'

let vault: Vault
const bytes = randomBytes(6 * 1024 * 1024 + 100)
const half = 5 * 1024 * 1024
const sha256 = (all: Buffer) => createHash('sha256').update(all).digest('hex')

beforeEach(async () => {
  ;({ vault } = await openStoredWorld())
})

/** An object of which half was noted, and the rest finished by a process that could not note it any more. */
async function finishedUnnoted(): Promise<BegunObject> {
  const made = vault.begun.make(newGuid())
  const first = await vault.begun.resume(made)
  await first.write(bytes.subarray(0, half))
  const { sealed } = await first.halt()
  await first.abort()
  const noted = { ...made, sealed }
  await write(noted, bytes.subarray(half))
  return noted
}

async function write(object: BegunObject, rest: Buffer) {
  const writer = await vault.begun.resume(object)
  await writer.write(rest)
  return writer.finish()
}

describe('an object that was finished just before its process ended', () => {
  test('is finished again by the same bytes', async () => {
    const noted = await finishedUnnoted()
    const { size } = await write(noted, bytes.subarray(half))
    expect(size).toBe(bytes.length)
  })

  test('is what is written last, be it others, fewer or more', async () => {
    const noted = await finishedUnnoted()
    const other = Buffer.from(bytes.subarray(half))
    other[70_000]! ^= 1
    for (const rest of [other, bytes.subarray(half, half + 500_000), Buffer.concat([other, other])]) {
      const object = await write(noted, rest)
      expect(vault.begun.isWrittenOver(object)).toBe(true)
      expect(await vault.hashOf(object)).toBe(sha256(Buffer.concat([bytes.subarray(0, half), rest])))
    }
  })

  test('is gone once it is forgotten', async () => {
    const noted = await finishedUnnoted()
    await vault.begun.forget(noted.guid, noted.sealed.mark)
    await expect(vault.begun.resume(noted)).rejects.toThrow(ObjectMissing)
  })
})
