import { expect, test } from 'vitest'
import { batchHeading, linesOn } from './arrived-lines.server.ts'

function lines(count: number, missing: readonly number[]) {
  return Array.from({ length: count }, (_, place) => ({
    place,
    name: `${place}.pdf`,
    item_guid: missing.includes(place) ? null : 'item',
    version: 1,
    file_guid: null,
    note: '',
  }))
}

test('a batch of one screen keeps its order, a longer one begins with what was not added', () => {
  expect(linesOn(lines(3, [2]), 0).map(({ place }) => place)).toEqual([0, 1, 2])
  const long = lines(450, [449, 300])
  expect(
    linesOn(long, 0)
      .slice(0, 3)
      .map(({ place }) => place),
  ).toEqual([300, 449, 0])
  expect([0, 1, 2, 3].map((page) => linesOn(long, page).length)).toEqual([200, 200, 50, 0])
})

test('its heading says how many of how many', () => {
  expect(batchHeading(2, 2)).toBe('2 files added')
  expect(batchHeading(1, 2)).toBe('1 of 2 files added')
  expect(batchHeading(0, 0)).toBe('Folders added')
})
