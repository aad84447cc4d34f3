import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import {
  makeShare,
  openPublicShare,
  openShare,
  proveAddress,
  recipientEmail,
} from '#tests/support/world/make.ts'
import { everything } from '#tests/support/world/everything.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { somebody } from '#tests/support/world/people.ts'

const nothing = '0'.repeat(32)

const thirty = pdf(Array.from({ length: 30 }, (_, at) => `Page ${at + 1}`))
const many = pdf(Array.from({ length: 120 }, (_, at) => `Page ${at + 1}`))

const {
  app,
  operator: sender,
  share: guid,
} = await makeWorld({
  share: {
    visibility: 'public',
    watermark: 'on',
    watermarkColour: 'red',
    file: { name: 'report.pdf', bytes: thirty },
  },
})
const long = await makeShare(app, sender, { file: { name: 'long.pdf', bytes: many } })

function images(browser: Browser) {
  return browser.page.root.querySelectorAll('main img')
}

async function picture(browser: Browser, src: string) {
  const answer = await browser.fetch(src)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, bytes, facts: await sharp(bytes).metadata() }
}

describe('zoom by links', () => {
  test('shows wider pictures in a frame that scrolls, at the same place, and back', async () => {
    const visitor = await openPublicShare(app, guid, somebody())
    await visitor.follow('Next')
    expect(visitor.text()).toContain('Pages 26–30 of 30')
    for (const [step, width] of [
      ['150%', 1600],
      ['200%', 2400],
    ] as const) {
      await visitor.follow(step)
      expect(visitor.url.hash).toBe('#page-26')
      expect(visitor.text()).toContain('Pages 26–30 of 30')
      const [first] = images(visitor)
      expect(first!.getAttribute('alt')).toBe('Page 26 of 30')
      expect((await picture(visitor, first!.getAttribute('src')!)).facts.width).toBe(width)
      expect(visitor.page.root.querySelector('section.zoomed')?.getAttribute('tabindex')).toBe('0')
    }
    await visitor.follow('Previous')
    expect([visitor.url.searchParams.get('zoom'), visitor.url.searchParams.get('page')]).toEqual(['200', '1'])
    await visitor.follow('Page width')
    expect(visitor.page.root.querySelector('section.zoomed')).toBeNull()
  })

  test('knows two steps: any other shows pages as they are', async () => {
    const visitor = await openPublicShare(app, guid, somebody())
    for (const zoom of ['400', '-1', 'all', '150.0']) {
      await visitor.open(`/view/${guid}?zoom=${zoom}`)
      expect([visitor.status, visitor.page.root.querySelector('section.zoomed')]).toEqual([200, null])
    }
  })
})

describe('a slow line', () => {
  test('gets one grey page of half the size at a time, and is told its bytes before', async () => {
    const visitor = await openPublicShare(app, guid, somebody())
    expect(visitor.text()).toMatch(
      /Slow connection \(grey, half size, one page at a time; page 1, about [\d.]+ KB\)/,
    )
    const promised = sizeIn(visitor.text())
    await visitor.follow('Slow connection')
    expect(visitor.text()).toContain('Page 1 of 30')
    const [only, ...others] = images(visitor)
    expect(others).toEqual([])
    const grey = await picture(visitor, only!.getAttribute('src')!)
    expect(grey.facts.width).toBe(600)
    expect(await isGrey(grey.bytes)).toBe(true)
    // Weighed with the watermark of the first reader: a longer name makes another pattern, up to twice as
    // dense.
    expect(grey.bytes.length).toBeGreaterThan(promised / 2)
    expect(grey.bytes.length).toBeLessThan(promised * 2)
    const full = await picture(visitor, `/view/${guid}/page/1?width=600`)
    expect(await isGrey(full.bytes)).toBe(false)
    const plain = await picture(visitor, `/view/${guid}/page/1?width=1200`)
    expect(grey.bytes.length).toBeLessThan(plain.bytes.length)
  })

  test('goes on as one from link to link, each of which says what comes', async () => {
    const visitor = await openPublicShare(app, guid, somebody())
    await visitor.open(`/view/${guid}?slow=1&page=7`)
    await visitor.follow(/^Next \(page 8, about [\d.]+ KB\)$/)
    expect([visitor.url.searchParams.get('slow'), visitor.text()]).toEqual([
      '1',
      expect.stringContaining('Page 8 of 30'),
    ])
    expect(visitor.page.links(/^Previous \(page 7, about [\d.]+ KB\)$/)).toHaveLength(1)
    expect(images(visitor)).toHaveLength(1)
    await visitor.follow('Page width')
    expect(visitor.url.searchParams.get('slow')).toBeNull()
    expect(images(visitor)).toHaveLength(25)
  })

  test('is at home in phones, where a page has as many bytes', async () => {
    const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1'
    const visitor = await openPublicShare(app, guid, somebody({ userAgent: phone }))
    await visitor.open(`/view/${guid}?slow=1&page=30`)
    expect(visitor.text()).toContain('Page 30 of 30')
    expect(visitor.page.links(/^Next/)).toEqual([])
  })

  test('has pages that are recorded one by one', async () => {
    const visitor = await openPublicShare(app, guid, somebody({ ip: '192.0.2.77' }))
    await visitor.open(`/view/${guid}?slow=1&page=3`)
    await loadPictures(visitor)
    const events = await app.strongroom.services.database.kysely
      .selectFrom('event')
      .select('detail')
      .where('subject_guid', '=', guid)
      .where('ip', '=', '192.0.2.77')
      .where('kind', '=', 'Browse')
      .orderBy('sequence')
      .execute()
    expect(events.at(-1)!.detail).toBe('{"first":3,"last":3}')
  })

  test('gets the mark of its reader in the grey pixels too', async () => {
    const plain = await makeShare(app, sender, { visibility: 'public', watermark: 'off' })
    const marked = await makeShare(app, sender, { visibility: 'public', watermark: 'on' })
    const [one, two] = [
      await openPublicShare(app, plain, somebody()),
      await openPublicShare(app, marked, somebody()),
    ]
    const bare = await picture(one, `/view/${plain}/page/1?width=600&grey=1`)
    const full = await picture(two, `/view/${marked}/page/1?width=600&grey=1`)
    expect((await sharp(full.bytes).stats()).channels[0]!.mean).toBeLessThan(
      (await sharp(bare.bytes).stats()).channels[0]!.mean,
    )
  })
})

