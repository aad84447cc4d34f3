import { beforeEach, describe, expect, test } from 'vitest'
import { idleAfter, ReadingClock } from './reading-clock.ts'

const start = 1_000_000
let read: Map<number, number>
let clock: ReadingClock

beforeEach(() => {
  read = new Map()
  clock = new ReadingClock(start, (page, more) => read.set(page, (read.get(page) ?? 0) + more), {
    isVisible: true,
  })
  clock.show([1], start)
})

describe('the time that a page is read', () => {
  test('goes to the page that shows', () => {
    clock.show([2], start + 4000)
    clock.settle(start + 5000)
    expect([...read]).toEqual([
      [1, 4000],
      [2, 1000],
    ])
  })

  test('is shared by pages that show alike', () => {
    clock.show([4, 5], start)
    clock.settle(start + 3000)
    expect([...read]).toEqual([
      [4, 1500],
      [5, 1500],
    ])
  })

  test('stands still while the document is hidden', () => {
    clock.noteVisible(false, start + 2000)
    clock.settle(start + 30_000)
    clock.noteVisible(true, start + 40_000)
    clock.settle(start + 43_000)
    expect(read.get(1)).toBe(5000)
  })

  test('ends a minute after the reader last did something', () => {
    clock.noteActivity(start + 10_000)
    clock.settle(start + 20_000)
    clock.settle(start + 500_000)
    expect(read.get(1)).toBe(10_000 + idleAfter)
  })

  test('goes on when the reader does something again, without the pause', () => {
    clock.noteActivity(start + 300_000)
    clock.settle(start + 302_000)
    expect(read.get(1)).toBe(idleAfter + 2000)
  })

  test('is told once', () => {
    clock.settle(start + 1000)
    clock.settle(start + 1000)
    expect(read.get(1)).toBe(1000)
  })

  test('is nothing for a document that was never visible', () => {
    const hidden = new ReadingClock(start, () => read.set(9, 1), { isVisible: false })
    hidden.show([9], start)
    hidden.settle(start + 5000)
    expect(read.has(9)).toBe(false)
  })
})
