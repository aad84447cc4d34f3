import { describe, expect, test } from 'vitest'
import { readGridIndex, readGridScreen } from '#server/rendering/sheet/grid-reader.ts'
import { parsedInThread, type ParseLimits } from './parse-thread.ts'
import { cell, flatSheet, number, row } from '#server/rendering/sheet-parts/test-sheets.ts'

const limits: ParseLimits = { time: 30_000, memory: 128 }

async function made(entry: string, file: AsyncIterable<Uint8Array>, within = limits): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of parsedInThread(entry, file, within)) pieces.push(piece)
  return Buffer.concat(pieces)
}

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

const [head, foot] = flatSheet([{ name: 'Long', rows: '|' }]).split('|') as [string, string]

describe('a file is taken apart in a thread of its own', () => {
  test('100,000 rows in a small heap, and each screen is read without the others', async () => {
    async function* long() {
      yield Buffer.from(head)
      for (let at = 0; at < 100_000; at += 100) {
        const rows = Array.from({ length: 100 }, (_, more) =>
          row(number(`${at + more + 1}.00`) + cell(`line ${at + more + 1}`)),
        )
        yield Buffer.from(rows.join(''))
      }
      yield Buffer.from(foot)
    }
    const bytes = await made('rendering/sheet/grid-worker', long(), { time: 60_000, memory: 48 })
    let read = 0
    const source = {
      size: bytes.length,
      async *read(start: number, end: number) {
        read += end - start
        yield bytes.subarray(start, end)
      },
    }
    const [sheet] = (await readGridIndex(source)).sheets
    expect([sheet!.rows, sheet!.screens.length]).toEqual([100_000, 200])
    const first = await readGridScreen(source, sheet!.screens[199]!)
    expect([first.length, first[0]!.number, first[499]!.cells[1]!.text]).toEqual([500, 99_501, 'line 100000'])
    expect(read).toBeLessThan(bytes.length / 5)
  })

  test('and is refused where it takes too long', async () => {
    const work = made('rendering/sheet/grid-worker', pieces(head, foot), { ...limits, time: 1 })
    await expect(work).rejects.toMatchObject({ reason: 'timeout' })
  })

  test('where it takes too much memory', async () => {
    async function* endless() {
      yield Buffer.from(`${head}<table:table-row table:style-name="`)
      for (let at = 0; at < 20; at++) yield Buffer.alloc(4 * 1024 * 1024, 'x')
    }
    const work = made('rendering/sheet/grid-worker', endless(), { time: 60_000, memory: 16 })
    await expect(work).rejects.toMatchObject({ reason: expect.stringMatching(/^(memory|corrupt)$/) })
  })

  test('where it is broken', async () => {
    const work = made('rendering/sheet/grid-worker', pieces(head))
    await expect(work).rejects.toMatchObject({ reason: 'corrupt' })
  })

  test('and whatever keeps its bytes from coming is thrown on', async () => {
    async function* broken() {
      yield Buffer.from(head)
      throw new Error('the disk is gone')
    }
    await expect(made('rendering/sheet/grid-worker', broken())).rejects.toThrow('the disk is gone')
  })

  test('and a caller that wants no more ends it', async () => {
    let hasEnded = false
    async function* watched() {
      try {
        for (;;) yield Buffer.from(`${head}${row(cell('x')).repeat(600)}`)
      } finally {
        hasEnded = true
      }
    }
    for await (const piece of parsedInThread('rendering/sheet/grid-worker', watched(), limits)) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    expect(hasEnded).toBe(true)
  })

  test('an email comes out as text', async () => {
    const text = await made(
      'rendering/text/mail-worker',
      pieces('From: a@exam', 'ple.org\nSubject: Hi\n\nWor', 'ds'),
    )
    expect(text.toString()).toBe('From: a@example.org\nSubject: Hi\n\nWords\n')
  })
})
