import { createHash } from 'node:crypto'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { BoxServer } from '#tests/services/box.ts'
import type { CloudServer } from '#tests/services/cloud-server.ts'
import { DropboxServer } from '#tests/services/dropbox.ts'
import { GoogleServer } from '#tests/services/google.ts'
import { connectedCloud, lostCloud } from '#tests/support/clouds/connected.ts'
import type { Cloud, CloudItem, CloudPage } from './provider.ts'

const signal = new AbortController().signal
const all = { size: 100, cursor: null }

const providers: [CloudName, () => CloudServer, string][] = [
  ['box', () => new BoxServer(), '0'],
  ['dropbox', () => new DropboxServer(), '7001'],
  ['google', () => new GoogleServer(), 'root'],
]

async function problemOf(work: Promise<unknown>): Promise<Problem> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof Problem) return error
  throw new Error('That was no Problem.', { cause: error })
}

async function everything(cloud: Cloud, space: string, size: number): Promise<CloudItem[]> {
  const items: CloudItem[] = []
  let page: CloudPage = { items: [], next: null }
  do {
    page = await cloud.list({ space, folder: null }, { size, cursor: page.next }, signal)
    items.push(...page.items)
  } while (page.next !== null)
  return items
}

describe.each(providers)('%s', (name, make, space) => {
  async function begin() {
    const server = await make().listen()
    const cloud = connectedCloud(name, server, { whole: 10_000, start: 10_000, pause: 300 })
    const top = () => cloud.list({ space, folder: null }, all, signal)
    return { server, cloud, top }
  }

  test('shows folders and files with their sizes, times and hashes, folder by folder', async () => {
    const { server, cloud, top } = await begin()
    const folder = server.addFolder('Contracts')
    server.addFile('lease.pdf', 'the lease', folder)
    server.addFile('plan.txt', 'the plan')
    const { items } = await top()
    expect(items.map(({ name, kind }) => [name, kind])).toEqual([
      ['Contracts', 'folder'],
      ['plan.txt', 'file'],
    ])
    const inside = await cloud.list({ space, folder: items[0]!.id }, all, signal)
    const [lease] = inside.items
    expect(lease).toMatchObject({ name: 'lease.pdf', bytes: 9, exports: [], target: null })
    expect(lease!.modifiedAt).toBe(Date.parse('2026-11-20T10:00:00Z'))
    expect(await cloud.item(lease!.id, signal)).toEqual(lease)
    expect((await cloud.search('LEASE', all, signal)).items).toEqual([lease])
  })

  test('gives the bytes whose hash it named, and the rest of them from anywhere', async () => {
    const { server, cloud, top } = await begin()
    const content = Buffer.alloc(5 * 1024 * 1024, 'strongroom')
    server.addFile('large.bin', content)
    const item = (await top()).items[0]!
    const opened = await cloud.open(item, {}, signal)
    expect([opened.bytes, opened.from, opened.revision]).toEqual([content.length, 0, item.revision])
    const bytes = await buffer(opened.body)
    expect(bytes.equals(content)).toBe(true)
    expect(item.hash!.value).toBe(hashAs(item.hash!.kind, bytes))
    const rest = await cloud.open(item, { from: 4_000_000 }, signal)
    expect([rest.from, rest.bytes]).toEqual([4_000_000, content.length - 4_000_000])
    expect((await buffer(rest.body)).equals(content.subarray(4_000_000))).toBe(true)
  })

  test('says where it begins if the provider sends the whole although a part was asked for', async () => {
    const { server, cloud, top } = await begin()
    server.addFile('plan.txt', 'the plan')
    server.faults.noRanges = true
    const opened = await cloud.open((await top()).items[0]!, { from: 4 }, signal)
    expect([opened.from, await text(opened.body)]).toEqual([0, 'the plan'])
  })

  test('names another revision once the bytes differ', async () => {
    const { server, cloud, top } = await begin()
    const id = server.addFile('plan.txt', 'the plan')
    const before = (await top()).items[0]!
    server.change(id, 'another plan')
    const after = await cloud.item(before.id, signal)
    expect(after.revision).not.toBe(before.revision)
    const opened = await cloud.open(before, {}, signal)
    expect([opened.revision, await text(opened.body)]).toEqual([after.revision, 'another plan'])
  })

  test('pages through 2,500 files, each once, while some are removed between the pages', async () => {
    const { server, cloud } = await begin()
    const ids = Array.from({ length: 2500 }, (_, at) => server.addFile(`file ${at}.txt`, 'x'))
    expect(new Set((await everything(cloud, space, 1000)).map(({ name }) => name)).size).toBe(2500)
    server.faults.betweenPages = () => void server.nodes.delete(ids.pop()!)
    const left = await everything(cloud, space, 200)
    expect(new Set(left.map(({ id }) => id)).size).toBe(left.length)
    expect(left.length).toBeGreaterThan(2400)
  })

  test('gets another token where one has ended, between two requests and never twice for one', async () => {
    const { server, cloud, top } = await begin()
    server.addFile('plan.txt', 'the plan')
    const item = (await top()).items[0]!
    server.endAccess()
    expect(await text((await cloud.open(item, {}, signal)).body)).toBe('the plan')
    const lost = lostCloud(name, server)
    expect((await problemOf(lost.item(item.id, signal))).problem).toBe('cloudDisconnected')
    expect((await problemOf(lost.open(item, {}, signal))).problem).toBe('cloudDisconnected')
  })

  test('waits as long as the provider says, in seconds or without a number', async () => {
    const { server, top } = await begin()
    server.faults.busy = { times: 1, retryAfter: '3600' }
    expect(await problemOf(top())).toMatchObject({ problem: 'cloudBusy', wait: 3_600_000 })
    server.faults.busy = { times: 1, retryAfter: null }
    expect(await problemOf(top())).toMatchObject({ problem: 'cloudBusy', wait: 60_000 })
    expect((await top()).items).toEqual([])
  })

  test('ends a body with an error that is cut, or where nothing comes any more', async () => {
    const { server, cloud, top } = await begin()
    server.addFile('large.bin', Buffer.alloc(1_000_000))
    const item = (await top()).items[0]!
    server.faults.cut = { times: 1, after: 500_000 }
    await expect(buffer((await cloud.open(item, {}, signal)).body)).rejects.toThrow(
      /terminated|aborted|closed|hang up/,
    )
    server.faults.stuck = { times: 1, after: 1000 }
    await expect(buffer((await cloud.open(item, {}, signal)).body)).rejects.toThrow('too slow')
    expect((await buffer((await cloud.open(item, {}, signal)).body)).length).toBe(1_000_000)
  })

  test('says that something is gone, and that the provider fails', async () => {
    const { server, cloud, top } = await begin()
    const id = server.addFile('plan.txt', 'the plan')
    const item = (await top()).items[0]!
    server.nodes.delete(id)
    expect((await problemOf(cloud.item(item.id, signal))).problem).toBe('cloudGone')
    expect((await problemOf(cloud.open(item, {}, signal))).problem).toBe('cloudGone')
    server.faults.failing = 1
    expect((await problemOf(top())).problem).toBe('cloudFailed')
  })

  test('takes what is no answer for none: half of one, a page for people, and one failure after another', async () => {
    const { server, top } = await begin()
    server.addFile('plan.txt', 'the plan')
    server.faults.truncated = 1
    expect((await problemOf(top())).problem).toBe('cloudFailed')
    server.faults.page = { times: 1, of: /./ }
    expect((await problemOf(top())).problem).toBe('cloudFailed')
    server.faults.failing = 3
    for (let times = 0; times < 3; times++) expect((await problemOf(top())).problem).toBe('cloudFailed')
    expect((await top()).items).toHaveLength(1)
  })

  test('reads a file whose length is not said to its end, and notices that it is cut', async () => {
    const { server, cloud, top } = await begin()
    server.addFile('large.bin', Buffer.alloc(1_000_000))
    const item = (await top()).items[0]!
    server.faults.noLength = true
    const opened = await cloud.open(item, { from: 1000 }, signal)
    expect([opened.bytes, (await buffer(opened.body)).length]).toEqual([null, 999_000])
    server.faults.cut = { times: 1, after: 500_000 }
    await expect(buffer((await cloud.open(item, {}, signal)).body)).rejects.toThrow(
      /terminated|aborted|closed|hang up/,
    )
  })

  test('waits until a date by the clock of the provider, however wrong that is', async () => {
    const { server, top } = await begin()
    const there = Date.now() - 90 * 86_400_000
    const inAnHour = new Date(there + 3_600_000).toUTCString()
    server.faults.busy = { times: 1, retryAfter: inAnHour }
    server.date = new Date(there).toUTCString()
    const problem = await problemOf(top())
    expect(problem).toMatchObject({ problem: 'cloudBusy', wait: 3_600_000 })
    expect(problem.text).toContain('Try again in 60 minutes.')
  })

  test('sends nothing to the provider for ids that it cannot have given out', async () => {
    const { server, cloud } = await begin()
    for (const id of ['../users/me', "x' or '1' = '1", 'a'.repeat(3000), '', 'file-1/../../x']) {
      expect((await problemOf(cloud.item(id, signal))).problem).toBe('cloudGone')
      const where = { space, folder: id }
      const listed = async () => cloud.list(where, all, signal)
      expect((await problemOf(listed())).problem).toBe('cloudGone')
    }
    expect(server.requests).toEqual([])
  })

  test('ends with whoever does not want it any more', async () => {
    const { server, cloud, top } = await begin()
    server.addFile('large.bin', Buffer.alloc(1_000_000))
    const item = (await top()).items[0]!
    await expect(cloud.item(item.id, AbortSignal.abort(new Error('Stopped.')))).rejects.toThrow('Stopped.')
    server.faults.stuck = { times: 1, after: 1000 }
    const stopping = new AbortController()
    const { body } = await cloud.open(item, {}, stopping.signal)
    stopping.abort(new Error('Stopped.'))
    await expect(buffer(body)).rejects.toThrow('Stopped.')
  })
})

function hashAs(kind: NonNullable<CloudItem['hash']>['kind'], bytes: Buffer): string {
  if (kind !== 'dropbox') return createHash(kind).update(bytes).digest('hex')
  const whole = createHash('sha256')
  for (let at = 0; at < bytes.length; at += 4_194_304)
    whole.update(
      createHash('sha256')
        .update(bytes.subarray(at, at + 4_194_304))
        .digest(),
    )
  return whole.digest('hex')
}
