import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BatchMemory } from './batch-memory.ts'
import { RoomBatch } from './room-batch.ts'
import type { Transfer } from './transfers.ts'

const place = { room: 'r', folder: 'f' }

/** The files that a tray has, which are all there. */
function arrived(...names: string[]) {
  let list = names.map((name, key) => ({ key, id: name, path: 'Deal', state: 'done' }) as Transfer)
  return {
    isBusy: false,
    items: () => list,
    settled: async () => undefined,
    release(keys: readonly number[]) {
      list = list.filter(({ key }) => !keys.includes(key))
    },
  }
}

/** A server that answers in turn; what it was sent. */
function serverThat(...answers: (Response | 'lost')[]) {
  const sent: URLSearchParams[] = []
  async function send(_: string, body: URLSearchParams): Promise<Response> {
    sent.push(new URLSearchParams(body))
    const answer = answers.shift() ?? ok()
    if (answer === 'lost') throw new Error('The line broke')
    return answer
  }
  return { sent, send }
}

function ok(): Response {
  return Response.json({ batch: 'b', to: '/notify', notMade: [] })
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('1,000 folders take five requests, the first of which begins the batch', async () => {
  const { sent, send } = serverThat()
  const batch = new RoomBatch({ place, token: 't', transfers: arrived(), send })
  await batch.make(Array.from({ length: 1000 }, (_, index) => `f${index}`))
  expect(sent.map((body) => body.getAll('folder').length)).toEqual([200, 200, 200, 200, 200])
  expect(sent.map((body) => body.get('batch'))).toEqual([null, 'b', 'b', 'b', 'b'])
})

test('long paths make more requests, none of which is too long', async () => {
  const { sent, send } = serverThat()
  const batch = new RoomBatch({ place, token: 't', transfers: arrived(), send })
  await batch.make(Array.from({ length: 100 }, () => 'x'.repeat(5000)))
  expect(sent.map((body) => body.getAll('folder').length)).toEqual([40, 40, 20])
})

test('no file is in the first request, and one whose answer was lost is sent again as it was', async () => {
  const { sent, send } = serverThat(ok(), 'lost', new Response(null, { status: 503 }))
  const transfers = arrived('a', 'b')
  const batch = new RoomBatch({ place, token: 't', transfers, choices: { sameName: 'both' }, send })
  const followed = batch.follow()
  await vi.runAllTimersAsync()
  await followed
  expect(sent.map((body) => body.getAll('file'))).toEqual([[], ['a', 'b'], ['a', 'b'], ['a', 'b']])
  expect(sent.map((body) => body.get('from'))).toEqual(['0', '0', '0', '0'])
  expect(sent[3]!.getAll('path')).toEqual(['a/Deal', 'b/Deal'])
  expect(sent[3]!.get('sameName')).toBe('both')
  expect([batch.sent, batch.to, transfers.items()]).toEqual([2, '/notify', []])
})

test('a refusal is said in the words of the server, and the files stay in the list', async () => {
  const { send } = serverThat(ok(), Response.json({ text: 'The room is archived.' }, { status: 403 }))
  const transfers = arrived('a')
  const batch = new RoomBatch({ place, token: 't', transfers, send })
  await expect(batch.follow()).rejects.toThrow('The room is archived.')
  expect(transfers.items()).toHaveLength(1)
})

/** A browser's own storage. */
function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const files = ['a', 'b', 'c'].map((name) => new File(['x'], name, { lastModified: 1 }))

/** The same files of the disk, each under an ID of its own in each page. */
function arrivedAgain(page: string, ...which: number[]) {
  const transfers = arrived(...which.map((index) => `${page}${index}`))
  const withFile = (one: Transfer) => ({ ...one, file: files[Number(one.id.at(-1))]! })
  return { ...transfers, items: () => transfers.items().map(withFile) }
}

test('a batch goes on in the page after the one that was left: a part without an answer is sent again as it was', async () => {
  const own = storage()
  const first = serverThat(ok(), ok(), ok(), ...Array<'lost'>(5).fill('lost'))
  const left = { place, token: 't', send: first.send, memory: new BatchMemory(place, () => own) }
  const before = new RoomBatch({ ...left, transfers: arrivedAgain('first-', 0) })
  await before.follow()
  const lost = new RoomBatch({ ...left, transfers: arrivedAgain('second-', 1) })
  await lost.goOn()
  await Promise.all([expect(lost.follow()).rejects.toThrow('Network error'), vi.runAllTimersAsync()])

  const { sent, send } = serverThat()
  const transfers = arrivedAgain('third-', 2)
  const again = new RoomBatch({
    place,
    token: 't',
    transfers,
    send,
    memory: new BatchMemory(place, () => own),
  })
  await again.goOn()
  expect(files.map((file) => again.hadAdded({ file, path: 'Deal' }))).toEqual([true, true, false])
  expect(again.hadAdded({ file: new File(['changed'], 'a', { lastModified: 2 }), path: 'Deal' })).toBe(false)
  await again.follow()
  expect(sent.map((body) => body.getAll('file'))).toEqual([['second-1'], ['third-2']])
  expect(sent.map((body) => [body.get('batch'), body.get('from')])).toEqual([
    ['b', '1'],
    ['b', '2'],
  ])
  again.forget()
  expect(new BatchMemory(place, () => own).read()).toBe(null)
})

test('a batch that is closed meanwhile is not gone on with', async () => {
  const tab = storage()
  const own = new BatchMemory(place, () => tab)
  own.write({ batch: 'old', to: '/old', sent: 7, added: [], pending: [] })
  const { sent, send } = serverThat(Response.json({ text: 'Not here.' }, { status: 404 }))
  const batch = new RoomBatch({ place, token: 't', transfers: arrived('a'), send, memory: own })
  await batch.goOn()
  await batch.follow()
  expect(sent.map((body) => [body.get('batch'), body.get('from')])).toEqual([
    ['old', '7'],
    [null, '0'],
    ['b', '0'],
  ])
})

test('each part writes what it added and not all that was added before, and all of it is read again', () => {
  const kept = new Map<string, string>()
  const lengths: number[] = []
  const tab = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem(key: string, value: string) {
      lengths.push(value.length)
      kept.set(key, value)
    },
  }
  const own = new BatchMemory(place, () => tab)
  const added: string[] = []
  for (let part = 0; part < 50; part++) {
    own.write({ batch: 'b', to: '/', sent: added.length, added, pending: [] })
    added.push(...Array.from({ length: 200 }, (_, index) => `Deal/file ${part * 200 + index}.pdf/10/1`))
    own.write({ batch: 'b', to: '/', sent: added.length, added, pending: [] })
  }
  expect(Math.max(...lengths)).toBeLessThan(2 * Math.max(...lengths.slice(0, 4)))
  expect(new BatchMemory(place, () => tab).read()).toMatchObject({ sent: 10_000, added })

  const next = new BatchMemory(place, () => tab)
  expect(next.read()?.added).toHaveLength(10_000)
  next.write({ batch: 'b', to: '/', sent: 10_001, added: [...added, 'one more'], pending: [] })
  expect(new BatchMemory(place, () => tab).read()?.added.slice(-2)).toEqual([added.at(-1), 'one more'])
  next.forget()
  expect([...kept.keys()]).toEqual([])
})

