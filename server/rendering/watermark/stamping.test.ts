import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { RenderEngine, type WatermarkLook } from '#server/rendering/engine.ts'
import {
  buildPdf,
  count,
  pdfWithPages,
  formPdf,
  isInk,
  lockedPdf,
  look,
  noise,
  pdfOf,
  stream,
  words,
} from '#server/rendering/test-documents.ts'

const engine = new RenderEngine({ workers: 1, log: pino({ level: 'silent' }) })
afterAll(() => engine.close())

const anna: WatermarkLook = {
  lines: ['anna@example.com', '2026-11-20 08:40 UTC · 8F3A21C0'],
  code: '8F3A-21C0-77D1-04BE',
  size: 'medium',
  colour: 'red',
}

let keys = 0

async function stamped(bytes: Uint8Array, mark = anna, source: 'pdf' | 'text' = 'pdf'): Promise<Buffer> {
  return Buffer.concat(await engine.stamp(source, async () => new Uint8Array(bytes), mark))
}

async function facts(bytes: Uint8Array) {
  const key = `facts ${++keys}`
  const { pages } = await engine.open('pdf', async () => new Uint8Array(bytes), key)
  const texts: string[] = []
  for (let page = 1; page <= pages.length; page++)
    texts.push(await engine.text('pdf', async () => new Uint8Array(bytes), key, page))
  return { pages, texts }
}

async function see(bytes: Uint8Array, page = 1) {
  const base = await engine.render('pdf', async () => new Uint8Array(bytes), `seen ${++keys}`, page, 800)
  return look(await engine.compose(base, null))
}

function isReddish(red: number, green: number, blue: number): boolean {
  return red > green + 12 && red > blue + 12
}

describe('a stamped PDF', () => {
  test.each(['small', 'medium', 'large'] as const)(
    'has the %s mark on each page, and its own text',
    async (size) => {
      const copy = await facts(
        await stamped(pdfOf([words('one'), words('two'), words('three')]), { ...anna, size }),
      )
      for (const [index, own] of ['one', 'two', 'three'].entries()) {
        expect(copy.texts[index]).toContain(own)
        expect(copy.texts[index]).toContain('anna@example.com')
        expect(copy.texts[index]).toContain('2026-11-20 08:40 UTC')
        expect(copy.texts[index]).toContain(anna.code)
      }
    },
  )

  test.each([
    '',
    '/Rotate 90',
    '/Rotate 180',
    '/Rotate 270',
    '/CropBox[100 200 400 700]',
    '/Rotate 90/CropBox[0 400 300 842]',
  ])(
    'keeps the size and shape of its pages, with %j, and has the mark in what is shown of them',
    async (entries) => {
      const original = pdfOf([words('one'), ''], { entries })
      const copy = await stamped(original)
      expect((await facts(copy)).pages).toEqual((await facts(original)).pages)
      const [before, after] = [await see(original, 2), await see(copy, 2)]
      expect(count(before, isReddish)).toBe(0)
      // In each quarter: the mark stands upright all over what is shown, not beside it.
      const quarters = [0, 0, 0, 0]
      for (let y = 0; y < after.height; y++) {
        for (let x = 0; x < after.width; x++) {
          if (isReddish(...after.at(x, y)))
            quarters[(y * 2 < after.height ? 0 : 2) + (x * 2 < after.width ? 0 : 1)]!++
        }
      }
      for (const marked of quarters) expect(marked).toBeGreaterThan(200)
    },
  )

  test('has the mark on black ground too', async () => {
    const copy = await see(await stamped(pdfOf(['0 g 0 0 595 842 re f'])))
    expect(count(copy, (red) => red > 60)).toBeGreaterThan(2000)
  })

  test.each([
    ['a clip that is never taken back', '0 0 10 10 re W n'],
    ['other coordinates', '0.01 0 0 0.01 5000 5000 cm'],
    ['a state that is never taken back', 'q 0 0 10 10 re W n'],
    ['states that were never saved', 'Q Q Q'],
  ])('whose own drawing ends with %s is marked all the same', async (_, content) => {
    expect(count(await see(await stamped(pdfOf([content]))), isReddish)).toBeGreaterThan(2000)
  })

  test('whose page is in it twice has the mark once on each', async () => {
    const twice = buildPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 2/Kids[4 0 R 4 0 R]>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R/Resources<</Font<</F 3 0 R>>>>>>',
      stream(words('twice')),
    ])
    const once = await facts(await stamped(pdfOf([words('twice')])))
    const copy = await facts(await stamped(twice))
    expect(copy.texts.map((text) => text.split(anna.code).length)).toEqual(
      Array.from({ length: 2 }, () => once.texts[0]!.split(anna.code).length),
    )
  })

  test('keeps what was typed into its form, and its annotations', async () => {
    const copy = await stamped(formPdf('Anna Schmidt'))
    expect(count(await see(copy), isInk)).toBeGreaterThan(1000)
    const text = copy.toString('latin1')
    expect(text).toContain('/AcroForm')
    expect(text).toMatch(/\/Subtype\s*\/Widget/)
    expect(text).toContain('Anna Schmidt')
  })

  test('writes names in any alphabet: as text where there is a font, else drawn', async () => {
    const mark = { ...anna, lines: ['Ελένη Παπαδοπούλου', 'Łukasz Żółć', '王伟'] }
    const copy = await stamped(pdfOf([words('one')]), mark)
    const [text] = (await facts(copy)).texts
    expect(text).toContain('Ελένη Παπαδοπούλου')
    expect(text).toContain('Łukasz Żółć')
    expect(copy.toString('latin1')).toMatch(/\/Subtype\s*\/Image/)
  })

  test('of 300 pages has the mark on the last one too, and is not much larger', async () => {
    const original = pdfOf(Array.from({ length: 300 }, (_, index) => words(`page ${index + 1}`)))
    const copy = await stamped(original)
    const key = `long ${++keys}`
    expect(await engine.text('pdf', async () => new Uint8Array(copy), key, 300)).toMatch(
      /page 300[^]*anna@example/,
    )
    expect(copy.length).toBeLessThan(original.length + 1_000_000)
  })

  test.each([
    ['needs a password that nobody gave', 'password', lockedPdf()],
    ['is broken', 'corrupt', pdfOf([words('x')]).subarray(0, 200)],
    ['is something else', 'corrupt', Buffer.from(noise(5000))],
    ['is empty', 'corrupt', Buffer.alloc(0)],
    ['has too many pages', 'too many pages', pdfWithPages(10_000)],
  ])('is not made of one that %s', async (_, reason, bytes) => {
    await expect(stamped(bytes)).rejects.toMatchObject({ reason })
  })

  test('that takes too long costs its own worker alone', async () => {
    const hasty = new RenderEngine({ workers: 1, log: pino({ level: 'silent' }), limits: { stamp: 1 } })
    const bytes = async () => new Uint8Array(pdfWithPages(5_000))
    await expect(hasty.stamp('pdf', bytes, anna)).rejects.toMatchObject({ reason: 'timeout' })
    const other = pdfOf([words('one')])
    expect(await hasty.text('pdf', async () => new Uint8Array(other), 'other', 1)).toBe('one')
    await hasty.close()
  })
})

