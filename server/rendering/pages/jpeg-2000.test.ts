import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { colourOfBoth, j2k, jp2 } from '#tests/support/files/jpeg-2000.ts'
import { RenderEngine } from '#server/rendering/engine.ts'
import { jpeg2000Size, pdfAround } from './jpeg-2000.ts'
import { look } from '#server/rendering/test-documents.ts'

const engine = new RenderEngine({ workers: 1, log: pino({ level: 'silent' }) })
afterAll(() => engine.close())

test.each([
  ['a file', jp2],
  ['a codestream', j2k],
])('a JPEG 2000 picture is drawn in a page of its size: %s', async (name, picture) => {
  const pixels = jpeg2000Size(picture)
  expect(pixels).toEqual({ width: 64, height: 48 })
  const { before, after } = pdfAround(picture.length, pixels!)
  const bytes = async () => new Uint8Array(Buffer.concat([Buffer.from(before), picture, Buffer.from(after)]))
  expect(await engine.open('pdf', bytes, name)).toEqual({ pages: [{ width: 48, height: 36 }] })
  const page = await look(await engine.compose(await engine.render('pdf', bytes, name, 1, 64), null))
  page.at(30, 20).forEach((part, at) => expect(Math.abs(part - colourOfBoth[at]!)).toBeLessThan(8))
})

test.each([
  ['half a header', jp2.subarray(0, 50)],
  ['half a codestream', j2k.subarray(0, 20)],
  ['no picture', Buffer.alloc(100)],
  ['a picture without pixels', Buffer.concat([jp2.subarray(0, 48), Buffer.alloc(8), jp2.subarray(56)])],
])('%s says no size', (_, bytes) => {
  expect(jpeg2000Size(bytes)).toBe(null)
})
