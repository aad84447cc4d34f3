import { expect, test } from 'vitest'
import { Line, retryAfter } from '#app/enhance/viewer/places/line.ts'
import { UnsentReading } from './unsent-reading.ts'

function read(...pages: [number, number][]): UnsentReading {
  const unsent = new UnsentReading()
  for (const [page, milliseconds] of pages) unsent.add(page, milliseconds)
  return unsent
}

test('what was read is sent by page, once', () => {
  const unsent = read([3, 12_000], [4, 800], [3, 500])
  expect(unsent.take().text).toBe('3:12500,4:800')
  expect(unsent.take().text).toBe('')
})

test('what did not arrive goes with the next pulse, with what was read since', () => {
  const unsent = read([3, 1000])
  const { putBack } = unsent.take()
  unsent.add(3, 500)
  unsent.add(5, 200)
  putBack()
  expect(unsent.take().text).toBe('3:1500,5:200')
})

test('what is put back twice is counted once', () => {
  const unsent = read([3, 1000])
  const { putBack } = unsent.take()
  putBack()
  putBack()
  expect(unsent.take().text).toBe('3:1000')
})

test('a pulse that fails does not bring back what left with another one', () => {
  const unsent = read([1, 1000])
  const failing = unsent.take()
  unsent.add(2, 700)
  expect(unsent.take().text).toBe('2:700')
  failing.putBack()
  expect(unsent.take().text).toBe('1:1000')
})

test('parts of a millisecond are kept until they are one', () => {
  const unsent = read([1, 0.6])
  expect(unsent.take().text).toBe('')
  unsent.add(1, 0.6)
  expect(unsent.take().text).toBe('1:1')
})

test('pages are good for 180 seconds after the server last said so', () => {
  const line = new Line(0)
  expect([line.isLost(180_000), line.isLost(180_001)]).toEqual([false, true])
  line.good(170_000)
  expect([line.isLost(180_001), line.isLost(350_001)]).toEqual([false, true])
})

test('what failed is tried again soon, then less often, and at least twice a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 40].map(retryAfter)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})
