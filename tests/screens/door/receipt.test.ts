import { beforeEach, describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import {
  makeShare,
  openShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { askAccess, atRequest, forward } from '#tests/screens/requests/requests.ts'
import { askTerms, changeShare } from '#tests/support/world/conditions.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { idsOf } from '#tests/support/browser/everywhere.ts'
import { askCode, codeFor, somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

let sender: Browser
const rob = 'rob@example.net'

const { app } = await makeWorld({ people: [{ email: 'ulrich@example.org', browser: somebody() }] })
beforeEach(() => app.clock.advance(16 * minute))

async function share(fields: Parameters<typeof makeShare>[2] = {}): Promise<string> {
  sender = await signIn(app, operatorEmail, somebody())
  return makeShare(app, sender, { download: 'yes', print: 'yes', watermark: 'off', ...fields })
}

describe('files shared with me', () => {
  test('lists what is open to the address, from whom, until when, and what the reader can do', async () => {
    const guid = await share({ recipients: `${recipientEmail}, ${rob}` })
    const hidden = await share({ recipients: rob })
    const asks = await share()
    await askTerms(app, asks, 'Keep it to yourself.')
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await rita.follow('What is recorded about me')
    await rita.follow('Files shared with me')
    expect([rita.path, rita.heading()]).toEqual(['/files', 'Files shared with me'])
    expect(rita.text()).toContain(`You’ve confirmed ${recipientEmail}.`)
    expect(rita.page.links('contract.pdf')).toEqual([`/file/${guid}`])
    expect(rita.text()).toContain('No end date. You can: view, download, print, comment.')
    // Behind terms there is no name yet.
    expect(rita.page.links('A file')).toContain(`/file/${asks}`)
    expect(rita.text()).toContain('Accept the terms first')
    expect(Buffer.from(rita.bytes).toString()).not.toContain(hidden)
    await changeShare(app, guid, { status: 'Killed' })
    await rita.reload()
    expect(rita.page.links('contract.pdf')).toEqual([])
    expect(rita.text()).toContain('Unshared. What is recorded about me')
  })

  test('is forgotten with the address, by a button', async () => {
    const guid = await share()
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    const cookie = rita.cookies.header(rita.url)!
    await rita.open('/files')
    await rita.press('Forget my address')
    expect(rita.path).toBe('/access/filelogin')
    expect(rita.text()).toContain('This browser has forgotten your address.')
    for (const address of ['/files', `/files/${guid}`, `/file/${guid}`])
      expect((await rita.open(address)).url.pathname, address).toBe('/access/filelogin')
    const kept = await app.browser(somebody()).fetch('/files', { headers: { cookie } })
    expect([kept.status, kept.headers.get('location')]).toEqual([303, '/access/filelogin'])
  })

  test('shows a stranger the door, and a removed person nothing', async () => {
    const stranger = await app.browser(somebody()).open('/files')
    expect([stranger.path, stranger.heading()]).toEqual(['/access/filelogin', 'Open a protected file'])
    const guid = await share({ recipients: 'only@example.net' })
    const only = await proveAddress(app, guid, 'only@example.net', somebody())
    await app.strongroom.services.database.kysely
      .updateTable('recipient')
      .set({ revoked_at: app.clock.now() })
      .where('share_guid', '=', guid)
      .execute()
    await only.open('/files')
    expect(only.text()).toContain('Nothing is shared with this address.')
  })

  test('ends with the code’s session', async () => {
    const rita = await proveAddress(app, await share(), recipientEmail, somebody())
    app.clock.advance(121 * minute)
    expect((await rita.open('/files')).path).toBe('/access/filelogin')
  })
})

describe('the receipt', () => {
  test('holds visits, pages, copies, refusals, network addresses and the terms with their text', async () => {
    const guid = await share()
    await askTerms(app, guid, 'Keep it to yourself.\nFor ever.')
    const rita = await askCode(app, guid, recipientEmail, { ip: '203.0.113.77' })
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    await rita.send('accept', { isAccepted: 'on' })
    await rita.send('open')
    await loadPictures(rita)
    await rita.press('Print')
    await rita.fetch(`/view/${guid}/download`)
    await changeShare(app, guid, { may_download: 0 })
    await rita.fetch(`/view/${guid}/download`)
    await rita.open(`/file/${guid}`)
    await rita.follow('What is recorded about me')
    expect([rita.path, rita.heading()]).toEqual([`/files/${guid}`, 'What is recorded about me'])
    for (const words of [
      'Pages 1, 2, 1 download, 1 print copy',
      '203.0.113.77',
      'You were blocked: tried to download',
      'You requested a code and were sent one',
      'You accepted the terms of access',
      'Keep it to yourself.',
    ])
      expect(rita.text()).toContain(words)
    // The record outlives the opening; the name of the file does not.
    await changeShare(app, guid, { status: 'Killed' })
    await rita.open(`/files/${guid}`)
    expect(rita.status).toBe(200)
    expect(rita.text()).toContain('The sender stopped sharing this file.')
    expect(rita.text()).not.toContain('contract.pdf')
  })

  test('holds nothing of another reader’s', async () => {
    const guid = await share({ recipients: `${recipientEmail}, ${rob}` })
    await openShare(app, guid, rob, { ip: '198.51.100.200' })
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await rita.open(`/files/${guid}`)
    expect(rita.status).toBe(200)
    expect(rita.text()).toContain('You haven’t opened the file.')
    expect(Buffer.from(rita.bytes).toString()).not.toMatch(/rob@|198\.51\.100\.200/)
  })

  test('is of the proved address: not of one that is only typed, not of a stranger', async () => {
    const guid = await share()
    await openShare(app, guid, recipientEmail, somebody())
    const stranger = await app.browser(somebody()).open(`/files/${guid}`)
    expect([stranger.url.pathname, stranger.heading()]).toEqual([
      '/access/filelogin',
      'Open a protected file',
    ])
    await stranger.send('ask', { email: recipientEmail })
    await stranger.open(`/files/${guid}?email=${recipientEmail}`)
    expect(stranger.url.pathname).toBe('/access/filelogin')
  })

  test('of a share that is not the reader’s says the same as of one that never was, tried before or not', async () => {
    const mine = await share({ recipients: rob })
    const other = await share()
    const robs = await proveAddress(app, mine, rob, somebody())
    await robs.open(`/file/${other}`)
    expect(robs.status).toBe(403)
    const answers = []
    for (const guid of [other, newGuid(), ...(await idsOf(app, other)).slice(1)]) {
      await robs.open(`/files/${encodeURIComponent(guid)}`)
      answers.push([robs.status, robs.text()])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toEqual([403, expect.stringContaining('This wasn’t shared with the address')])
  })

  test('is there for readers with an account, and the owner has the page of the share', async () => {
    const guid = await share({ recipients: 'ulrich@example.org' })
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    await ulrich.open(`/file/${guid}`)
    await ulrich.send('open')
    await loadPictures(ulrich)
    await ulrich.open(`/files/${guid}`)
    expect(ulrich.text()).toContain('Pages 1, 2')
    expect((await sender.open(`/files/${guid}`)).path).toBe(`/s/${guid}`)
  })

  test('takes no forms', async () => {
    const guid = await share()
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await sendUnoffered(rita, `/files/${guid}`, 'forget')
    expect(rita.status).toBe(405)
  })
})

describe('what a reader asked of the sender', () => {
  test('is on the receipt of who asked, and on no other', async () => {
    const guid = await share({ recipients: `${recipientEmail}, ${rob}` })
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await rita.open(`/file/${guid}/forward`)
    await forward(rita, 'tess@example.com')
    await askAccess(app, guid, 'zoe@example.com', 'I am the auditor')
    await rita.open(`/files/${guid}`)
    expect(rita.text()).toContain('You asked to forward the file to tess@example.com. Waiting.')
    expect(rita.text()).toContain('You wrote: “Our tax adviser reads along”')
    expect(rita.text()).not.toContain('zoe@example.com')
    const other = await proveAddress(app, guid, rob, somebody())
    await other.open(`/files/${guid}`)
    expect(other.status).toBe(200)
    expect(other.text()).not.toContain('tess@example.com')
    expect(other.text()).not.toContain('Your requests to the sender')
  })

  test('gives people who only asked no receipt: nothing is said of a share that is not shared with them', async () => {
    const guid = await share()
    const zoe = await atRequest(app, guid, 'zack@example.com')
    await zoe.send('ask', { message: 'Please' })
    await app.settle()
    await zoe.open(`/files/${guid}`)
    expect(zoe.status).not.toBe(200)
    expect(zoe.text()).not.toContain(operatorEmail)
  })
})
