import { grey4RowBytes, type Pixels } from '#server/rendering/pages/page-pixels.ts'

// Cells of 32 pixels: about as large as a letter of the watermark, so that a letter has one shade and the page under it
// does not.
const CELL_SHIFT = 5
// Every fourth pixel of every fourth row tells the lightness of a cell well enough.
const STEP = 4
const DARK_BELOW = 90

/** Which parts of a page are dark: there the watermark lightens, elsewhere it darkens. */
export type Ground = { cellsAcross: number; isDark: Uint8Array }

/** The cells that a row of pixels goes through. */
export function darkRow({ cellsAcross, isDark }: Ground, y: number): Uint8Array {
  const start = (y >> CELL_SHIFT) * cellsAcross
  return isDark.subarray(start, start + cellsAcross)
}

/** 1 if the background around a pixel in that row is dark. */
export function darkAt(row: Uint8Array, x: number): number {
  return row[x >> CELL_SHIFT]!
}

/** Of a page of 4-bit samples in rows. */
export function groundOfGrey4({ width, height, pixels }: Pixels): Ground {
  const rowBytes = grey4RowBytes(width)
  return groundOf(width, height, (x, y) => (pixels[y * rowBytes + 1 + (x >> 1)]! >> 4) * 17)
}

/** Of a page of grey bytes. */
export function groundOfGrey8({ width, height, pixels }: Pixels): Ground {
  return groundOf(width, height, (x, y) => pixels[y * width + x]!)
}

/** Of a page of red, green and blue bytes. */
export function groundOfRgb({ width, height, pixels }: Pixels): Ground {
  return groundOf(width, height, (x, y) => {
    const at = (y * width + x) * 3
    return (pixels[at]! * 77 + pixels[at + 1]! * 150 + pixels[at + 2]! * 29) >> 8
  })
}

function groundOf(width: number, height: number, lightnessAt: (x: number, y: number) => number): Ground {
  const cellsAcross = ((width - 1) >> CELL_SHIFT) + 1
  const isDark = new Uint8Array(cellsAcross * (((height - 1) >> CELL_SHIFT) + 1))
  // How much lighter the pixels of a cell are than the border between dark and light, in total.
  const sums = new Int32Array(isDark.length)
  for (let y = 0; y < height; y += STEP) {
    const row = (y >> CELL_SHIFT) * cellsAcross
    for (let x = 0; x < width; x += STEP) sums[row + (x >> CELL_SHIFT)]! += lightnessAt(x, y) - DARK_BELOW
  }
  for (let cell = 0; cell < isDark.length; cell++) isDark[cell] = sums[cell]! < 0 ? 1 : 0
  return { cellsAcross, isDark }
}
