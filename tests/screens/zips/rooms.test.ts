import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { unzipped } from '#tests/support/files/unzipped.ts'
import { makeUser } from '#tests/support/world/make.ts'
import { enterRoom, makeRule } from '#tests/support/world/rooms.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'

const [vera, dora, cora] = ['vera@example.net', 'dora@example.net', 'cora@example.net']

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    name: 'Project Alba',
    tree: {
      Contracts: { 'lease.pdf': 'the lease', 'plan.pdf': 'the plan' },
      Quillfeather: { 'wombat.pdf': 'hidden' },
      'note.pdf': 'the note',
    },
    members: { [vera]: 1, [dora]: 3, [cora]: 4 },
  },
})
await makeRule(app, room.members[dora]!, room.items['Quillfeather']!, -1)

/** Prepares what an address of the room offers, and answers the browser on the page with the parts. */
async function prepared(browser: Browser, item = room.guid): Promise<Browser> {
  await browser.open(`/rooms/${room.guid}/zip?item=${item}`)
  await browser.send('zip')
  await app.settle()
  return browser.reload()
}

async function bytesAt(browser: Browser, headers: Record<string, string> = {}): Promise<[Response, Buffer]> {
  const answer = await browser.fetch(partOf(browser), { headers })
  return [answer, Buffer.from(await answer.arrayBuffer())]
}

function partOf(browser: Browser): string {
  return browser.page.links('Download')[0]!
}

async function filesOf(browser: Browser): Promise<Record<string, Buffer>> {
  return unzipped((await bytesAt(browser))[1])
}

test('its owner downloads the whole room as it is, with an index', async () => {
  const browser = await prepared(owner)
  expect(browser.heading()).toBe('Project Alba.zip')
  const files = await filesOf(browser)
  expect(Object.keys(files).toSorted()).toEqual([
    'Contracts/lease.pdf',
    'Contracts/plan.pdf',
    'Quillfeather/wombat.pdf',
    'index.csv',
    'index.html',
    'note.pdf',
  ])
  expect(files['note.pdf']!.includes('the note')).toBe(true)
  expect(String(files['index.csv'])).toMatch(/Contracts\/lease\.pdf,\d+,[0-9a-f]{64},/)
})

test('a folder and ticked items are downloaded from where they are', async () => {
  await owner.open(`/dr/${room.guid}`)
  await owner.send('chosen', { item: room.items['Contracts']!, act: 'Download as ZIP' })
  expect(owner.text()).toContain('2 files')
  await owner.send('zip')
  await app.settle()
  await owner.reload()
  expect(Object.keys(await filesOf(owner))).toEqual([
    'Contracts/lease.pdf',
    'Contracts/plan.pdf',
    'index.html',
    'index.csv',
  ])
})

async function mark(watermark: 'on' | 'off'): Promise<void> {
  await owner.open(`/rooms/${room.guid}/settings`)
  await owner.send('changeRoom', { watermark, watermarkSize: 'large', watermarkColour: 'red' })
}

test('a member gets copies with the watermark, and of what is hidden no trace', async () => {
  await mark('on')
  const browser = await enterRoom(app, room.guid, dora, somebody())
  await browser.open(`/rooms/${room.guid}/zip?item=${room.guid}`)
  expect(browser.text()).toContain('3 files')
  expect(browser.text()).not.toContain('isn’t included')
  await browser.send('zip')
  await app.settle()
  await browser.reload()
  const [answer, bytes] = await bytesAt(browser)
  expect(answer.headers.get('content-length')).toBe(String(bytes.length))
  for (const word of ['Quillfeather', 'wombat', 'hidden']) expect(bytes.includes(word)).toBe(false)
  const files = await unzipped(bytes)
  expect(Object.keys(files).toSorted()).toEqual([
    'Contracts/lease.pdf',
    'Contracts/plan.pdf',
    'index.csv',
    'index.html',
    'note.pdf',
  ])
  const original = (await filesOf(await prepared(owner)))['note.pdf']!
  expect(files['note.pdf']!.subarray(0, 5).toString()).toBe('%PDF-')
  expect(files['note.pdf']!.includes(original)).toBe(false)
})

test('originals are refused as soon as the room has a watermark', async () => {
  await mark('off')
  const browser = await prepared(await enterRoom(app, room.guid, dora, somebody()))
  expect((await bytesAt(browser))[0].status).toBe(200)
  await mark('on')
  expect((await bytesAt(browser))[0].status).toBe(409)
  await mark('off')
})

test('what is hidden changes neither a name nor the length', async () => {
  const browser = await enterRoom(app, room.guid, cora, somebody())
  const before = (await bytesAt(await prepared(browser, room.items['Contracts'])))[1].length
  await makeRule(app, room.members[cora]!, room.items['Quillfeather']!, -1)
  const after = (await bytesAt(await prepared(browser, room.items['Contracts'])))[1].length
  expect(after).toBe(before)
})

test('who may only see gets none, not even by the address', async () => {
  const browser = await enterRoom(app, room.guid, vera, somebody())
  await browser.open(`/rooms/${room.guid}/zip?item=${room.guid}`)
  expect(browser.text()).toContain('There’s nothing here that you can download.')
  await browser.send('zip')
  expect(browser.text()).toContain('There’s nothing here that you can download.')
  await browser.open(`/dr/${room.guid}`)
  expect(browser.text()).not.toContain('Download as ZIP')
})