describe('going to a page', () => {
  test('leads to its screen and its place, and keeps how pages are shown', async () => {
    const visitor = await openPublicShare(app, guid, somebody())
    await visitor.follow('150%')
    await visitor.fill('Page', '28').press('Go to page')
    expect([visitor.path, visitor.url.hash]).toEqual([`/view/${guid}?page=28&zoom=150`, '#page-28'])
    expect(visitor.text()).toContain('Pages 26–30 of 30')
  })

  test.each([
    ['9999', 'page=30'],
    ['0', 'page=1'],
    ['-4', 'page=1'],
    ['seven', 'page=1'],
    ['', 'page=1'],
    ['1e9', 'page=30'],
  ])('beyond the file or no number (%s) leads to the nearest there is', async (wanted, query) => {
    const visitor = await openPublicShare(app, guid, somebody())
    await visitor.open(`/view/${guid}?go=${wanted}`)
    expect([visitor.status, visitor.path]).toEqual([200, `/view/${guid}?${query}`])
  })

  test('tells a stranger nothing of how many pages there are', async () => {
    const eve = await proveAddress(
      app,
      await makeShare(app, sender, { recipients: 'eve@example.net' }),
      'eve@example.net',
      somebody(),
    )
    for (const id of [long, nothing]) {
      const answer = await eve.fetch(`/view/${id}?go=90`)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/view/${id}?page=1#page-1`])
    }
  })
})

describe('thumbnails', () => {
  test('are small pictures, 100 a screen, each of which leads to its page', async () => {
    const rita = await openShare(app, long, recipientEmail, somebody())
    await rita.follow('Thumbnails')
    expect(rita.text()).toContain('Pages 1–100 of 120')
    expect(images(rita)).toHaveLength(100)
    expect((await picture(rita, images(rita)[0]!.getAttribute('src')!)).facts.width).toBe(200)
    await rita.follow('Next')
    expect(
      images(rita)
        .map((image) => image.getAttribute('alt'))
        .slice(0, 2),
    ).toEqual(['Page 101', 'Page 102'])
    const to = rita.page.root.querySelectorAll('ol.thumbnails a')[11]!.getAttribute('href')!
    expect(to).toBe(`/view/${long}?page=112#page-112`)
    await rita.open(to)
    expect(rita.text()).toContain('Pages 101–120 of 120')
  })

  test('leafed through are not read, nor recorded', async () => {
    const rita = await openShare(app, long, recipientEmail, somebody())
    const before = await everything(app)
    await rita.open(`/view/${long}/thumbnails`)
    await rita.fetch(`/view/${long}/thumbnails`, { method: 'HEAD' })
    expect(rita.status).toBe(200)
    expect(await everything(app)).toEqual(before)
    const early = await rita.fetch(`/view/${long}/thumbnails`, { headers: { 'sec-purpose': 'prefetch' } })
    expect(early.status).toBe(503)
  })

  test('are shown to no one else: who did not open, another reader, a stranger, and no one after it is unshared', async () => {
    const share = await makeShare(app, sender, { recipients: `${recipientEmail}, ben@example.net` })
    const ben = await proveAddress(app, share, 'ben@example.net', somebody())
    await ben.open(`/view/${share}/thumbnails`)
    expect(ben.path).toBe(`/file/${share}`)
    const eve = await proveAddress(
      app,
      await makeShare(app, sender, { recipients: 'eve@example.net' }),
      'eve@example.net',
      somebody(),
    )
    for (const id of [share, nothing]) {
      await eve.open(`/view/${id}/thumbnails`)
      expect([eve.status, images(eve)]).toEqual([403, []])
      const stranger = await app.browser(somebody()).open(`/view/${id}/thumbnails`)
      expect(stranger.path).toContain('/access/filelogin')
    }
    const rita = await openShare(app, share, recipientEmail, somebody())
    await sender.open(`/s/${share}`)
    await sender.send('unshare')
    await rita.open(`/view/${share}/thumbnails`)
    expect([rita.status, images(rita)]).toEqual([410, []])
  })
})

/** The bytes that a text speaks of. */
function sizeIn(text: string): number {
  return Number(/about (\d+(?:\.\d+)?) KB/.exec(text)![1]) * 1024
}

async function isGrey(bytes: Buffer): Promise<boolean> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels < 3) return true
  for (let at = 0; at < data.length; at += 3)
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return false
  return true
}
