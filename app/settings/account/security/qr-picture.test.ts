import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { qrPicture } from './qr-picture.server.ts'

test('the path blackens exactly the modules of the code, with a margin of four around them', () => {
  const text = 'otpauth://totp/Strongroom:ann%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const { size, path } = qrPicture(text)
  const painted = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(length); at++) painted[Number(y)]![Number(x) + at] = true
  }
  const bare = encode(text, { ecc: 'M', border: 0 })
  expect(size).toBe(bare.size + 8)
  expect(painted.slice(4, -4).map((line) => line.slice(4, -4))).toEqual(bare.data)
  expect(painted.flat().filter(Boolean)).toHaveLength(bare.data.flat().filter(Boolean).length)
})
