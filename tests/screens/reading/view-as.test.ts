import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, openShare, openPublicShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const nothing = '0'.repeat(32)

const {
  app,
  operator: sender,
  people: [other],
} = await makeWorld({ people: [{ email: 'other@example.org', browser: somebody() }] })

/** Status and first bytes of a copy, and whether it is the file as it was uploaded. */
async function copy(browser: Browser, address: string) {
  const answer = await browser.fetch(address)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return [answer.status, bytes.subarray(0, 5).toString(), answer.headers.has('etag')]
}

describe('/filesender', () => {
  test('leads the sender to the pages as recipients see them, and to the original', async () => {
    const guid = await makeShare(app, sender, { watermark: 'on' })
    await sender.open(`/filesender/${guid}`)
    expect([sender.status, sender.path]).toEqual([200, `/view/${guid}?viewAs=sender`])
    const answer = await sender.fetch(`/filesender/${guid}?viewOriginal=1`)
    const to = answer.headers.get('location')
    expect([answer.status, to]).toEqual([302, `/view/${guid}/download?viewAs=sender`])
    expect(await copy(sender, to!)).toEqual([200, '%PDF-', true])
  })

  test('is nothing to anyone else, recipients too, and leads strangers to sign-in', async () => {
    const guid = await makeShare(app, sender, { recipients: 'other@example.org' })
    const seen = []
    for (const id of [guid, nothing]) {
      await other.open(`/filesender/${id}?viewOriginal=1`)
      seen.push([other.status, other.heading(), other.text()])
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]!.slice(0, 2)).toEqual([404, 'Page not found'])
    const stranger = await app.browser(somebody()).open(`/filesender/${guid}`)
    expect(stranger.path).toContain('/access/login')
  })
})

describe('viewAs', () => {
  test('shows what the reader is, and keeps to it from screen to screen', async () => {
    const guid = await makeShare(app, sender)
    const reader = await openShare(app, guid)
    for (const view of ['self', 'recipient', 'Recipient']) {
      await reader.open(`/view/${guid}?viewAs=${view}`)
      expect(reader.status).toBe(200)
    }
    for (const view of ['self', 'sender']) {
      await sender.open(`/view/${guid}?viewAs=${view}`)
      expect(sender.status).toBe(200)
      expect(sender.page.root.toString()).toContain(`/view/${guid}/download?viewAs=${view}`)
    }
  })

  test('is refused for what the reader is not, and for no word of ours; nothing else is shown instead', async () => {
    const guid = await makeShare(app, sender, { download: 'yes' })
    const reader = await openShare(app, guid)
    const visitor = await openPublicShare(app, await makeShare(app, sender, { visibility: 'public' }))
    const open = visitor.path.split('/')[2]!
    const never = ['folderowner', 'ownerasrecipient', 'admin', 'self,sender']
    const refusedOf = async (browser: Browser, id: string, views: string[]) => {
      for (const view of views)
        for (const address of [`/view/${id}`, `/view/${id}/download`]) {
          const answer = await browser.fetch(`${address}?viewAs=${view}`)
          const text = await answer.text()
          expect([address, view, answer.status]).toEqual([address, view, 403])
          expect(text).toContain('You can’t use this view')
          expect(text).not.toContain('%PDF')
        }
    }
    await refusedOf(reader, guid, ['sender', ...never])
    await refusedOf(visitor, open.split('?')[0]!, ['sender', ...never])
    await refusedOf(sender, guid, never)
    expect((await sender.fetch(`/view/${guid}?viewAs=recipient`)).status).toBe(403)
    for (const id of [guid, nothing]) {
      const answer = await other.fetch(`/view/${id}?viewAs=sender`)
      expect([answer.status, (await answer.text()).includes('You can’t use this view')]).toEqual([403, false])
    }
  })

  test('of a stranger is asked after who it is', async () => {
    const guid = await makeShare(app, sender)
    const stranger = await app.browser(somebody()).open(`/view/${guid}?viewAs=recipient`)
    expect(stranger.path).toContain('/access/filelogin')
  })

  test('as recipient gives the sender what a recipient would get, or why there is nothing', async () => {
    const marked = await makeShare(app, sender, { download: 'yes', watermark: 'on' })
    expect(await copy(sender, `/view/${marked}/download?viewAs=recipient`)).toEqual([200, '%PDF-', false])
    expect(await copy(sender, `/view/${marked}/download`)).toEqual([200, '%PDF-', true])
    const plain = await makeShare(app, sender, { download: 'yes', watermark: 'off' })
    expect(await copy(sender, `/view/${plain}/download?viewAs=recipient`)).toEqual([200, '%PDF-', true])
    const kept = await makeShare(app, sender, { download: 'no' })
    expect((await sender.fetch(`/view/${kept}/download?viewAs=recipient`)).status).toBe(403)
    expect((await sender.fetch(`/view/${marked}/download?viewAs=recipient&version=1`)).status).toBe(403)
  })
})
