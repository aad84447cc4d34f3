import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { RenderEngine, type PageImage } from '#server/rendering/engine.ts'
import { encodeBasePage } from '#server/rendering/pages/base-page.ts'
import { assemblePdf, type PdfPage } from './pdf.ts'
import { count, isInk, look, noise, pdfOf, words } from '#server/rendering/test-documents.ts'

const engine = new RenderEngine({ workers: 1, log: pino({ level: 'silent' }) })
afterAll(() => engine.close())

async function assemble(pages: readonly PdfPage[]): Promise<Buffer> {
  async function* given() {
    yield* pages
  }
  const parts: Buffer[] = []
  for await (const part of assemblePdf(given())) parts.push(part)
  return Buffer.concat(parts)
}

async function images(): Promise<PageImage[]> {
  const text = await engine.render('pdf', async () => pdfOf([words('Assembled')]), 'text', 1, 600)
  const scan = encodeBasePage(noise(900 * 1200), 900, 1200)
  const colour = encodeBasePage(
    new Uint8Array(40 * 40 * 4).fill(200).map((value, at) => (at % 4 === 0 ? 255 : value - 90)),
    40,
    40,
  )
  return [
    await engine.compose(text, null),
    await engine.compose(text, { lines: ['anna@example.com'], code: '', size: 'medium', colour: 'red' }),
    await engine.compose(scan, null),
    await engine.compose(colour, null),
  ]
}

test('page images of each kind become a PDF that shows them at their sizes', async () => {
  const kinds = await images()
  expect(kinds.map(({ mediaType }) => mediaType)).toEqual([
    'image/png',
    'image/png',
    'image/jpeg',
    'image/jpeg',
  ])
  const size = { width: 595, height: 842 }
  const pdf = await assemble(kinds.map((image) => ({ image, size })))
  const { pages } = await engine.open('pdf', async () => new Uint8Array(pdf), 'assembled')
  expect(pages).toEqual([size, size, size, size])
  const shown: Awaited<ReturnType<typeof look>>[] = []
  for (const page of [1, 2, 3, 4]) {
    const base = await engine.render('pdf', async () => new Uint8Array(pdf), 'assembled', page, 600)
    shown.push(await look(await engine.compose(base, null)))
  }
  expect(count(shown[0]!, isInk)).toBeGreaterThan(1000)
  expect(count(shown[1]!, (red, green) => red - green > 20)).toBeGreaterThan(300)
  expect(count(shown[2]!, isInk)).toBeGreaterThan(10_000)
  const [red, green] = shown[3]!.at(300, 400)
  expect(red - green).toBeGreaterThan(100)
})

test('a cross reference points at each object', async () => {
  const [image] = await images()
  const pdf = (await assemble([{ image: image!, size: { width: 300, height: 400 } }])).toString('latin1')
  const start = Number(/startxref\n(\d+)\n/.exec(pdf)![1])
  const rows = pdf.slice(start).split('\n').slice(3, 8)
  expect(rows).toHaveLength(5)
  for (const [index, row] of rows.entries()) {
    expect(pdf.slice(Number(row.slice(0, 10))).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
  }
})

test('pages larger than a PDF can have are made smaller in their shape', async () => {
  const [image] = await images()
  const pdf = await assemble([{ image: image!, size: { width: 28_800, height: 14_400 } }])
  const { pages } = await engine.open('pdf', async () => pdf, 'large')
  expect(pages).toEqual([{ width: 14_400, height: 7_200 }])
})

test('the memory of an image goes back as soon as it is in the PDF', async () => {
  const image: PageImage = {
    mediaType: 'image/jpeg',
    bytes: new Uint8Array(100_000),
    width: 300,
    height: 400,
  }
  const pdf = await assemble([{ image, size: { width: 300, height: 400 } }])
  expect([pdf.length > 100_000, image.bytes.length]).toEqual([true, 0])
})
