import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const { app, operator: sender } = await makeWorld()
// Whatever came before: the next document is read as ever.
afterEach(async () => {
  const guid = await makeShare(app, sender, { visibility: 'public' })
  const visitor = await openPublicShare(app, guid, somebody())
  const { status } = await visitor.fetch(`/view/${guid}/page/2`)
  if (status !== 200) throw new Error(`The next document is answered with ${status}`)
})

/** A PNG of one bit a pixel that says it has this size; its rows are what is given. */
function pngOf(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const parts: [string, Buffer][] = [
    ['IHDR', header],
    ['IDAT', deflateSync(rows)],
    ['IEND', Buffer.alloc(0)],
  ]
  const chunks = parts.map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  })
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

async function share(name: string, bytes: Buffer): Promise<string> {
  return makeShare(app, sender, { visibility: 'public', download: 'yes', file: { name, bytes } })
}

async function readThrough(guid: string): Promise<{ width: number; height: number }[]> {
  const visitor = await openPublicShare(app, guid, somebody())
  const sizes: { width: number; height: number }[] = []
  for (const image of visitor.page.root.querySelectorAll('ol.pages img')) {
    const widest = image.getAttribute('srcset')!.split(', ').at(-1)!.split(' ')[0]!
    const answer = await visitor.fetch(widest)
    expect(answer.status).toBe(200)
    const { width = 0, height = 0 } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    sizes.push({ width, height })
  }
  return sizes
}

test.each([
  [
    'a PDF of 10,000 pages',
    'many.pdf',
    () => pdf(Array<string>(10_000).fill('')),
    'it has more than 5,000 pages',
  ],
  [
    'a picture of 60,000 × 60,000 pixels in 100 bytes',
    'bomb.png',
    () => pngOf(60_000, 60_000, Buffer.alloc(1000)),
    'it’s too large',
  ],
  [
    'a picture that is cut off',
    'cut.png',
    () => pngOf(900, 600, Buffer.alloc(2000)).subarray(0, 50),
    'it’s damaged or has no pages',
  ],
])('%s is refused in words, to the sender with the reason', async (_, name, make, reason) => {
  const guid = await share(name, make())
  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain(`The file can’t be displayed: ${reason}.`)
  const visitor = await app.browser(somebody()).open(`/file/${guid}`)
  expect([visitor.status, visitor.heading()]).toEqual([422, 'Can’t be displayed'])
})

test('a picture that unpacks to hundreds of times its size is shown at a size for reading', async () => {
  const [width, height] = [7000, 7000]
  const bytes = pngOf(width, height, Buffer.alloc((width / 8 + 1) * height))
  expect(bytes.length).toBeLessThan((width * height) / 1000)
  expect(await readThrough(await share('bomb.png', bytes))).toEqual([{ width: 1600, height: 1600 }])
})

test('a page of five by five metres is shown at a size for reading', async () => {
  const fiveMetres = (5000 / 25.4) * 72
  const bytes = pdf(['large'], { width: fiveMetres, height: fiveMetres })
  expect(await readThrough(await share('large.pdf', bytes))).toEqual([{ width: 1600, height: 1600 }])
})

test.each([
  ['a strip', 14_400, 3],
  ['a tall strip', 3, 14_400],
  ['no size at all', 0, 0],
  ['a size below zero', -595, -842],
])('a page with %s is shown with sides of at most 10,000 pixels', async (_, width, height) => {
  const [page] = await readThrough(await share('strip.pdf', pdf(['strip'], { width, height })))
  expect(page!.width).toBeGreaterThanOrEqual(1)
  expect(Math.max(page!.width, page!.height)).toBeLessThanOrEqual(10_000)
})

test('a page that refers to itself, to other files and to addresses is drawn without them', async () => {
  const plain = pdf(['calls']).toString('latin1')
  const calling = plain.replace(
    '/Type /Catalog',
    '/Type /Catalog /OpenAction << /S /JavaScript /JS (while(true){}) >> /AA << /WC << /S /Launch /F (/bin/sh) >> >> /Names << /EmbeddedFiles 1 0 R >>',
  )
  expect(await readThrough(await share('calls.pdf', Buffer.from(calling, 'latin1')))).toHaveLength(1)
})