test('of a page that ends between the files of a part and its count, the part is sent again', () => {
  const tab = storage()
  const own = new BatchMemory(place, () => tab)
  own.write({ batch: 'b', to: '/', sent: 1, added: ['a'], pending: [{ id: '2', path: '', print: 'b' }] })
  const ending = new BatchMemory(place, () => ({
    ...tab,
    setItem: (key: string, value: string) => key.endsWith('/1') && tab.setItem(key, value),
    removeItem: () => undefined,
  }))
  ending.read()
  ending.write({ batch: 'b', to: '/', sent: 2, added: ['a', 'b'], pending: [] })
  const again = new BatchMemory(place, () => tab)
  expect(again.read()).toMatchObject({ sent: 1, added: ['a'], pending: [{ print: 'b' }] })
  again.write({ batch: 'b', to: '/', sent: 3, added: ['a', 'b', 'c'], pending: [] })
  expect(new BatchMemory(place, () => tab).read()?.added).toEqual(['a', 'b', 'c'])
})

test('what was left longer than its uploads are kept is forgotten, and so is what no browser keeps', () => {
  const tab = storage()
  const own = new BatchMemory(place, () => tab)
  own.write({ batch: 'b', to: '/', sent: 1, added: ['x'], pending: [] })
  expect(own.read()).toMatchObject({ batch: 'b', sent: 1, added: ['x'] })
  vi.advanceTimersByTime(24 * 60 * 60 * 1000)
  expect(own.read()).toBe(null)
  const full = new BatchMemory(place, () => ({
    ...storage(),
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }))
  const closed = new BatchMemory(place, () => {
    throw new DOMException('not here', 'SecurityError')
  })
  for (const memory of [full, closed]) {
    memory.write({ batch: 'b', to: '/', sent: 1, added: [], pending: [] })
    expect(memory.read()).toBe(null)
  }
})
