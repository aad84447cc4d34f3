import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { expect, onTestFinished, test } from 'vitest'
import { pino } from 'pino'
import { openStorage } from '#server/storage/open.ts'
import { problems } from '#server/rules/problems.ts'
import { Bucket } from '#tests/support/servers/bucket.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { FaultProxy, type Fault } from '#tests/support/servers/fault-proxy.ts'
import { makeOperator, makeShare } from '#tests/support/world/make.ts'
import { Dice } from './dice.ts'
import { expectText, OneServer } from './one-server.ts'

const megabyte = 1024 * 1024
const broken = { status: 500, code: 'InternalError' }
const busy = { status: 503, code: 'SlowDown' }
const typed = {
  recipients: 'rita@example.net',
  message: 'Read this by Monday',
  download: 'yes',
  watermark: 'off',
}
const dice = new Dice(7)

type World = { store: FaultProxy; bucket: Bucket; server: OneServer; olivia: Browser }

async function start(): Promise<World> {
  const bucket = await Bucket.make()
  onTestFinished(() => bucket.remove())
  const store = await FaultProxy.start(bucket.config.endpoint.href)
  onTestFinished(() => store.close())
  const server = await OneServer.start(bucket.env(store.origin))
  return { store, bucket, server, olivia: await makeOperator(server) }
}

function textFile(bytes: number) {
  return { name: 'notes.txt', type: 'text/plain', bytes: dice.text(bytes) }
}

async function trySharing(sender: Browser, file = textFile(4000)): Promise<Browser> {
  await sender.open('/share')
  return sender.send('share', { ...typed, file })
}

/** That the form came back, in words, with everything that was typed. */
function expectFormBack(sender: Browser): void {
  expectText(sender, 503, problems.storageAway.text)
  expect([sender.path, sender.heading()]).toEqual(['/share', 'Share a file'])
  const { entries } = sender.page.submission(sender.page.form('share'))
  expect(Object.fromEntries(entries.map(({ name, value }) => [name, value]))).toMatchObject(typed)
}

async function expectAway(sender: Browser, address: string): Promise<void> {
  const answer = await sender.fetch(address)
  expect([answer.status, await answer.text()]).toEqual([
    503,
    expect.stringContaining(problems.storageAway.whenRead),
  ])
}

test('people do not notice a store that fails a few times, is busy, or cuts a connection', async () => {
  const { store, server, olivia } = await start()
  const faults: Fault[][] = [
    [broken, broken, busy],
    ['gone', 'gone'],
    [busy, 'gone', broken],
  ]
  for (const some of faults) {
    const file = textFile(megabyte)
    store.next(...some)
    const guid = await makeShare(server, olivia, { ...typed, file })
    store.next(...some)
    const image = await olivia.fetch(`/view/${guid}/page/1`)
    expect([image.status, (await image.arrayBuffer()).byteLength]).toEqual([200, expect.any(Number)])
    store.next({ cutAfter: 300_000 }, ...some)
    const copy = await olivia.fetch(`/view/${guid}/download`)
    expect(file.bytes.equals(Buffer.from(await copy.arrayBuffer()))).toBe(true)
  }
})

test('while the store is gone people read why, lose nothing they typed, and go on when it is back', async () => {
  const { store, server, olivia } = await start()
  const file = textFile(megabyte)
  const guid = await makeShare(server, olivia, { ...typed, file })
  store.always('gone')
  await Promise.all([
    expectAway(olivia, `/view/${guid}/page/1`),
    expectAway(olivia, `/view/${guid}/download`),
  ])
  expectFormBack(await trySharing(olivia))
  // What needs no file works meanwhile.
  expect([(await olivia.open(`/s/${guid}`)).status, olivia.heading()]).toEqual([200, 'notes.txt'])
  await olivia.send('unshare')
  expect(olivia.text()).toContain('Share again')

  await trySharing(olivia)
  store.always(null)
  await olivia.send('share', { file })
  expect(olivia.path).toMatch(/^\/s\/[0-9a-f]{32}$/)
  await server.settle()
  for (const share of [guid, olivia.path.slice('/s/'.length)]) {
    expect((await olivia.fetch(`/view/${share}/page/1`)).status).toBe(200)
    const copy = await olivia.fetch(`/view/${share}/download`)
    expect(file.bytes.equals(Buffer.from(await copy.arrayBuffer()))).toBe(true)
  }
})

