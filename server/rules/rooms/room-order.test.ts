import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPositions, reordered, withUnseen, type Positioned } from './room-order.ts'

const list = ['a', 'b', 'c', 'd', 'e']

test.each([
  ['nothing told', [], 'abcde'],
  ['one up', [{ guid: 'd', place: 2 }], 'adbce'],
  ['one down', [{ guid: 'a', place: 4 }], 'bcdae'],
  [
    'two at one place',
    [
      { guid: 'e', place: 1 },
      { guid: 'c', place: 1 },
    ],
    'ceabd',
  ],
  ['beyond the end', [{ guid: 'b', place: 99 }], 'acdeb'],
  ['before the beginning', [{ guid: 'c', place: -3 }], 'cabde'],
  ['what is not there', [{ guid: 'z', place: 1 }], 'abcde'],
])('%s', (_, moves, expected) => {
  expect(reordered(list, moves).join('')).toBe(expected)
})

test('what is not seen stays behind what it stood behind', () => {
  expect(withUnseen(['x', 'a', 'y', 'b', 'c', 'z'], ['c', 'a', 'b']).join('')).toBe('xczayb')
})

test('one that moves changes one position while there is room', () => {
  const items = list.map((guid, at) => ({ guid, position: (at + 1) * 8 }))
  const [a, b, c, d, e] = items as [Positioned, Positioned, Positioned, Positioned, Positioned]
  expect(newPositions([a, d, b, c, e], 8)).toEqual([{ guid: 'd', position: 12 }])
  expect(newPositions([b, c, d, e, a], 8)).toEqual([{ guid: 'a', position: 48 }])
  expect(newPositions([e, a, b, c, d], 8)).toEqual([{ guid: 'e', position: 4 }])
})

const moves = fc.array(fc.record({ from: fc.nat(11), place: fc.integer({ min: 1, max: 14 }) }), {
  maxLength: 60,
})

test('after any series of moves the list is that of a plain array, and positions rise', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 64 }),
      moves,
      (length, gap, series) => {
        let plain = Array.from({ length }, (_, at) => `item ${at}`)
        const positions = new Map(plain.map((guid, at) => [guid, (at + 1) * gap]))
        const inOrder = () => [...positions].sort((one, two) => one[1] - two[1]).map(([guid]) => guid)
        for (const { from, place } of series) {
          const guid = plain[from % length]!
          const wanted = reordered(inOrder(), [{ guid, place }])
          plain = plain.filter((other) => other !== guid)
          plain.splice(place - 1, 0, guid)
          const items = wanted.map((name) => ({ guid: name, position: positions.get(name)! }))
          for (const { guid: name, position } of newPositions(items, gap)) positions.set(name, position)
          expect(inOrder()).toEqual(plain)
          expect(new Set(positions.values()).size).toBe(length)
        }
      },
    ),
  )
})
