import { expect, test } from 'vitest'
import { decodeBmp } from './bmp.ts'
import { buildBmp } from '#server/rendering/test-documents.ts'

type Options = Parameters<typeof buildBmp>[0]

// Blue, green, red, blank: black, red, green, white.
const FOUR = [0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 255, 255, 0]
const K = '000000'
const R = 'ff0000'
const G = '00ff00'
const W = 'ffffff'

function colours(options: Options): string[] {
  const pixels = decodeBmp(buildBmp(options))
  return Array.from({ length: pixels.length / 4 }, (_, at) =>
    pixels.subarray(at * 4, at * 4 + 3).toString('hex'),
  )
}

const cases: [string, Options, string[]][] = [
  [
    '1 bit',
    { width: 3, height: 1, bits: 1, palette: FOUR.slice(0, 8), pixels: [0b01000000, 0, 0, 0] },
    [K, R, K],
  ],
  ['2 bits', { width: 4, height: 1, bits: 2, palette: FOUR, pixels: [0b00011011, 0, 0, 0] }, [K, R, G, W]],
  ['4 bits', { width: 3, height: 1, bits: 4, palette: FOUR, pixels: [0x12, 0x30, 0, 0] }, [R, G, W]],
  ['8 bits', { width: 2, height: 1, bits: 8, palette: FOUR, pixels: [1, 3, 0, 0] }, [R, W]],
  [
    '8 bits and an index beyond the palette',
    { width: 2, height: 1, bits: 8, palette: FOUR, pixels: [1, 200, 0, 0] },
    [R, K],
  ],
  ['16 bits as 5-5-5', { width: 2, height: 1, bits: 16, pixels: [0x00, 0x7c, 0xe0, 0x03] }, [R, G]],
  [
    '16 bits as 5-6-5',
    {
      width: 2,
      height: 1,
      bits: 16,
      compression: 3,
      masks: [0xf800, 0x7e0, 0x1f],
      pixels: [0x00, 0xf8, 0xe0, 0x07],
    },
    [R, G],
  ],
  [
    '24 bits, bottom row first',
    { width: 1, height: 2, bits: 24, pixels: [0, 0, 255, 0, 0, 255, 0, 0] },
    [G, R],
  ],
  [
    '24 bits, top row first',
    { width: 1, height: -2, bits: 24, pixels: [0, 0, 255, 0, 0, 255, 0, 0] },
    [R, G],
  ],
  ['32 bits', { width: 2, height: 1, bits: 32, pixels: [0, 0, 255, 0, 0, 255, 0, 0] }, [R, G]],
  [
    '32 bits with masks',
    {
      width: 1,
      height: 1,
      bits: 32,
      compression: 3,
      masks: [0xff000000, 0xff0000, 0xff00],
      pixels: [0, 0, 0, 255],
    },
    [R],
  ],
  [
    'the header of OS/2',
    {
      width: 2,
      height: 1,
      bits: 1,
      isOs2: true,
      palette: [0, 0, 0, 0, 0, 255],
      pixels: [0b01000000, 0, 0, 0],
    },
    [K, R],
  ],
  [
    'runs of 8 bits',
    {
      width: 3,
      height: 2,
      bits: 8,
      compression: 1,
      palette: FOUR,
      pixels: [3, 1, 0, 0, 0, 3, 1, 2, 3, 0, 0, 1],
    },
    [R, G, W, R, R, R],
  ],
  [
    'runs of 8 bits with a jump',
    { width: 3, height: 2, bits: 8, compression: 1, palette: FOUR, pixels: [0, 2, 1, 1, 2, 2, 0, 1] },
    [K, G, G, K, K, K],
  ],
  [
    'runs of 4 bits',
    {
      width: 4,
      height: 2,
      bits: 4,
      compression: 2,
      palette: FOUR,
      pixels: [4, 0x12, 0, 0, 0, 3, 0x12, 0x30, 1, 0x10, 0, 1],
    },
    [R, G, W, R, R, G, R, G],
  ],
  [
    'runs that go on beyond the row',
    { width: 1, height: 1, bits: 8, compression: 1, palette: FOUR, pixels: [255, 1, 255, 2] },
    [R],
  ],
  [
    'runs that end in the middle',
    { width: 2, height: 1, bits: 8, compression: 1, palette: FOUR, pixels: [1, 1, 0, 9, 2] },
    [R, K],
  ],
  ['a missing row', { width: 1, height: 2, bits: 24, pixels: [0, 0, 255, 0] }, [W, R]],
]

test.each(cases)('a BMP of %s is read', (_, options, expected) => {
  expect(colours(options)).toEqual(expected)
})

const whole = buildBmp({ width: 1, height: 1, bits: 24, pixels: [0, 0, 0, 0] })

function patched(at: number, value: number): Buffer {
  const copy = Buffer.from(whole)
  copy.writeInt32LE(value, at)
  return copy
}

test.each([
  ['cut off in its header', whole.subarray(0, 20), 'corrupt'],
  ['without pixels', whole.subarray(0, 54), 'corrupt'],
  ['of no width', patched(18, 0), 'corrupt'],
  ['of negative width', patched(18, -5), 'corrupt'],
  ['of the smallest height', patched(22, -2147483648), 'too large'],
  ['of more pixels than it may have', patched(18, 60_000_000), 'too large'],
  ['with an unknown compression', patched(30, 9), 'unsupported'],
  ['with runs of 24 bits', patched(30, 1), 'corrupt'],
  ['with a header of a strange length', patched(14, 13), 'corrupt'],
  ['whose pixels start far outside', patched(10, 0x7fffffff), 'corrupt'],
])('a BMP %s is refused', (_, bytes, reason) => {
  expect(() => decodeBmp(bytes)).toThrow(expect.objectContaining({ reason }))
})

function decodedBytes(bytes: Uint8Array): number | string {
  try {
    return decodeBmp(bytes).length
  } catch (error) {
    return (error as Error).name
  }
}

test('a BMP that is cut off anywhere is read or refused, never more', () => {
  const runs = buildBmp({
    width: 4,
    height: 2,
    bits: 4,
    compression: 2,
    palette: FOUR,
    pixels: [4, 18, 0, 0, 0, 3, 18, 48],
  })
  for (let length = 0; length < runs.length; length++) {
    expect([32, 'RenderError']).toContain(decodedBytes(runs.subarray(0, length)))
  }
})