test('a store that takes requests and never answers keeps no one waiting for ever', async () => {
  const { store, server, olivia } = await start()
  const guid = await makeShare(server, olivia, { ...typed, file: textFile(4000) })
  const uploading = server.browser()
  Object.assign(uploading, { cookies: olivia.cookies })
  await uploading.open('/share')
  store.always('hang')
  await Promise.all([
    expectAway(olivia, `/view/${guid}/page/1`),
    expectAway(olivia, `/view/${guid}/download`),
    uploading.send('share', { ...typed, file: textFile(4000) }),
  ])
  expectFormBack(uploading)
  store.always(null)
  expect((await olivia.fetch(`/view/${guid}/page/1`)).status).toBe(200)
})

test('a download that breaks in the middle never ends as if it were whole, and goes on from there later', async () => {
  const { store, server, olivia } = await start()
  const file = textFile(12 * megabyte)
  const guid = await makeShare(server, olivia, { ...typed, file })
  const address = `/view/${guid}/download`
  let isCut = false
  store.rule = ({ method }) => {
    if (method !== 'GET' || isCut) return isCut ? 'gone' : null
    return { cutAfter: 5 * megabyte }
  }
  const answer = await olivia.fetch(address)
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(file.bytes.length)])
  const pieces: Uint8Array[] = []
  const reading = Readable.fromWeb(answer.body as ReadableStream)
  reading.on('data', (piece: Uint8Array) => {
    pieces.push(piece)
    isCut ||= Buffer.concat(pieces).length > megabyte
  })
  await expect(finished(reading)).rejects.toThrow('terminated')
  const first = Buffer.concat(pieces)
  expect(first.length).toBeLessThan(file.bytes.length)
  expect(first.equals(file.bytes.subarray(0, first.length))).toBe(true)

  store.always(null)
  const etag = answer.headers.get('etag')!
  const rest = await olivia.fetch(address, {
    headers: { range: `bytes=${first.length}-`, 'if-range': etag },
  })
  expect(rest.status).toBe(206)
  const whole = Buffer.concat([first, Buffer.from(await rest.arrayBuffer())])
  expect(whole.equals(file.bytes)).toBe(true)
})

test('of an upload that fails nothing is left, or no longer than until the store is cleared up', async () => {
  const { store, bucket, server, olivia } = await start()
  // The parts are refused: the upload can still be taken back.
  store.rule = ({ method, url }) => (method === 'PUT' && url.includes('partNumber=2') ? broken : null)
  expectFormBack(await trySharing(olivia, textFile(12 * megabyte)))
  expect([await bucket.unfinished(), await bucket.names()]).toEqual([[], []])
  // From its second part on the store is gone, so that no one can tell it to forget the first.
  let isGone = false
  store.rule = ({ url }) => {
    isGone ||= url.includes('partNumber=2')
    return isGone ? 'gone' : null
  }
  expectFormBack(await trySharing(olivia, textFile(12 * megabyte)))
  expect(await bucket.unfinished()).toHaveLength(1)
  const { kysely } = await server.database()
  expect(await kysely.selectFrom('file').selectAll().execute()).toEqual([])

  const log = pino({ level: 'silent' })
  const storage = await openStorage({ dataDir: server.dataDir, s3: bucket.config, isAlone: false, log })
  expect(await storage.sweep(Date.now() + 60_000)).toBe(1)
  expect([await bucket.unfinished(), await bucket.names()]).toEqual([[], []])
})
