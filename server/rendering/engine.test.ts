import { existsSync } from 'node:fs'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { RenderEngine, type RenderFailure, type SourceKind, type WatermarkLook } from './engine.ts'
import { MAX_PAGE_PIXELS } from './limits.ts'
import { writePng } from './pages/png.ts'
import {
  buildBmp,
  count,
  endlessPdf,
  fieldPdf,
  formPdf,
  isInk,
  lockedPdf,
  look,
  pdfOf,
  pdfWithPages,
  words,
} from './test-documents.ts'

const log = pino({ level: 'silent' })
const engine = new RenderEngine({ workers: 2, log })
afterAll(() => engine.close())

let keys = 0
function newKey(): string {
  return `document ${++keys}`
}

async function see(kind: SourceKind, bytes: Uint8Array, page = 1, width = 800) {
  const base = await engine.render(kind, async () => new Uint8Array(bytes), newKey(), page, width)
  return look(await engine.compose(base, null))
}

async function failure(kind: SourceKind, bytes: Uint8Array): Promise<RenderFailure | undefined> {
  const opened = engine.open(kind, async () => new Uint8Array(bytes), newKey())
  return opened.then(
    () => undefined,
    (error) => error.reason,
  )
}

describe('a PDF', () => {
  test('tells the size of its pages as they are shown, rotation applied', async () => {
    const bytes = pdfOf([words('one'), words('two')], { entries: '/Rotate 90' })
    const { pages } = await engine.open('pdf', async () => bytes, newKey())
    expect(pages).toEqual([
      { width: 842, height: 595 },
      { width: 842, height: 595 },
    ])
  })

  test('is drawn at the width asked for, text in a font it does not carry included', async () => {
    const page = await see('pdf', pdfOf([words('Visible words')]))
    expect([page.width, page.height]).toEqual([800, 1132])
    expect(count(page, isInk)).toBeGreaterThan(2000)
  })

  test('shows what was typed into its form fields', async () => {
    for (const form of [formPdf, fieldPdf])
      expect(count(await see('pdf', form('Anna Schmidt')), isInk)).toBeGreaterThan(1000)
  })

  test('shows Chinese text without an embedded font where the system has one', async () => {
    const font =
      '<</Type/Font/Subtype/Type0/BaseFont/STSong-Light/Encoding/UniGB-UCS2-H/DescendantFonts' +
      '[<</Type/Font/Subtype/CIDFontType0/BaseFont/STSong-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(GB1)' +
      '/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/STSong-Light/Flags 4>>>>]>>'
    const page = await see('pdf', pdfOf(['BT /F 60 Tf 60 600 Td <4E2D65875B57> Tj ET'], { font }))
    const isInstalled = existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')
    expect(count(page, isInk)).toBeGreaterThan(isInstalled ? 1000 : -1)
  })

  test('keeps bold bold in a font it does not carry', async () => {
    const drawn = async (name: string) => {
      const font = `<</Type/Font/Subtype/TrueType/BaseFont/${name}/Encoding/WinAnsiEncoding>>`
      return count(await see('pdf', pdfOf([words('Weight')], { font })), isInk)
    }
    for (const family of ['Calibri', 'Cambria', 'Verdana', 'Arial']) {
      expect(await drawn(`${family}-Bold`)).toBeGreaterThan(1.15 * (await drawn(family)))
    }
  })

  test('in colour stays in colour', async () => {
    const page = await see('pdf', pdfOf(['1 0 0 rg 100 100 300 300 re f']))
    const [red, green, blue] = page.at(300, 900)
    expect(red).toBeGreaterThan(240)
    expect(green + blue).toBeLessThan(30)
  })

  test.each([
    ['needs a password', 'password', lockedPdf()],
    ['is cut off', 'corrupt', pdfOf([words('x')]).subarray(0, 200)],
    ['has no pages', 'corrupt', pdfWithPages(0)],
    ['is something else', 'corrupt', Buffer.from('plain words')],
    ['is empty', 'corrupt', Buffer.alloc(0)],
    ['has 10,000 pages', 'too many pages', pdfWithPages(10_000)],
  ])('that %s fails as "%s"', async (_, reason, bytes) => {
    expect(await failure('pdf', bytes)).toBe(reason)
  })

  test('above 150 MB is refused before it is opened', async () => {
    const bytes = new Uint8Array(new SharedArrayBuffer(151 * 1024 * 1024))
    const opened = engine.open('pdf', async () => bytes, newKey())
    await expect(opened).rejects.toMatchObject({ reason: 'too large' })
  })

  test('with a page of five metres is drawn within the limit on pixels', async () => {
    const page = await see('pdf', pdfOf([words('x', 4000)], { box: '0 0 14173 14173' }), 1, 9000)
    expect(page.width * page.height).toBeLessThanOrEqual(MAX_PAGE_PIXELS)
    expect(page.width).toBeGreaterThan(3900)
  })

  test.each(['0 0 0 0', '0 0 1 14400', '0 0 14400 1', '-99999999 -99999999 99999999 99999999', '10 10 5 5'])(
    'with the page box %s is drawn as some picture',
    async (box) => {
      const page = await see('pdf', pdfOf([words('x')], { box }), 1, 1600)
      expect(page.width * page.height).toBeLessThanOrEqual(MAX_PAGE_PIXELS)
      expect(Math.max(page.width, page.height)).toBeLessThanOrEqual(10_000)
    },
  )

  test('is read once for its many pages', async () => {
    let reads = 0
    async function bytes() {
      reads++
      return pdfOf([words('one'), words('two'), words('three')])
    }
    const key = newKey()
    await engine.open('pdf', bytes, key)
    for (const page of [1, 2, 3]) await engine.render('pdf', bytes, key, page, 300)
    expect(reads).toBe(1)
  })

  test('comes out the same each time', async () => {
    const draw = () => engine.render('pdf', async () => pdfOf([words('same')]), newKey(), 1, 700)
    expect(Buffer.from(await draw()).equals(Buffer.from(await draw()))).toBe(true)
  })

  test('whose bytes cannot be read fails with the reader’s own error', async () => {
    async function bytes(): Promise<Uint8Array> {
      throw new Error('the disk is gone')
    }
    await expect(engine.open('pdf', bytes, newKey())).rejects.toThrow('the disk is gone')
  })
})

