import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { bmp, gif, pdf, png } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const longDocument = pdf(Array.from({ length: 60 }, (_, at) => `Page number ${at + 1}`))
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'

const {
  app,
  operator: sender,
  share: long,
} = await makeWorld({
  share: {
    visibility: 'public',
    file: { name: 'long.pdf', type: 'application/pdf', bytes: longDocument },
  },
})

function numbers(browser: Browser): number[] {
  return browser.page.root.querySelectorAll('ol.pages li').map((item) => Number(item.id.replace('page-', '')))
}

function pagesFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

async function picture(answer: Response) {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const { width, height } = await sharp(bytes).metadata()
  return { bytes, width, height }
}

describe('a screen of pages', () => {
  test('has 25 pages, and links to the next and the previous ones', async () => {
    const visitor = await openPublicShare(app, long, somebody())
    expect(numbers(visitor)).toEqual(pagesFrom(1, 25))
    expect(visitor.text()).toContain('Pages 1–25 of 60')
    expect(visitor.page.links('Previous')).toEqual([])
    await visitor.follow('Next')
    expect(numbers(visitor)).toEqual(pagesFrom(26, 50))
    await visitor.follow('Next')
    expect(numbers(visitor)).toEqual(pagesFrom(51, 60))
    expect(visitor.page.links('Next')).toEqual([])
    await visitor.follow('Previous')
    expect(numbers(visitor)).toEqual(pagesFrom(26, 50))
  })

  test('has 10 pages on a phone', async () => {
    const visitor = await openPublicShare(app, long, somebody({ userAgent: phone }))
    expect(numbers(visitor)).toEqual(pagesFrom(1, 10))
    await visitor.follow('Next')
    expect(numbers(visitor)).toEqual(pagesFrom(11, 20))
  })

  test('is the one that holds the page asked for, which is there under its number', async () => {
    const visitor = await openPublicShare(app, long, somebody())
    await visitor.open(`/view/${long}?page=37#page-37`)
    expect(numbers(visitor)).toEqual(pagesFrom(26, 50))
    expect(visitor.page.root.querySelector('#page-37 img')?.getAttribute('alt')).toBe('Page 37 of 60')
  })

  test.each(['0', '-3', '1.5', 'x', '1e9999'])('is the first one for the page %o', async (page) => {
    const visitor = await openPublicShare(app, long, somebody())
    await visitor.open(`/view/${long}?page=${page}`)
    expect(numbers(visitor)[0]).toBe(1)
  })

  test('beyond the end is not there', async () => {
    const visitor = await openPublicShare(app, long, somebody())
    for (const page of ['61', '76', '9007199254740991']) {
      await visitor.open(`/view/${long}?page=${page}`)
      expect([visitor.status, visitor.heading()], page).toEqual([
        page === '61' ? 200 : 404,
        expect.any(String),
      ])
    }
  })

  test('offers each page in widths of 800, 1200 and 1600 pixels, which is what comes', async () => {
    const visitor = await openPublicShare(app, long, somebody())
    const image = visitor.page.root.querySelector('#page-3 img')!
    const set = image.getAttribute('srcset')!.split(', ')
    expect(set.map((one) => one.split(' ')[1])).toEqual(['800w', '1200w', '1600w'])
    for (const one of set) {
      const [address, wide] = one.split(' ')
      const { width, height } = await picture(await visitor.fetch(address!))
      expect(`${width}w`).toBe(wide)
      expect(height! / width!).toBeCloseTo(842 / 595, 2)
    }
    expect((await picture(await visitor.fetch(image.getAttribute('src')!))).width).toBe(1200)
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['1200', '1698'])
  })

  test('ships no script but the one that makes a document of them', async () => {
    const visitor = await openPublicShare(app, long, somebody())
    const scripts = visitor.page.root.querySelectorAll('script')
    expect(scripts.map((script) => script.getAttribute('src'))).toEqual([
      expect.stringMatching(/^\/assets\/viewer-alone-[\w-]+\.js$/),
    ])
    expect(visitor.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(visitor.headers.get('cache-control')).toContain('no-store')
  })
})

describe('a page image', () => {
  test('is private to its reader and can do nothing in a browser', async () => {
    const visitor = await openPublicShare(app, long, somebody())
    const answer = await visitor.fetch(`/view/${long}/page/2`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': 'inline',
    })
    const { bytes } = await picture(answer)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  })

  test('is not drawn for HEAD', async () => {
    const visitor = await openPublicShare(app, long, somebody())
    const answer = await visitor.fetch(`/view/${long}/page/2`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    expect((await answer.arrayBuffer()).byteLength).toBe(0)
  })

  test.each(['?width=801', '?width=', '?width=1600.0', '?width=99999', '?width=1600abc', '?width=-800'])(
    'is not there at %s',
    async (query) => {
      const visitor = await openPublicShare(app, long, somebody())
      expect((await visitor.fetch(`/view/${long}/page/1${query}`)).status).toBe(404)
    },
  )

  test.each(['0', '61', '1e1', '-1', '1.0', '01x', '999999', '١', '..%2f1'])(
    'is not there for the page %o',
    async (page) => {
      const visitor = await openPublicShare(app, long, somebody())
      expect((await visitor.fetch(`/view/${long}/page/${page}`)).status).toBe(404)
    },
  )

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
    const visitor = await openPublicShare(app, long, somebody())
    const answer = await visitor.fetch(`/view/${long}/page/1`, { method })
    expect(answer.status).toBe(405)
  })
})

const script = '<script>alert("xss")</script><b>bold</b> & so on'

const documents: [string, string, () => Promise<Buffer>, number][] = [
  ['a PDF', 'a.pdf', async () => pdf(['one', 'two', 'three']), 3],
  ['a PNG', 'a.png', async () => png(900, 600), 1],
  ['a JPEG', 'a.jpg', () => sharp(png(900, 600)).jpeg().toBuffer(), 1],
  ['a BMP', 'a.bmp', async () => bmp(900, 600), 1],
  ['a GIF', 'a.gif', async () => gif(), 1],
  ['a text', 'a.txt', async () => Buffer.from('line\n'.repeat(200)), 4],
  ['a text with tags', 'b.txt', async () => Buffer.from(script), 1],
]

test.each(documents)('%s is read as pages', async (_, name, make, pages) => {
  const guid = await makeShare(app, sender, { watermark: 'off', file: { name, bytes: await make() } })
  const rita = await openShare(app, guid, recipientEmail, somebody())
  expect(numbers(rita)).toEqual(pagesFrom(1, pages))
  expect(Buffer.from(rita.bytes).toString()).not.toContain('alert(')
  for (const page of numbers(rita)) {
    const answer = await rita.fetch(`/view/${guid}/page/${page}`)
    expect(answer.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/)
    expect((await picture(answer)).width).toBeLessThanOrEqual(1200)
  }
  app.clock.advance(15 * 60_000)
})

test('a text with tags is ink on a page, and never sent as text', async () => {
  const file = { name: 'tags.txt', type: 'text/html', bytes: Buffer.from(script) }
  const guid = await makeShare(app, sender, { visibility: 'public', watermark: 'off', download: 'yes', file })
  const visitor = await openPublicShare(app, guid, somebody())
  const { bytes } = await picture(await visitor.fetch(`/view/${guid}/page/1`))
  const { channels } = await sharp(bytes).stats()
  expect(channels[0]!.min).toBeLessThan(100)
  const copy = await visitor.fetch(`/view/${guid}/download`)
  expect(Object.fromEntries(copy.headers)).toMatchObject({
    'content-type': 'text/plain',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
})
