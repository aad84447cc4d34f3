import { expect, test } from 'vitest'
import { client } from '#tests/support/unit/world.ts'
import { Archive } from '#server/zips/archive/archive.ts'
import { Noting } from './noting.ts'
import type { Recording } from '#server/zips/recording.ts'
import type { SentEntry, ZipPartRow } from '#server/zips/zip-rows.ts'

const kilobyte = 1024

/** Which entries were noted, each time from the first to the last. */
function notingOf(count: number, size: number) {
  const noted: string[] = []
  const recording = {
    noteSent: async (_: ZipPartRow, [first, last]: readonly [number, number]) =>
      void noted.push(`${first}-${last}`),
  } as unknown as Recording
  const entries = Array.from(
    { length: count },
    (_, number) => ({ number, size, path: `${number}.bin`, crc32: 0, modifiedAt: 0 }) as SentEntry,
  )
  const archive = new Archive(entries)
  const noting = new Noting({ recording, part: {} as ZipPartRow, archive, entries, client })
  return { noting, noted, end: archive.length }
}

test('entries that are sent together are noted at once, and few more for one who has just begun', async () => {
  const { noting, noted, end } = notingOf(200, 10 * kilobyte)
  await noting.before(0, 25, end)
  expect(noted).toEqual(['0-24'])
  await noting.before(25, 50, end)
  expect(noted).toEqual(['0-24', '25-49'])
})

test('for one who keeps up more is noted ahead each time, and for a slow one again little', async () => {
  const { noting, noted, end } = notingOf(100, 256 * kilobyte)
  for (let at = 0; at < 40; at++) await noting.before(at, at + 1, end)
  expect(noted).toEqual(['0-0', '1-1', '2-2', '3-4', '5-8', '9-16', '17-32', '33-64'])
  noting.slowDown()
  await noting.before(65, 66, end)
  expect(noted.at(-1)).toBe('65-65')
})

test('nothing is noted that the request does not ask for', async () => {
  const { noting, noted } = notingOf(100, 10 * kilobyte)
  await noting.before(0, 3, 25 * kilobyte)
  expect(noted).toEqual(['0-2'])
})
