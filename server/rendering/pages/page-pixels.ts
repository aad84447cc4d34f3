// On a page that still counts as grey, a channel may differ by this much, and this share of the pixels by more.
const GREY_TOLERANCE = 10
const COLOURED_PART = 2e-4
const WHITE = 0xffffff

const NIBBLE = Uint8Array.from({ length: 256 }, (_, grey) => Math.floor((grey * 15 + 127) / 255))

/** The samples of a page, in the layout that its user gives. */
export type Pixels = { width: number; height: number; pixels: Uint8Array }

/** The bytes of a row of 4-bit samples, the PNG filter byte included. */
export function grey4RowBytes(width: number): number {
  return ((width + 1) >> 1) + 1
}

/** Grey bytes as rows of 4-bit samples, each after a zero filter byte. */
export function packGrey(grey: Uint8Array, width: number, height: number): Uint8Array {
  const packed = Buffer.alloc(grey4RowBytes(width) * height)
  let from = 0
  let to = 0
  for (let y = 0; y < height; y++) {
    to++
    for (let x = 0; x < width; x += 2, to++) {
      const left = NIBBLE[grey[from++]!]!
      packed[to] = (left << 4) | (x + 1 < width ? NIBBLE[grey[from++]!]! : 15)
    }
  }
  return packed
}

/**
 * RGBX pixels as rows of 4-bit grey samples, or null if more of them are coloured than a grey page may have. Four
 * pixels per step, white ones skipped: most of a page is white, and this runs for every page rendered.
 */
export function packLineArt(rgbx: Uint8Array, width: number, height: number): Uint8Array | null {
  const words = asWords(rgbx)
  const rowBytes = grey4RowBytes(width)
  const packed = Buffer.alloc(rowBytes * height, 0xff)
  const rows = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  const whiteRow = Buffer.alloc(width * 4, 0xff)
  const allowed = width * height * COLOURED_PART
  let coloured = 0
  for (let y = 0; y < height; y++) {
    const start = y * width
    let to = y * rowBytes
    packed[to++] = 0
    // One native comparison for a whole row is far cheaper than checking each pixel.
    if (rows.compare(whiteRow, 0, whiteRow.length, start * 4, (start + width) * 4) === 0) continue
    let from = start
    for (const end = start + (width & ~3); from < end; from += 4, to += 2) {
      const first = words[from]!
      const second = words[from + 1]!
      const third = words[from + 2]!
      const fourth = words[from + 3]!
      if ((first & second & third & fourth & WHITE) === WHITE) continue
      const left = pairOf(first, second)
      const right = pairOf(third, fourth)
      packed[to] = left
      packed[to + 1] = right
      coloured += (left >> 8) + (right >> 8)
    }
    for (const end = start + width; from < end; from += 2, to++) {
      const pair = pairOf(words[from]!, from + 1 < end ? words[from + 1]! : WHITE)
      packed[to] = pair
      coloured += pair >> 8
    }
    if (coloured > allowed) return null
  }
  return packed
}

/** Two samples in the low byte, and above them how many of the two pixels are coloured. */
function pairOf(left: number, right: number): number {
  const [first, second] = [sampleOf(left), sampleOf(right)]
  return ((first & 15) << 4) | (second & 15) | (((first >> 4) + (second >> 4)) << 8)
}

/** A pixel as a 4-bit grey, plus 16 if it is coloured. */
function sampleOf(pixel: number): number {
  // Most are of one grey.
  if (((pixel ^ (pixel >> 8)) & 0xffff) === 0) return NIBBLE[pixel & 255]!
  return NIBBLE[luminance(pixel)]! | (isColoured(pixel) ? 16 : 0)
}

export function toGrey(rgbx: Uint8Array): Uint8Array {
  const words = asWords(rgbx)
  const grey = Buffer.allocUnsafe(words.length)
  for (let i = 0; i < grey.length; i++) grey[i] = luminance(words[i]!)
  return grey
}

export function toRgb(rgbx: Uint8Array): Uint8Array {
  const rgb = Buffer.allocUnsafe((rgbx.length / 4) * 3)
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgbx[from]!
    rgb[to + 1] = rgbx[from + 1]!
    rgb[to + 2] = rgbx[from + 2]!
  }
  return rgb
}

// Red is in the lowest byte: every machine Node runs on is little endian.
function luminance(pixel: number): number {
  return ((pixel & 255) * 77 + ((pixel >> 8) & 255) * 150 + ((pixel >> 16) & 255) * 29) >> 8
}

function isColoured(pixel: number): boolean {
  const red = pixel & 255
  const green = (pixel >> 8) & 255
  const blue = (pixel >> 16) & 255
  return Math.max(red, green, blue) - Math.min(red, green, blue) > GREY_TOLERANCE
}

function asWords(rgbx: Uint8Array): Int32Array {
  const isAligned = rgbx.byteOffset % 4 === 0
  const bytes = isAligned ? rgbx : rgbx.slice()
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)
}