describe('a picture', () => {
  const square = { create: { width: 40, height: 20, channels: 4, background: '#ff000080' } } as const

  test('is one page of its own size, never drawn larger', async () => {
    const bytes = await sharp(square).png().toBuffer()
    const { pages } = await engine.open('image', async () => bytes, newKey())
    expect(pages).toEqual([{ width: 30, height: 15 }])
    const page = await see('image', await sharp(square).png().toBuffer())
    expect([page.width, page.height]).toEqual([40, 20])
  })

  test('shows what is transparent on white', async () => {
    const [red, green, blue] = (await see('image', await sharp(square).png().toBuffer())).at(20, 10)
    expect(red).toBeGreaterThan(245)
    expect(green).toBeGreaterThan(110)
    expect(blue).toBeLessThan(145)
  })

  test('from a camera stands upright', async () => {
    const bytes = await sharp(square).flatten().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const page = await see('image', bytes)
    expect([page.width, page.height]).toEqual([20, 40])
  })

  test('that moves shows its first frame', async () => {
    const frames = ['#000000', '#ffffff'].map((background) => ({
      create: { width: 10, height: 10, channels: 3 as const, background },
    }))
    const bytes = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
      join: { animated: true },
    })
      .gif()
      .toBuffer()
    const page = await see('image', bytes)
    expect([page.height, page.at(5, 5)]).toEqual([10, [0, 0, 0]])
  })

  test('can be a BMP', async () => {
    const page = await see('image', buildBmp({ width: 1, height: 1, bits: 24, pixels: [0, 0, 0, 0] }))
    expect(page.at(0, 0)).toEqual([0, 0, 0])
  })

  test.each([
    [
      'is small on disk and huge in memory',
      'too large',
      writePng(30_000, 30_000, { kind: 'grey4', deflated: Buffer.alloc(9) }),
    ],
    [
      'is a huge BMP',
      'too large',
      buildBmp({ width: 30_000, height: 30_000, bits: 8, compression: 1, pixels: [0, 1] }),
    ],
    [
      'is an SVG',
      'unsupported',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['is no picture', 'unsupported', Buffer.from('plain words')],
    ['is empty', 'corrupt', Buffer.alloc(0)],
  ])('that %s fails as "%s"', async (_, reason, bytes) => {
    expect(await failure('image', bytes)).toBe(reason)
  })

  test('that is cut off fails as "corrupt" when it is drawn', async () => {
    const noise = Buffer.from(Array.from({ length: 30_000 }, (_, at) => (at * 7919) % 251))
    const whole = await sharp(noise, { raw: { width: 100, height: 100, channels: 3 } })
      .png()
      .toBuffer()
    await expect(see('image', whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      reason: 'corrupt',
    })
  })
})

