import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { HeldParts } from './held-parts.ts'

const part = Buffer.from('hello')
const sum = { algorithm: 'sha256', digest: createHash('sha256').update(part).digest() } as const

test('a part is handed over whole, and one that is damaged not at all', async () => {
  const held = new HeldParts()
  const whole = await held.checked(Readable.from([part]), sum, async (body) =>
    Buffer.concat(await body.toArray()).toString(),
  )
  expect(whole).toBe('hello')
  const damaged = held.checked(Readable.from([Buffer.from('hallo')]), sum, async () => 'taken')
  await expect(damaged).rejects.toThrow(expect.objectContaining({ problem: 'checksumWrong' }))
})

test('of too many at once the last are refused until others are through', async () => {
  const held = new HeldParts()
  const open = Array.from({ length: 16 }, () => new Readable({ read: () => undefined }))
  const waiting = open.map((body) => held.checked(body, sum, async () => 'taken'))
  const refused = held.checked(Readable.from([part]), sum, async () => 'taken')
  await expect(refused).rejects.toThrow(expect.objectContaining({ problem: 'tooManyTransfers' }))
  for (const body of open) {
    body.push(part)
    body.push(null)
  }
  expect(await Promise.all(waiting)).toEqual(open.map(() => 'taken'))
  expect(await held.checked(Readable.from([part]), sum, async () => 'again')).toBe('again')
})
