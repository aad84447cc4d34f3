import { availableParallelism } from 'node:os'
import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashPassword, isPasswordOf, stretchedKey } from './passwords.ts'

test('a hash is argon2id at the agreed cost, and its own each time', async () => {
  const [one, other] = await Promise.all([hashPassword('the same words'), hashPassword('the same words')])
  expect(parseOptions(one)).toMatchObject({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  expect(one).toMatch(/^\$argon2id\$/)
  expect(one).not.toBe(other)
})

test('only the very same characters are the password', async () => {
  const hash = await hashPassword(' gr\u00fcne Wiesen ')
  expect(await isPasswordOf(hash, ' gr\u00fcne Wiesen ')).toBe(true)
  expect(await isPasswordOf(hash, ' gru\u0308ne Wiesen ')).toBe(true)
  expect(await isPasswordOf(hash, 'gr\u00fcne Wiesen')).toBe(false)
  expect(await isPasswordOf(hash, ' Gr\u00fcne Wiesen ')).toBe(false)
})

test('two hundred characters count to the last', async () => {
  const long = 'ab'.repeat(100)
  const hash = await hashPassword(long)
  expect(await isPasswordOf(hash, `${long.slice(0, 199)}c`)).toBe(false)
  expect(await isPasswordOf(hash, long)).toBe(true)
})

test('where there is no account no password is right', async () => {
  expect(await isPasswordOf(null, 'anything')).toBe(false)
  expect(await isPasswordOf(null, '')).toBe(false)
})

test('who comes when two hundred wait is told so at once, and is served when they are gone', async () => {
  const cheap = { salt: Buffer.alloc(16, 1), memoryKib: 8, passes: 1 }
  const max = Math.max(1, availableParallelism() - 1) + 200
  const served = Array.from({ length: max }, (_, number) => stretchedKey(`secret ${number}`, cheap))
  const late = [stretchedKey('one more', cheap), hashPassword('one more'), isPasswordOf(null, 'one more')]
  for (const each of await Promise.allSettled(late))
    expect(each).toMatchObject({ reason: { problem: 'serverBusy' } })
  expect(new Set((await Promise.all(served)).map((key) => key.toString('hex'))).size).toBe(max)
  expect(await stretchedKey('one more', cheap)).toHaveLength(32)
})
