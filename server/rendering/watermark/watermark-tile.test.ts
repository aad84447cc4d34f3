import { expect, test } from 'vitest'
import { LEVELS, TileForm, type Covered } from './watermark-tile.ts'

/** The level of each place, row by row. */
function levelsOf({ width, height, rows, columns, levels }: Covered): number[] {
  const all = Array.from({ length: width * height }, () => 0)
  for (let y = 0; y < height; y++)
    for (let at = rows[y]!; at < rows[y + 1]!; at++) all[y * width + columns[at]!] = levels[at]!
  return all
}

test.each([8, 7])('the pairs of a tile %d pixels wide say the same as its pixels', (width) => {
  const height = 64
  const form = new TileForm(width, height)
  // Of each pixel another bit of the row's number, so that every pattern comes.
  const bytes = Uint8Array.from({ length: width * height }, (_, at) =>
    (Math.floor(at / width) >> ((at % width) % 6)) & 1 ? 255 - (at % 200) : 0,
  )
  form.pressFaintly({ width, height, bytes }, 0, 0, 1)
  const { pixels, pairs } = form.tile()
  const single = levelsOf(pixels)
  expect(new Set(single).size).toBeGreaterThan(2)
  const across = Math.ceil(width / 2)
  const wanted = Array.from({ length: across * height }, (_, at) => {
    const [x, y] = [2 * (at % across), Math.floor(at / across)]
    const right = x + 1 < width ? single[y * width + x + 1]! : 0
    return single[y * width + x]! * LEVELS + right
  })
  expect([pairs.width, levelsOf(pairs)]).toEqual([across, wanted])
})