describe('a text', () => {
  test('is laid out as A4 pages', async () => {
    const text = Buffer.from('line\n'.repeat(100))
    const { pages } = await engine.open('text', async () => text, newKey())
    expect(pages).toEqual([
      { width: 595, height: 842 },
      { width: 595, height: 842 },
    ])
  })

  test.each([
    ['Latin', 'The quick brown fox'],
    ['Greek', 'Ελληνικά γράμματα'],
    ['Cyrillic', 'Русские буквы'],
    ['markup', '<b>&amp; not bold</b>'],
  ])('in %s is drawn, spaces and empty lines kept', async (_, words) => {
    const page = await see('text', Buffer.from(`\n\n\n    ${words}\n`))
    expect(count(page, isInk)).toBeGreaterThan(150)
    const { at } = page
    const scale = 800 / 595
    const isBlank = (top: number, bottom: number, left: number, right: number) => {
      for (let y = Math.round(top * scale); y < bottom * scale; y++) {
        for (let x = Math.round(left * scale); x < right * scale; x++) if (isInk(...at(x, y))) return false
      }
      return true
    }
    expect(isBlank(0, 84, 0, 595)).toBe(true)
    expect(isBlank(84, 100, 0, 72)).toBe(true)
    expect(isBlank(84, 100, 72, 200)).toBe(false)
  })

  test('without a word is one white page', async () => {
    const page = await see('text', Buffer.from(''), 1, 200)
    expect(count(page, (red) => red < 255)).toBe(0)
  })

  test('of more than 5,000 pages fails', async () => {
    expect(await failure('text', Buffer.from('\f'.repeat(5_001)))).toBe('too many pages')
  })
})

describe('a watermark', () => {
  const anna: WatermarkLook = {
    lines: ['anna@example.com', '2026-11-20 08:40 UTC'],
    code: '8F3A-21C0-77D1-04BE',
    size: 'small',
    colour: 'grey',
  }

  test('is in the pixels, and differs from reader to reader', async () => {
    const base = await engine.render('pdf', async () => pdfOf(['']), newKey(), 1, 800)
    const hers = await look(await engine.compose(base, anna))
    const his = await look(await engine.compose(base, { ...anna, lines: ['bert@example.com'] }))
    expect(count(hers, (red) => red < 230)).toBeGreaterThan(5000)
    let differing = 0
    for (let y = 0; y < hers.height; y++) {
      for (let x = 0; x < hers.width; x++) if (hers.at(x, y)[0] !== his.at(x, y)[0]) differing++
    }
    expect(differing).toBeGreaterThan(5000)
  })

  test('leaves the page that was given in as it was, for the next reader', async () => {
    const base = await engine.render('pdf', async () => pdfOf([words('kept')]), newKey(), 1, 400)
    const before = Buffer.from(base)
    await Promise.all([engine.compose(base, anna), engine.compose(base, { ...anna, colour: 'red' })])
    expect(Buffer.from(base).equals(before)).toBe(true)
  })
})

describe('a worker', () => {
  test('that hangs is replaced twice, then the page fails and all others come', async () => {
    const impatient = new RenderEngine({ workers: 2, log, limits: { open: 5_000, page: 400 } })
    const fine = pdfOf([words('a'), words('b')])
    const hanging = impatient.render('pdf', async () => endlessPdf(), 'endless', 1, 1600)
    const others = [1, 2, 1, 2].map((page, index) =>
      impatient.render('pdf', async () => new Uint8Array(fine), `fine ${index}`, page, 200),
    )
    await expect(hanging).rejects.toMatchObject({ reason: 'timeout' })
    expect(await Promise.all(others)).toHaveLength(4)
    const after = await impatient.render('pdf', async () => new Uint8Array(fine), 'fine 0', 1, 200)
    expect(after.length).toBeGreaterThan(50)
    await impatient.close()
  })
})
