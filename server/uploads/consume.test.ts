import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { consume } from './consume.ts'

const source = (...chunks: string[]): Readable => Readable.from(chunks.map((chunk) => Buffer.from(chunk)))

test('the end of a stream waits for what was taken last', async () => {
  const room = Promise.withResolvers<void>()
  let isConsumed = false
  const stream = new Readable({ read() {} })
  // Both at once: the stream has ended before its last chunk is done.
  stream.push(Buffer.from('whole'))
  stream.push(null)
  const ended = new Promise((resolve) => stream.once('end', resolve))
  const consumed = consume(stream, () => room.promise).then(() => (isConsumed = true))
  await ended
  await new Promise(setImmediate)
  expect(isConsumed).toBe(false)
  room.resolve()
  await consumed
})

test('what goes wrong with the last chunk is not lost', async () => {
  const failed = consume(source('one', 'last'), (chunk) =>
    String(chunk) === 'last' ? Promise.reject(new Error('full')) : true,
  )
  await expect(failed).rejects.toThrow('full')
})

test('a chunk comes after the one before it is done', async () => {
  const order: string[] = []
  await consume(source('a', 'b', 'c'), async (chunk) => {
    order.push(`${String(chunk)} begins`)
    await new Promise(setImmediate)
    order.push(`${String(chunk)} ends`)
  })
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('the memory of a chunk is released once it is taken', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'a')
  const lengths: number[] = []
  await consume(Readable.from([chunk]), ({ length }) => {
    lengths.push(length)
    return true
  })
  expect([...lengths, chunk.length]).toEqual([64 * 1024, 0])
})

test('a stream that breaks off waits for what was taken last, too', async () => {
  const room = Promise.withResolvers<void>()
  let isOver = false
  const stream = new Readable({ read() {} })
  stream.push(Buffer.from('half'))
  const taken = Promise.withResolvers<void>()
  const consumed = consume(stream, () => {
    taken.resolve()
    return room.promise
  }).finally(() => (isOver = true))
  const reason = consumed.catch((error: unknown) => error)
  await taken.promise
  stream.destroy(new Error('cut'))
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  room.resolve()
  expect(await reason).toMatchObject({ message: 'cut' })
})