describe('a stamped text', () => {
  test('is a PDF of real text', async () => {
    const copy = await stamped(Buffer.from('Grüße aus Köln\n\n  eingerückt\fnext page'), anna, 'text')
    const { pages, texts } = await facts(copy)
    expect(pages).toHaveLength(2)
    expect(texts[0]).toContain('Grüße aus Köln')
    expect(texts[0]).toContain('eingerückt')
    expect(texts[1]).toContain('next page')
    expect(texts[1]).toContain('anna@example.com')
  })

  test('with characters that no font here has is not made', async () => {
    await expect(stamped(Buffer.from('中文'), anna, 'text')).rejects.toMatchObject({ reason: 'unsupported' })
  })
})

describe('a marked picture', () => {
  test.each(['image/png', 'image/jpeg'] as const)('keeps its own pixels: %s', async (mediaType) => {
    const background = { r: 250, g: 250, b: 250 }
    const picture = await sharp({ create: { width: 2400, height: 1700, channels: 3, background } })
      .png()
      .toBuffer()
    const image = await engine.markPicture(async () => new Uint8Array(picture), anna, mediaType)
    expect(image).toMatchObject({ mediaType, width: 2400, height: 1700 })
    expect((await sharp(image.bytes).metadata()).format).toBe(mediaType.replace('image/', ''))
    const seen = await look(image)
    expect(count(seen, isReddish)).toBeGreaterThan(5000)
    expect(count(seen, (red, green) => Math.abs(red - 250) < 3 && Math.abs(green - 250) < 3)).toBeGreaterThan(
      2_000_000,
    )
  })

  test('that is broken is not made', async () => {
    const broken = engine.markPicture(async () => noise(2000), anna, 'image/png')
    await expect(broken).rejects.toMatchObject({ reason: 'unsupported' })
  })
})
