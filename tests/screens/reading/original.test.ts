import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  proveAddress,
  recipientEmail,
} from '#tests/support/world/make.ts'
import { everyAddress, idsOf } from '#tests/support/browser/everywhere.ts'
import { somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

const secret = 'the words of the clean original'
const original = pdf([secret])

const { app, operator: sender } = await makeWorld()

/** Whether an answer holds the original or any document at all: by its text, its first bytes or its kind. */
function holdsDocument(bytes: Buffer, type: string): boolean {
  return (
    bytes.includes(secret) || bytes.includes('%PDF') || bytes.includes('endstream') || type.includes('pdf')
  )
}

async function leaks(reader: Browser, guid: string): Promise<string[]> {
  const found: string[] = []
  for (const address of everyAddress(await idsOf(app, guid))) {
    const answer = await reader.fetch(address, { headers: { range: 'bytes=0-' } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (holdsDocument(bytes, answer.headers.get('content-type') ?? '')) found.push(address)
    // One address is that of the page for faults.
    if (answer.status >= 500 && !address.startsWith('/access/500')) found.push(`${answer.status} ${address}`)
  }
  return found
}

describe('with download not allowed, the original leaves by no address of the application', () => {
  const fields = {
    download: 'no',
    print: 'yes',
    watermark: 'off',
    file: { name: 'secret.pdf', bytes: original },
  }

  test('for the recipient who has it open', async () => {
    const guid = await makeShare(app, sender, fields)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    expect(rita.page.links('Download')).toEqual([])
    expect(await leaks(rita, guid)).toEqual([])
    await rita.reload()
    expect(rita.path).toBe(`/view/${guid}`)
  })

  test('for a visitor of a public link who has it open', async () => {
    const guid = await makeShare(app, sender, { ...fields, visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    expect(await leaks(visitor, guid)).toEqual([])
  })

  test('for a stranger', async () => {
    const guid = await makeShare(app, sender, fields)
    expect(await leaks(app.browser(somebody()), guid)).toEqual([])
  })

  test('for someone with an account who is not on the list', async () => {
    const guid = await makeShare(app, sender, fields)
    const ulrich = await makeUser(app, { email: 'ulrich2@example.org', browser: somebody() })
    expect(await leaks(ulrich, guid)).toEqual([])
  })

  test('and the refusal says so', async () => {
    const guid = await makeShare(app, sender, fields)
    const rita = await openShare(app, guid, recipientEmail, somebody())
    await rita.open(`/view/${guid}/download`)
    expect([rita.status, rita.text()]).toEqual([
      403,
      expect.stringContaining('The sender doesn’t allow downloads of this file.'),
    ])
    const answer = await rita.fetch(`/view/${guid}/download`, { headers: { accept: '*/*' } })
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      403,
      'text/plain; charset=utf-8',
      'The sender doesn’t allow downloads of this file.\n',
    ])
  })
})

describe('with download allowed and a watermark, the original itself leaves by no address', () => {
  test('but the marked copy does, at its own', async () => {
    const file = { name: 'secret.pdf', bytes: original }
    const guid = await makeShare(app, sender, { download: 'yes', print: 'yes', watermark: 'on', file })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    for (const address of everyAddress(await idsOf(app, guid))) {
      const answer = await rita.fetch(address, { headers: { range: 'bytes=0-' } })
      const bytes = Buffer.from(await answer.arrayBuffer())
      // It may be in the marked copy's text, but nowhere as it was sent.
      expect(bytes.includes(original), address).toBe(false)
      if (bytes.includes('%PDF') || bytes.includes(secret))
        expect(address).toMatch(new RegExp(`^/view/${guid}/download(/|\\.data|\\?|$)`))
    }
  })
})

describe('with download allowed, a copy is given to no one else', () => {
  test.each([
    ['a stranger', async () => app.browser(somebody()), 401],
    [
      'another recipient’s cookies',
      async () =>
        openShare(
          app,
          await makeShare(app, sender, { recipients: 'rob@example.net' }),
          'rob@example.net',
          somebody(),
        ),
      403,
    ],
    [
      'a visitor of a public link',
      async () => openPublicShare(app, await makeShare(app, sender, { visibility: 'public' }), somebody()),
      401,
    ],
  ])('%s', async (_, make, status) => {
    const file = { name: 'secret.pdf', bytes: original }
    const guid = await makeShare(app, sender, { download: 'yes', print: 'yes', watermark: 'off', file })
    const reader = await make()
    for (const end of ['/download', '/page/1']) {
      const answer = await reader.fetch(`/view/${guid}${end}`)
      expect([answer.status, holdsDocument(Buffer.from(await answer.arrayBuffer()), '')], end).toEqual([
        status,
        false,
      ])
    }
    for (const [address, intent] of [
      [`/view/${guid}`, 'print'],
      [`/file/${guid}`, 'open'],
    ] as const) {
      await sendUnoffered(reader, address, intent)
      // Unknown readers are led to the door.
      const isAtEntry = reader.path.startsWith(`/access/filelogin?share=${guid}`)
      expect(isAtEntry ? 401 : reader.status).toBe(status)
    }
  })

  test('not even the recipient before pressing Open, even when another browser of theirs has it open', async () => {
    const file = { name: 'secret.pdf', bytes: original }
    const guid = await makeShare(app, sender, { download: 'yes', print: 'yes', watermark: 'off', file })
    await openShare(app, guid, recipientEmail, somebody())
    app.clock.advance(1_000)
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    expect((await rita.fetch(`/view/${guid}/print`)).headers.get('location')).toBe(`/file/${guid}`)
    for (const end of ['/download', '/page/1']) {
      const answer = await rita.fetch(`/view/${guid}${end}`)
      expect([answer.status, await answer.text()], end).toEqual([
        409,
        expect.stringContaining('Open the file on its page first.'),
      ])
    }
  })
})
