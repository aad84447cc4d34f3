import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { RenderEngine } from '#server/rendering/engine.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf, png } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const original = pdf(['the words of the clean original', 'second page', 'third page'])
const allowed = { download: 'yes', visibility: 'public' }

const { app, operator: sender } = await makeWorld()

async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer())
}

const engine = new RenderEngine({ workers: 1, log: pino({ level: 'silent' }) })
afterAll(() => engine.close())
let texts = 0

/** The words on a page of a PDF. */
function textOf(file: Buffer, page: number): Promise<string> {
  const bytes = async () => new Uint8Array(file)
  return engine.text('pdf', bytes, `copy ${++texts}`, page)
}

/** How the code in the mark begins: with that of the share, in fours. */
function codeOf(guid: string): string {
  return `${guid.slice(0, 4)}-${guid.slice(4, 8)}`.toUpperCase()
}

describe('the copy of a watermarked file', () => {
  test('is a PDF with the mark, in which text is text still', async () => {
    const file = { name: 'Report & figures.pdf', bytes: original }
    const guid = await makeShare(app, sender, { ...allowed, watermark: 'on', file })
    const visitor = await openPublicShare(app, guid, somebody())
    expect(visitor.page.links('Download')).toEqual([`/view/${guid}/download`])
    const answer = await visitor.fetch(`/view/${guid}/download`)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': expect.stringContaining('no-store'),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringMatching(/^attachment; filename="?Report & figures\.pdf"?/),
    })
    const copy = await bytesOf(answer)
    expect(copy.includes(original)).toBe(false)
    for (const [index, own] of ['the words of the clean original', 'second page', 'third page'].entries()) {
      const text = await textOf(copy, index + 1)
      expect(text).toContain(own)
      expect(text).toContain('Link visitor')
      expect(text).toMatch(new RegExp(`${codeOf(guid)}-[0-9A-F]{4}-[0-9A-F]{4}`))
    }
  })

  test('that cannot be stamped is a PDF of pictures of its pages', async () => {
    const file = { name: 'wishes.txt', bytes: Buffer.from('新年好') }
    const guid = await makeShare(app, sender, { ...allowed, watermark: 'on', file })
    const visitor = await openPublicShare(app, guid, somebody())
    const copy = await bytesOf(await visitor.fetch(`/view/${guid}/download`))
    expect(copy.subarray(0, 5).toString()).toBe('%PDF-')
    expect(copy.toString('latin1').match(/\/Subtype\s*\/Image/g)).toHaveLength(1)
    expect(await textOf(copy, 1)).toBe('')
  })

  test('can itself be shared and read: it is a sound PDF', async () => {
    const guid = await makeShare(app, sender, {
      ...allowed,
      watermark: 'on',
      file: { name: 'a.pdf', bytes: original },
    })
    const visitor = await openPublicShare(app, guid, somebody())
    const copy = await bytesOf(await visitor.fetch(`/view/${guid}/download`))
    const again = await makeShare(app, sender, {
      visibility: 'public',
      file: { name: 'copy.pdf', bytes: copy },
    })
    const reader = await openPublicShare(app, again, somebody())
    expect(reader.page.root.querySelectorAll('ol.pages img')).toHaveLength(3)
  })

  test.each([
    ['holiday.png', png(300, 200), 'holiday.png', 'image/png'],
    ['notes.2026.txt', Buffer.from('some notes'), 'notes.2026.pdf', 'application/pdf'],
  ])('of %s has a name and a kind that fit', async (name, bytes, wanted, mediaType) => {
    const guid = await makeShare(app, sender, { ...allowed, watermark: 'on', file: { name, bytes } })
    const visitor = await openPublicShare(app, guid, somebody())
    const answer = await visitor.fetch(`/view/${guid}/download`)
    expect(answer.headers.get('content-disposition')).toContain(wanted)
    expect(answer.headers.get('content-type')).toBe(mediaType)
    const copy = await bytesOf(answer)
    expect(copy.equals(bytes)).toBe(false)
    if (mediaType === 'image/png')
      expect(await sharp(copy).metadata()).toMatchObject({ format: 'png', width: 300, height: 200 })
    else expect(await textOf(copy, 1)).toContain('some notes')
  })

  test('that its sender takes as a recipient would is the marked one too', async () => {
    const file = { name: 'a.pdf', bytes: original }
    const guid = await makeShare(app, sender, { ...allowed, watermark: 'on', file })
    const copy = await bytesOf(await sender.fetch(`/view/${guid}/download?viewAs=recipient`))
    expect(copy.includes(original)).toBe(false)
    expect(await textOf(copy, 1)).toContain(`${codeOf(guid)}-SENDER`)
  })

  test('differs from reader to reader', async () => {
    const guid = await makeShare(app, sender, {
      download: 'yes',
      watermark: 'on',
      recipients: `${recipientEmail}, rob@example.net`,
    })
    const [rita, rob] = [
      await openShare(app, guid, recipientEmail, somebody()),
      await openShare(app, guid, 'rob@example.net', somebody()),
    ]
    const ritas = await bytesOf(await rita.fetch(`/view/${guid}/download`))
    expect(ritas.equals(await bytesOf(await rob.fetch(`/view/${guid}/download`)))).toBe(false)
  })

  test('answers HEAD without drawing a page', async () => {
    const guid = await makeShare(app, sender, { ...allowed, watermark: 'on' })
    const visitor = await openPublicShare(app, guid, somebody())
    const answer = await visitor.fetch(`/view/${guid}/download`, { method: 'HEAD' })
    expect([answer.status, (await bytesOf(answer)).length]).toEqual([200, 0])
  })
})

