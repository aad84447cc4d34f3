import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare, openShare, proveAddress } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const pages = Array.from({ length: 30 }, (_, at) => `Page number ${at + 1}`)
const file = { name: 'long.pdf', type: 'application/pdf', bytes: pdf(pages) }

const { app, operator: sender } = await makeWorld()

type Answer = {
  total: number
  pages: { number: number; width: number; height: number }[]
  problem: string
  text: string
}

async function ask(browser: Browser, guid: string, query = ''): Promise<{ status: number } & Answer> {
  const answer = await browser.fetch(`/view/${guid}/pages${query}`)
  return { status: answer.status, ...((await answer.json()) as Answer) }
}

async function eventCount(guid: string): Promise<number> {
  const { kysely } = app.strongroom.services.database
  const { count } = await kysely
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject_guid', '=', guid)
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('a reader who has opened the file', () => {
  test('gets the number and the size of its pages, and nothing is recorded', async () => {
    const guid = await makeShare(app, sender, { file })
    const rita = await openShare(app, guid, 'rita@example.net', somebody())
    const before = await eventCount(guid)
    const all = await ask(rita, guid)
    expect(all).toMatchObject({ status: 200, total: 30 })
    expect(all.pages).toHaveLength(30)
    expect(all.pages[29]).toEqual({ number: 30, width: 595, height: 842 })
    expect((await ask(rita, guid, '?first=12&count=2')).pages.map(({ number }) => number)).toEqual([12, 13])
    expect(await eventCount(guid)).toBe(before)
  })

  test('gets an answer that no cache keeps and no browser takes for a page', async () => {
    const guid = await makeShare(app, sender, { visibility: 'public', file })
    const visitor = await openPublicShare(app, guid, somebody())
    const answer = await visitor.fetch(`/view/${guid}/pages?count=1`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const head = await visitor.fetch(`/view/${guid}/pages`, { method: 'HEAD' })
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0])
  })

  test.each(['?count=501', '?count=0', '?first=0', '?first=-1', '?first=x', '?first=31', '?first=1e1'])(
    'finds nothing at %s',
    async (query) => {
      const guid = await makeShare(app, sender, { visibility: 'public', file })
      const visitor = await openPublicShare(app, guid, somebody())
      expect(await ask(visitor, guid, query)).toMatchObject({ status: 404, problem: 'notFound' })
    },
  )

  test('gets none beforehand, by another method, or as data of a screen', async () => {
    const guid = await makeShare(app, sender, { visibility: 'public', file })
    const visitor = await openPublicShare(app, guid, somebody())
    const beforehand = await visitor.fetch(`/view/${guid}/pages`, { headers: { 'sec-purpose': 'prefetch' } })
    expect(beforehand.ok).toBe(false)
    expect((await visitor.fetch(`/view/${guid}/pages`, { method: 'POST' })).status).toBe(405)
    expect((await visitor.fetch(`/view/${guid}/pages.data`)).ok).toBe(false)
  })

  test('gets none once the file is unshared, nor another version', async () => {
    const guid = await makeShare(app, sender, { file })
    const rita = await openShare(app, guid, 'rita@example.net', somebody())
    expect((await ask(rita, guid, '?version=1')).status).not.toBe(200)
    await sender.open(`/s/${guid}`)
    await sender.send('unshare')
    const refused = await ask(rita, guid)
    expect(refused).toMatchObject({ status: 410, problem: 'killed' })
    expect(refused.pages).toBeUndefined()
  })
})

describe('no one else gets sizes of pages:', () => {
  test('a stranger, who learns nothing of whether there is such a file', async () => {
    const guid = await makeShare(app, sender, { file })
    const stranger = app.browser(somebody())
    const refused = await ask(stranger, guid)
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.pages).toBeUndefined()
    expect(await ask(stranger, '0123456789abcdef0123456789abcdef')).toEqual(refused)
  })

  test('a person with another file', async () => {
    const guid = await makeShare(app, sender, { file })
    const other = await makeShare(app, sender, { recipients: 'paul@example.net', file })
    const paul = await openShare(app, other, 'paul@example.net', somebody())
    expect(await ask(paul, guid)).toMatchObject({ status: 403, problem: 'notRecipient' })
  })

  test('a recipient who has not opened it', async () => {
    const guid = await makeShare(app, sender, { file })
    const rita = await proveAddress(app, guid, 'rita@example.net', somebody())
    expect((await ask(rita, guid)).problem).toBe('openFirst')
  })

  test('a recipient of a file that can only be downloaded', async () => {
    const guid = await makeShare(app, sender, { file, webView: 'no', download: 'yes' })
    const rita = await proveAddress(app, guid, 'rita@example.net', somebody())
    await rita.send('open')
    expect((await ask(rita, guid)).problem).toBe('viewNotAllowed')
  })
})
