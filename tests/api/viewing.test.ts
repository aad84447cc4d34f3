import { describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { makeOperator, makeUser } from '#tests/support/world/make.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { codeOf, makeProgramWorld, Program, firstRecipient } from './program.ts'

const nothing = '0'.repeat(32)
const toReader = '["reader@example.org"]'

const {
  app,
  programs: [sender, reader, stranger],
} = await makeProgramWorld(['sender@example.org', 'reader@example.org', 'stranger@example.org'])

function shared(fields: Record<string, string> = {}): Promise<string> {
  return sender.share({ RecipientEmails: toReader, ...fields })
}

/** Opens a share for reading, as its recipient. */
async function opened(fields: Record<string, string> = {}): Promise<string> {
  const guid = await shared(fields)
  expect(codeOf(await reader.post('/v3/tracks/start', { ShareGuid: guid }))).toEqual([200, 20000])
  return guid
}

/** The path of the download that an answer leads to. */
function pathIn(said: Record<string, unknown>): string {
  return new URL(String(said['DownloadUrl'])).pathname
}

async function downloadsOf(guid: string): Promise<unknown> {
  return (await firstRecipient(sender, guid))['RecipientTotalDownloadCount']
}

const full = { ShareOptions: '["webview","download"]' }

describe('fileinfo', () => {
  test('tells the sender and the recipient what each can do, and opens nothing', async () => {
    const guid = await shared({ ShareOptions: '["webview","allowprint","destruct"]', DestructSeconds: '60' })
    const { said } = await reader.get(`/v7/view/fileinfo/${guid}`)
    expect(said).toMatchObject({
      StatusCode: 22000,
      File: {
        ShareGuid: guid,
        DocumentPath: 'contract.pdf',
        PageCount: 2,
        MayDownload: false,
        MayPrint: true,
        WebView: true,
        IsOpened: false,
        ViewFirstTime: '0001-01-01T00:00:00Z',
      },
    })
    app.clock.advance(hour)
    expect(codeOf(await reader.get(`/v7/view/fileinfo/${guid}`))).toEqual([200, 22000])
    expect(codeOf(await sender.get(`/v7/view/fileinfo/${guid}sender`))).toEqual([200, 22000])
  })

  test('takes the view with a slash before it or without', async () => {
    const guid = await shared()
    for (const path of [`${guid}recipient`, `${guid}/recipient`, `${guid}/self`, guid])
      expect(codeOf(await reader.get(`/v7/view/fileinfo/${path}`))).toEqual([200, 22000])
  })

  test.each(['/v7/view/fileinfo/', '/v2/vieworig/', '/v1/vieworig/'])(
    '%s refuses every view that the caller is not, and shows no other in its place',
    async (path) => {
      const guid = await opened(full)
      const of = async (who: Program, view: string) =>
        (await who.get(`${path}${guid}/${view}`)).said.StatusCode
      for (const view of ['sender', 'folderowner', 'ownerasrecipient'])
        expect(await of(reader, view)).toBe(20435)
      for (const view of ['recipient', 'folderowner', 'ownerasrecipient'])
        expect(await of(sender, view)).toBe(20435)
      for (const view of ['self', 'sender', 'recipient']) expect(await of(stranger, view)).toBe(20433)
    },
  )

  test('says why a share is closed', async () => {
    const killed = await shared()
    await sender.post('/v3/shares/disable', { ShareGuid: killed })
    const expired = await shared({ ExpiryDate: '2026-12-24' })
    const destructed = await opened({ DestructSeconds: '60' })
    app.clock.advance(minute)
    expect(codeOf(await reader.get(`/v7/view/fileinfo/${killed}`))).toEqual([200, 20410])
    expect(codeOf(await reader.get(`/v7/view/fileinfo/${destructed}`))).toEqual([200, 20412])
    const late = await startLate()
    expect(codeOf(await late.reader.get(`/v7/view/fileinfo/${late.guid}`))).toEqual([200, 20411])
    expect(codeOf(await reader.get(`/v7/view/fileinfo/${expired}`))).toEqual([200, 22000])
  })

  /** A share whose date has passed, in an installation of its own: time moves for everyone. */
  async function startLate() {
    const own = await startApp()
    await makeOperator(own)
    await makeUser(own, { email: 'sender@example.org' })
    await makeUser(own, { email: 'reader@example.org' })
    const from = await new Program(own).enter('sender@example.org')
    const guid = await from.share({ RecipientEmails: toReader, ExpiryDate: '2026-11-22' })
    own.clock.advance(3 * 24 * hour)
    return { guid, reader: await new Program(own).enter('reader@example.org') }
  }

  test('of a file in processing says so', async () => {
    const { text } = await sender.upload()
    const { said } = await sender.post('/v5/sharefile', { DocumentUrl: text, RecipientEmails: toReader })
    const guid = String(said['ShareGuid'])
    expect(codeOf(await reader.get(`/v7/view/fileinfo/${guid}`))).toEqual([200, 20450])
    const info = await reader.get(`/v4/shares/info/${guid}`)
    expect(info.said['Share']).toMatchObject({ RenderStatus: 'In Progress' })
    await app.settle()
  })
})

describe('a download', () => {
  test('is a link that a browser without a token can fetch, in parts too, and is counted once', async () => {
    const guid = await opened(full)
    const { said } = await reader.get(`/v2/vieworig/${guid}/recipient`)
    expect(said).toMatchObject({ StatusCode: 22000, DocumentPath: 'contract.pdf' })
    expect(await downloadsOf(guid)).toBe(0)
    const browser = app.browser()
    const whole = await browser.fetch(pathIn(said))
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect([whole.status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(whole.headers.get('content-disposition')).toContain('attachment')
    expect(whole.headers.get('cache-control')).toContain('no-store')
    const part = await browser.fetch(pathIn(said), { headers: { range: 'bytes=5-9' } })
    expect([part.status, await part.text()]).toEqual([206, bytes.subarray(5, 10).toString()])
    expect(await downloadsOf(guid)).toBe(1)
  })

  test('comes as the bytes themselves under v1', async () => {
    const guid = await opened(full)
    const answer = await reader.get(`/v1/vieworig/${guid}/self`)
    expect([answer.http, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.text.startsWith('%PDF-')).toBe(true)
    expect(await downloadsOf(guid)).toBe(1)
  })

  test('asked for by HEAD leaves nothing and counts nothing', async () => {
    const guid = await opened(full)
    const answer = await reader.send('HEAD', `/v1/vieworig/${guid}/self`)
    expect([answer.http, answer.text]).toEqual([200, ''])
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(100)
    expect(await downloadsOf(guid)).toBe(0)
  })

  test('link ends after ten minutes, with the session that made it, with the share, and when it is changed', async () => {
    const guid = await opened(full)
    const own = await new Program(app).enter('reader@example.org')
    await own.post('/v3/tracks/start', { ShareGuid: guid })
    const link = async (who: Program) => pathIn((await who.get(`/v2/vieworig/${guid}/self`)).said)
    const status = async (path: string) => (await new Program(app).get(path)).http
    const [old, ofEnded, ofKilled] = [await link(reader), await link(own), await link(reader)]
    expect(await status(old)).toBe(200)
    const parts = old.split('.')
    for (const changed of [
      [parts[0], nothing, ...parts.slice(2)],
      [parts[0], parts[1], 'sender', ...parts.slice(3)],
      [...parts.slice(0, 3), '99999999999999', parts[4]],
      parts.slice(0, 4),
    ])
      expect(await status(changed.join('.'))).toBe(410)
    await own.post('/v1/account/logout')
    expect(await status(ofEnded)).toBe(410)
    await sender.post('/v3/shares/disable', { ShareGuid: guid })
    expect(await status(ofKilled)).toBe(410)
    await sender.post('/v3/shares/enable', { ShareGuid: guid })
    expect(await status(ofKilled)).toBe(200)
    app.clock.advance(10 * minute)
    expect(await status(old)).toBe(410)
  })

  test('is refused before the file was opened, and where the sender does not allow it', async () => {
    const unopened = await shared(full)
    const unallowed = await opened()
    for (const path of ['/v2/vieworig/', '/v2/downloadasrecipient/']) {
      const rest = path.includes('orig') ? '/self' : ''
      expect(codeOf(await reader.get(path + unopened + rest))).toEqual([200, 20434])
      expect(codeOf(await reader.get(path + unallowed + rest))).toEqual([200, 20440])
      expect(codeOf(await stranger.get(path + unallowed + rest))).toEqual([200, 20433])
      expect(codeOf(await stranger.get(path + nothing + rest))).toEqual([200, 20433])
    }
    // What is no JSON when all goes well says by HTTP too that it is a refusal.
    expect(codeOf(await reader.get(`/v1/vieworig/${unopened}/self`))).toEqual([409, 20434])
    expect(codeOf(await reader.get(`/v1/vieworig/${unallowed}/self`))).toEqual([403, 20440])
    expect(await downloadsOf(unallowed)).toBe(0)
  })

  test('gives senders their own file, whatever readers can have', async () => {
    const guid = await shared({ Watermark: 'large red' })
    const original = await sender.get(`/v1/vieworig/${guid}/sender`)
    expect([original.http, original.headers.get('etag') !== null]).toEqual([200, true])
    expect(await downloadsOf(guid)).toBe(0)
  })

  test('as a recipient gives the sender what a recipient would get: marked pages, or nothing', async () => {
    const marked = await shared({ ...full, Watermark: 'large red' })
    const { said } = await sender.get(`/v2/downloadasrecipient/${marked}`)
    const copy = await sender.get(pathIn(said))
    expect([copy.http, copy.headers.get('etag'), copy.text.startsWith('%PDF-')]).toEqual([200, null, true])
    expect(await downloadsOf(marked)).toBe(0)
    const plain = await shared(full)
    const { said: ready } = await sender.get(`/v2/downloadasrecipient/${plain}`)
    expect((await sender.get(pathIn(ready))).headers.get('etag')).not.toBeNull()
    expect(codeOf(await sender.get(`/v2/downloadasrecipient/${await shared()}`))).toEqual([200, 20440])
    const killed = await shared(full)
    await sender.post('/v3/shares/disable', { ShareGuid: killed })
    expect(codeOf(await sender.get(`/v2/downloadasrecipient/${killed}`))).toEqual([200, 20410])
  })
})

describe('asking for the file without its watermark', () => {
  test('leads its sender to the original, and is on record; readers stay marked', async () => {
    const guid = await opened({ ...full, Watermark: 'large red' })
    const { said } = await sender.post('/v1/watermark/remove', { ShareGuid: guid })
    expect(said.StatusCode).toBe(22000)
    expect((await sender.get(pathIn(said))).headers.get('etag')).not.toBeNull()
    expect((await reader.get(`/v1/vieworig/${guid}/self`)).headers.get('etag')).toBeNull()
    expect((await eventKinds(app, guid)).filter((kind) => kind === 'Unmarked')).toHaveLength(1)
  })

  test('is refused to everyone else, and not on record', async () => {
    const guid = await opened({ ...full, Watermark: 'large red' })
    const ask = (who: Program, ShareGuid: string) => who.post('/v1/watermark/remove', { ShareGuid })
    expect(codeOf(await ask(reader, guid))).toEqual([200, 20435])
    const [other, none] = [await ask(stranger, guid), await ask(stranger, nothing)]
    expect([codeOf(other), other.text]).toEqual([[200, 20433], none.text])
    expect(await eventKinds(app, guid)).not.toContain('Unmarked')
  })
})
