import { afterEach, beforeEach, expect, test, vi } from 'vitest'
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