describe('the copy of a file without a watermark', () => {
  async function opened(name = 'a.pdf') {
    const guid = await makeShare(app, sender, {
      ...allowed,
      watermark: 'off',
      file: { name, bytes: original },
    })
    const visitor = await openPublicShare(app, guid, somebody())
    const get = (headers: Record<string, string> = {}, method = 'GET') =>
      visitor.fetch(`/view/${guid}/download`, { method, headers })
    return { guid, visitor, get }
  }

  test('is the original, byte for byte, under its name', async () => {
    const { get } = await opened('Größe – 100 %.pdf')
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'content-length': String(original.length),
      'content-type': 'application/pdf',
      'cache-control': expect.stringContaining('private, no-store'),
      'content-security-policy': "sandbox; default-src 'none'",
      'content-disposition': expect.stringContaining(
        `filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%E2%80%93%20100%20%25.pdf`,
      ),
    })
    expect((await bytesOf(answer)).equals(original)).toBe(true)
  })

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, undefined],
    ['bytes=-20', -20, undefined],
    ['bytes=5-999999', 5, undefined],
  ])('comes in parts: %s', async (range, start, end) => {
    const { get } = await opened()
    const answer = await get({ range })
    const part = await bytesOf(answer)
    expect(answer.status).toBe(206)
    expect(part.equals(original.subarray(start, end))).toBe(true)
    const from = start < 0 ? original.length + start : start
    expect(answer.headers.get('content-range')).toBe(
      `bytes ${from}-${from + part.length - 1}/${original.length}`,
    )
  })

  test('is resumed under its tag, and sent whole when the tag is another', async () => {
    const { get } = await opened()
    const etag = (await get({}, 'HEAD')).headers.get('etag')!
    expect(etag).toMatch(/^"[0-9a-f]+"$/)
    expect((await get({ range: 'bytes=50-', 'if-range': etag })).status).toBe(206)
    const whole = await get({ range: 'bytes=50-', 'if-range': '"other"' })
    expect([whole.status, (await bytesOf(whole)).equals(original)]).toEqual([200, true])
    expect((await get({ 'if-none-match': etag })).status).toBe(304)
  })

  test('answers HEAD with its length and no bytes', async () => {
    const { get } = await opened()
    const answer = await get({}, 'HEAD')
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(original.length)])
    expect((await bytesOf(answer)).length).toBe(0)
  })

  test('has nothing beyond its end', async () => {
    const { get } = await opened()
    const answer = await get({ range: `bytes=${original.length}-` })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${original.length}`])
  })

  test('is not had by a data address of the application', async () => {
    const { visitor, guid } = await opened()
    const answer = await visitor.fetch(`/view/${guid}/download.data`)
    expect((await bytesOf(answer)).includes('clean original')).toBe(false)
    expect(answer.status).toBe(404)
  })
})

describe('the sender', () => {
  test('gets the original, although no one else may and pages are marked', async () => {
    const guid = await makeShare(app, sender, {
      download: 'no',
      watermark: 'on',
      file: { name: 'a.pdf', bytes: original },
    })
    expect((await bytesOf(await sender.fetch(`/view/${guid}/download`))).equals(original)).toBe(true)
  })
})

describe('what is counted as a download', () => {
  async function counted(guid: string): Promise<number> {
    return (await app.strongroom.services.tracking.summary([guid])).get(guid)!.downloads
  }

  test.each(['on', 'off'])('a whole one is, with the watermark %s', async (watermark) => {
    const guid = await makeShare(app, sender, { ...allowed, watermark })
    const visitor = await openPublicShare(app, guid, somebody())
    await bytesOf(await visitor.fetch(`/view/${guid}/download`))
    expect(await counted(guid)).toBe(1)
  })

  test('one in parts is one', async () => {
    const guid = await makeShare(app, sender, { ...allowed, watermark: 'off' })
    const visitor = await openPublicShare(app, guid, somebody())
    for (const range of ['bytes=0-99', 'bytes=100-199', 'bytes=200-'])
      await bytesOf(await visitor.fetch(`/view/${guid}/download`, { headers: { range } }))
    expect(await counted(guid)).toBe(1)
  })

  test.each([
    ['off', 'bytes=1-'],
    ['off', 'bytes=-100'],
    ['off', 'bytes=00-'],
    ['on', 'bytes=1-'],
  ])('one that begins in the middle is too: watermark %s, %s', async (watermark, range) => {
    const guid = await makeShare(app, sender, { ...allowed, watermark })
    const visitor = await openPublicShare(app, guid, somebody())
    await bytesOf(await visitor.fetch(`/view/${guid}/download`, { headers: { range } }))
    expect(await counted(guid)).toBe(1)
  })

  test('HEAD, a fetch beforehand, an unchanged copy and an impossible range are not', async () => {
    const guid = await makeShare(app, sender, { ...allowed, watermark: 'off' })
    const visitor = await openPublicShare(app, guid, somebody())
    const address = `/view/${guid}/download`
    const etag = (await visitor.fetch(address, { method: 'HEAD' })).headers.get('etag')!
    await bytesOf(await visitor.fetch(address, { headers: { 'sec-purpose': 'prefetch' } }))
    await visitor.fetch(address, { headers: { 'if-none-match': etag } })
    await visitor.fetch(address, { headers: { range: 'bytes=999999-' } })
    expect(await counted(guid)).toBe(0)
  })
})

describe('a download that is refused', () => {
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8'
  const asPage = { accept: html, 'sec-fetch-dest': 'document' }

  test('is a page for a person who follows a link: why, and the way to the file', async () => {
    const guid = await makeShare(app, sender, { download: 'no', visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    const bare = await visitor.fetch(`/view/${guid}/download`)
    const why = (await bare.text()).trim()
    const page = await visitor.fetch(`/view/${guid}/download`, { headers: asPage })
    expect([page.status, page.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
    const text = await page.text()
    expect(text).toContain(why)
    expect(text).toContain(`href="/file/${guid}"`)
    expect(text).not.toMatch(/<script|style=|contract|Olivia/)
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('content-security-policy')).toContain("style-src 'self'")
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test.each([
    ['a program', 'GET', { accept: '*/*' }],
    ['part of the file', 'GET', { ...asPage, range: 'bytes=0-9' }],
    ['what a page fetches', 'GET', { accept: html, 'sec-fetch-dest': 'empty' }],
    ['the head', 'HEAD', asPage],
  ])('is a line of text for %s', async (_, method, headers) => {
    const guid = await makeShare(app, sender, { download: 'no', visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    const answer = await visitor.fetch(`/view/${guid}/download`, { method, headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8'])
  })

  test('is the same page for a stranger, whether or not there is such a file', async () => {
    const guid = await makeShare(app, sender)
    const stranger = app.browser(somebody())
    const pages = await Promise.all(
      [guid, '0'.repeat(32)].map(async (one) => {
        const page = await stranger.fetch(`/view/${one}/download`, { headers: asPage })
        return [page.status, (await page.text()).replaceAll(one, '')]
      }),
    )
    expect(pages[0]).toEqual(pages[1])
  })
})