test('a stranger, another account and another member get what does not exist', async () => {
  const address = (await prepared(owner)).url.pathname
  const part = partOf(owner)
  const member = await enterRoom(app, room.guid, dora, somebody())
  const others = [stranger(app), await makeUser(app, { browser: somebody() }), member]
  for (const other of others) {
    await other.open(address)
    expect(other.status).toBe(404)
    const answer = await other.fetch(part)
    expect([answer.status, await answer.text()]).toEqual([404, 'Page not found, or you don’t have access.\n'])
  }
  const wrong = await owner.fetch(part.replace(/[0-9a-f]{32}/, '0'.repeat(32)))
  expect(wrong.status).toBe(404)
  expect((await owner.fetch(part.replace(/1$/, '2'))).status).toBe(404)
})

test('a part is resumed, and a HEAD has its length', async () => {
  await prepared(owner)
  const [answer, whole] = await bytesAt(owner)
  const etag = answer.headers.get('etag')!
  const [part, rest] = await bytesAt(owner, { range: 'bytes=100-', 'if-range': etag })
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-${whole.length - 1}/${whole.length}`,
  ])
  expect(rest.equals(whole.subarray(100))).toBe(true)
  const [other] = await bytesAt(owner, { range: 'bytes=100-', 'if-range': '"another"' })
  expect(other.status).toBe(200)
  const head = await owner.fetch(partOf(owner), { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(whole.length))
})

test('its page says what of it was downloaded', async () => {
  const browser = await prepared(await enterRoom(app, room.guid, cora, somebody()), room.items['Contracts'])
  expect(browser.text()).not.toMatch(/Downloading|completed/)
  await bytesAt(browser, { range: 'bytes=0-9' })
  expect((await browser.reload()).text()).toContain('Downloading zip: 1 of 2 files sent')
  const [, bytes] = await bytesAt(browser)
  expect((await browser.reload()).text()).toContain('Download completed')
  await browser.follow('Back to the data room')
  expect(browser.heading()).toBe('Project Alba')
  await bytesAt(await prepared(browser, room.items['Contracts']), { range: `bytes=${bytes.length - 9}-` })
  expect((await browser.reload()).text()).not.toMatch(/Downloading|completed/)
})

test('a right that is taken away ends the download at the next file, and no part of it is resumed', async () => {
  const browser = await prepared(await enterRoom(app, room.guid, dora, somebody()))
  const answer = await browser.fetch(partOf(browser))
  const reader = answer.body!.getReader()
  const first = await reader.read()
  expect(first.done).toBe(false)
  const rest = await browser.fetch(partOf(browser), { headers: { range: 'bytes=10-' } })
  const resumed = rest.body!.getReader()
  await makeRule(app, room.members[dora]!, room.items['note.pdf']!, 1)
  const refused = await browser.fetch(partOf(browser), { headers: { range: 'bytes=10-' } })
  expect([refused.status, await refused.text()]).toEqual([
    409,
    'What you can download has changed since this ZIP was prepared. Prepare it again.\n',
  ])
  await expect(readAll(resumed)).rejects.toMatchObject({ problem: 'zipChanged' })
})

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (;;) if ((await reader.read()).done) return
}

test('each file that was sent is recorded as downloaded, once for an archive; of the owner nothing is', async () => {
  const recorded = async (name = 'plan') => {
    await app.settle()
    const kinds = await eventKinds(app, room.items[`Contracts/${name}.pdf`]!)
    return kinds.filter((kind) => kind === 'Download').length
  }
  const [before, beside] = [await recorded(), await recorded('lease')]
  const browser = await prepared(await enterRoom(app, room.guid, cora, somebody()), room.items['Contracts'])
  await browser.fetch(partOf(browser), { method: 'HEAD' })
  expect(await recorded()).toBe(before)
  await bytesAt(browser, { range: 'bytes=0-9' })
  expect([await recorded(), await recorded('lease')]).toEqual([before, beside + 1])
  await bytesAt(browser)
  await bytesAt(browser)
  expect([await recorded(), await recorded('lease')]).toEqual([before + 1, beside + 1])
  await bytesAt(await prepared(owner, room.items['Contracts']))
  expect(await recorded()).toBe(before + 1)
})

test('while it is prepared its page says how far it is, renews itself, and offers an email', async () => {
  const { kysely } = app.strongroom.services.database
  const browser = await prepared(await enterRoom(app, room.guid, cora, somebody()), room.items['Contracts'])
  await kysely.updateTable('zip').set({ ready_at: null }).execute()
  await kysely.updateTable('zip_entry').set({ sha256: null }).execute()
  await browser.reload()
  expect(browser.text()).toContain('Processing file 1 of 2')
  expect(browser.page.root.querySelector('meta[http-equiv=refresh]')?.getAttribute('content')).toBe('3')
  expect((await browser.fetch(`${browser.url.pathname}/1`)).status).toBe(404)
  await browser.send('emailMe')
  expect(browser.text()).toContain('We’ll email you when the files are ready')
})

test('after three days there is nothing of it, and nothing stored for it', async () => {
  const browser = await prepared(await enterRoom(app, room.guid, cora, somebody()))
  const part = partOf(browser)
  const { services } = app.strongroom
  app.clock.advance(3 * 86_400_000 + 1)
  expect((await browser.fetch(part)).status).toBe(404)
  await services.sweep()
  for (const table of ['zip', 'zip_part', 'zip_entry'] as const)
    expect(await services.database.kysely.selectFrom(table).selectAll().execute()).toEqual([])
  expect((await services.files.uploads.inspect()).objects).toBe(0)
})
