import { expect, test } from 'vitest'
import type { Vault } from '#server/storage/vault.ts'
import { Archive } from '#server/zips/archive/archive.ts'
import { Stretches } from './stretches.ts'
import type { SentEntry } from '#server/zips/zip-rows.ts'

const kilobyte = 1024
const chunk = 64 * kilobyte

function entry(number: number, size: number, key: string | null = 'key'): SentEntry {
  return {
    number,
    size,
    path: `${number}.bin`,
    share_guid: 'item',
    file_guid: 'file',
    is_marked: 0,
    object_guid: `object ${number}`,
    crc32: 0,
    modifiedAt: 0,
    wrapped_key: key,
    is_locked: key === null ? null : 0,
  }
}

/** Those entries as they are read, and which objects reading has begun of, in order. */
function reading(entries: readonly SentEntry[]) {
  const begun: string[] = []
  const left: string[] = []
  const vault = {
    async small(rows: readonly { guid: string; size: number; gap: number }[]) {
      begun.push(...rows.map(({ guid }) => guid))
      return Buffer.alloc(rows.reduce((sum, { size, gap }) => sum + size + gap, 0))
    },
    opened: ({ guid }: { guid: string }) => ({
      async *read(start: number, end: number) {
        begun.push(guid)
        try {
          for (let at = start; at < end; at += chunk) yield Buffer.alloc(Math.min(chunk, end - at))
        } finally {
          left.push(guid)
        }
      },
    }),
  } as unknown as Vault
  const archive = new Archive(entries)
  const stretches = new Stretches({ vault, archive, entries }, 0, archive.length)
  return { stretches, begun, left }
}

test('of small files little is read ahead for a slow client, and more for one that keeps up', async () => {
  const { stretches, begun } = reading(Array.from({ length: 200 }, (_, at) => entry(at, 64 * kilobyte)))
  const ahead: number[] = []
  let taken = 0
  for (const isSlow of [true, true, false, false, false, false, true, true]) {
    const stretch = stretches.next()!
    await stretch.next()
    taken = stretch.to
    ahead.push(((begun.length - taken) * 64) / 1024)
    stretches.keepPace(isSlow)
  }
  const megabytes = ahead.map((value) => Math.round(value * 4) / 4)
  expect(megabytes.slice(0, 3)).toEqual([0, 0, 0])
  expect(Math.max(...megabytes)).toBeGreaterThan(1)
  expect(Math.max(...megabytes)).toBeLessThanOrEqual(2)
  expect(begun.length).toBeLessThan(taken + 32)
})

test('the next large file is opened when little is left of one, if the client keeps up', async () => {
  const entries = [entry(0, 4096 * kilobyte), entry(1, 4096 * kilobyte)]
  const take = async (isSlow: boolean): Promise<number> => {
    const { stretches, begun } = reading(entries)
    const first = stretches.next()!
    let chunks = 0
    while (begun.length < 2 && (await first.next())) {
      chunks++
      stretches.keepPace(isSlow)
    }
    stretches.leave()
    return chunks
  }
  const slow = await take(true)
  expect(slow).toBe(1 + 64)
  expect(await take(false)).toBe(slow - 16)
})

test('what cannot be opened fails when it is its turn, and not before', async () => {
  const { stretches, left } = reading([entry(0, 2048 * kilobyte), entry(1, 2048 * kilobyte, null)])
  const first = stretches.next()!
  let bytes = 0
  for (let part = await first.next(); part; part = await first.next()) {
    bytes += part.length
    stretches.keepPace(false)
  }
  expect(bytes).toBeGreaterThan(2048 * kilobyte)
  expect(left).toEqual(['object 0'])
  const second = stretches.next()!
  expect(await second.next()).toHaveLength(30 + 5 + 9)
  await expect(second.next()).rejects.toThrow('object 1')
})

test('who leaves lets go of what was opened ahead', async () => {
  const { stretches, left } = reading([entry(0, 2048 * kilobyte), entry(1, 2048 * kilobyte)])
  const first = stretches.next()!
  for (let taken = 0; taken < 20; taken++) {
    await first.next()
    stretches.keepPace(false)
  }
  first.leave()
  stretches.leave()
  await new Promise(setImmediate)
  expect(left.toSorted()).toEqual(['object 0', 'object 1'])
})
