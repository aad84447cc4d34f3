import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { lockedPdf } from '#tests/support/files/locked-pdf.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { wav } from '#tests/support/files/media.ts'
import { askCode, somebody, proved } from '#tests/support/world/people.ts'
import { askTerms, changeShare } from '#tests/support/world/conditions.ts'
import { atPasskey, sharePasskey } from '#tests/support/world/passkeys.ts'
import { askAccess } from '#tests/screens/requests/requests.ts'

const people = Array.from({ length: 60 }, (_, index) => `person${index}@example.net`).join('\n')
const maxInside = 40 * 1024
const maxAtEntry = 20 * 1024

const {
  app,
  operator: sender,
  share: guid,
} = await makeWorld({ share: { recipients: people, download: 'yes', print: 'yes' } })
await askAccess(app, guid, 'paul@example.net')
const sealed = await sharePasskey(app, sender)
const locked = await makeShare(app, sender, { file: { name: 'locked.pdf', bytes: lockedPdf('brass') } })
const played = await makeShare(app, sender, { file: { name: 'call.wav', bytes: wav() }, watermark: 'off' })
const binned = await makeShare(app, sender)
await sender.open(`/s/${binned}/delete`)
await sender.send('deleteShare')

const inside = [
  '/s',
  '/r',
  '/bin',
  '/requests',
  '/share/presets',
  '/s/trace',
  '/s/GUID',
  '/s/LOCKED',
  '/s/PLAYED',
  '/view/GUID/thumbnails',
  '/view/GUID/text',
  '/view/PLAYED/play',
  '/s/GUID/edit',
  '/s/GUID/versions',
  '/s/GUID/activity',
  '/s/GUID/requests',
  '/s/GUID/terms',
  '/s/GUID/comments',
  '/s/SEALED/passkey',
  '/s/GUID/again',
  '/s/GUID/delete',
]

test.each(inside)(
  '%s, with the style sheet and without script, is at most 40 KB as it is sent',
  async (page) => {
    await sender.open(addressOf(page))
    expect([sender.status, sender.page.root.querySelectorAll('h1').length]).toEqual([200, 1])
    expect(await sentBytes(sender)).toBeLessThanOrEqual(maxInside)
  },
)

function addressOf(page: string): string {
  const guids = { GUID: guid, SEALED: sealed, LOCKED: locked, PLAYED: played }
  return page.replace(/GUID|SEALED|LOCKED|PLAYED/, (name) => guids[name as keyof typeof guids])
}

/** A reader at each page of a recipient's door. */
const doors: [string, () => Promise<Browser>][] = [
  ['the address', async () => app.browser(somebody()).open(`/file/${guid}`)],
  ['the code', () => askCode(app, guid, 'person0@example.net')],
  ['the file', () => proved(app, guid, 'person1@example.net')],
  ['forwarding', async () => (await proved(app, guid, 'person2@example.net')).open(`/file/${guid}/forward`)],
  ['comments', async () => (await proved(app, guid, 'person3@example.net')).open(`/file/${guid}/comments`)],
  ['what is shared with me', async () => (await proved(app, guid, 'person4@example.net')).open('/files')],
  ['the receipt', async () => (await proved(app, guid, 'person5@example.net')).open(`/files/${guid}`)],
  [
    'terms',
    async () => {
      const share = await makeShare(app, sender)
      await askTerms(app, share, 'Keep it to yourself. '.repeat(20))
      return proved(app, share, 'rita@example.net')
    },
  ],
  [
    'the name',
    async () => {
      const share = await makeShare(app, sender)
      await changeShare(app, share, { asks_name: 1 })
      return proved(app, share, 'rita@example.net')
    },
  ],
  ['the passkey', async () => atPasskey(app, sealed, somebody())],
  ['asking for access', async () => app.browser(somebody()).open(`/p/request/${guid}`)],
  ['what was asked for', () => askAccess(app, guid, 'pia@example.net')],
]

describe.each(doors)('the page of a reader: %s', (_, open) => {
  test('is one page and one style sheet of together at most 20 KB, without script', async () => {
    const reader = await open()
    expect(reader.status).toBe(200)
    const { root } = reader.page
    expect(root.querySelectorAll('h1')).toHaveLength(1)
    expect(
      root.querySelectorAll('script, iframe, object, embed, img, [style], link[rel=modulepreload]'),
    ).toEqual([])
    expect(root.querySelectorAll('link[rel=stylesheet]')).toHaveLength(1)
    expect(await sentBytes(reader)).toBeLessThanOrEqual(maxAtEntry)
  })
})

/** Bytes of HTML in a browser's first answer of ten packets. */
const firstAnswer = 14 * 1024

test('the viewer names its first page image within the first 14 KB, and its script is at most 120 KB', async () => {
  const reader = await (await proved(app, guid, 'person6@example.net')).press('Open')
  expect(reader.path).toBe(`/view/${guid}`)
  const html = Buffer.from(reader.bytes)
  const first = reader.page.root.querySelector('ol.pages img')!.getAttribute('src')!.replaceAll('&', '&amp;')
  const at = html.indexOf(first)
  expect([at > 0, at < firstAnswer]).toEqual([true, true])
  const scripts = reader.page.root.querySelectorAll('script[src], link[rel=modulepreload]')
  const addresses = new Set(scripts.map((one) => one.getAttribute('src') ?? one.getAttribute('href')!))
  expect(addresses.size).toBeGreaterThan(0)
  let sum = 0
  for (const address of addresses)
    sum += gzipSync(new Uint8Array(await (await reader.fetch(address)).arrayBuffer())).length
  expect(sum).toBeLessThanOrEqual(120 * 1024)
})

/** A page and its style sheet, compressed. */
async function sentBytes(browser: Browser): Promise<number> {
  const sheet = browser.page.root.querySelector('link[rel=stylesheet]')!.getAttribute('href')!
  const styles = new Uint8Array(await (await browser.fetch(sheet)).arrayBuffer())
  return gzipSync(browser.bytes).length + gzipSync(styles).length
}
