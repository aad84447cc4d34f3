import { randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Cell } from './table.ts'
import { workbookOf } from './workbook.ts'

test('rows are read no faster than a workbook is taken, and no more once no one takes it', async () => {
  let [read, isEnded] = [0, false]
  const endless = {
    name: 'Endless',
    head: ['Random'],
    async *rows(): AsyncGenerator<Cell[]> {
      try {
        for (;;) {
          read++
          yield [randomBytes(500).toString('hex')]
        }
      } finally {
        isEnded = true
      }
    },
  }
  let taken = 0
  for await (const bytes of workbookOf([endless])) {
    taken += bytes.length
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    // 500 bytes a row cannot be compressed away: what is neither taken nor unread waits in memory.
    expect(read * 500 - taken).toBeLessThan(1_000_000)
    if (taken > 2_000_000) break
  }
  expect(isEnded).toBe(true)
})
