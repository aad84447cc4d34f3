import { expect, test } from 'vitest'
import { HeldFrames } from './held-frames.ts'

function frames(names: string[], gone: string[]) {
  return names.map((name) => ({ letGo: () => void gone.push(name) }))
}

test('the frame whose reader has been away longest goes when there are too many', () => {
  const gone: string[] = []
  const held = new HeldFrames(2)
  const [a, b, c, d] = frames(['a', 'b', 'c', 'd'], gone)
  for (const frame of [a!, b!]) held.keep(frame)
  expect(gone).toEqual([])
  held.keep(c!)
  expect(gone).toEqual(['a'])
  held.take(b!)
  held.keep(b!)
  held.keep(d!)
  expect(gone).toEqual(['a', 'c'])
})

test('who waits for a turn may have to let go of what they hold, who has it does not', async () => {
  const gone: string[] = []
  const held = new HeldFrames(1)
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const [a, b] = frames(['a', 'b'], gone)
  held.keep(a!)
  const opening = held.open(a!, () => isDone)
  held.keep(b!)
  expect(gone).toEqual([])
  const sixteen = Array.from({ length: 16 }, () => held.open({ letGo: () => undefined }, () => isDone))
  const waiting = held.open(b!, async () => undefined)
  held.keep(a!)
  expect(gone).toEqual(['b'])
  done()
  await Promise.all([opening, waiting, ...sixteen])
})

test('the headers of the objects read last are kept, of a bounded number', () => {
  const held = new HeldFrames()
  const header = Buffer.alloc(16)
  for (let at = 0; at < 500; at++) held.keepHeader(`${at}`, header)
  held.keepHeader('0', header)
  held.keepHeader('another', header)
  expect(held.headerOf('0')).toBe(header)
  expect(held.headerOf('another')).toBe(header)
  expect(held.headerOf('1')).toBeUndefined()
})

test('a header that is kept keeps no memory beside its own', () => {
  const frames = new HeldFrames()
  const header = Buffer.from('a header of an object')
  expect(header.buffer.byteLength).toBeGreaterThan(header.length)
  frames.keepHeader('a', header)
  const kept = frames.headerOf('a')!
  expect([kept.toString(), kept.buffer.byteLength]).toEqual([header.toString(), header.length])
})
