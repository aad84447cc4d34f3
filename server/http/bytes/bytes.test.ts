import { expect, test } from 'vitest'
import { sendBytes, type ByteOptions } from './bytes.ts'
import { contentDisposition } from './disposition.ts'
import { rangeOf } from './range.ts'

const text = 'abcdefghijklmnopqrstuvwxyz'
const options: ByteOptions = {
  name: 'letters.txt',
  mediaType: 'text/plain',
  etag: '"v1"',
  disposition: 'attachment',
}

type Log = string[]

function source(log: Log = [], bytes = Buffer.from(text)) {
  return {
    size: bytes.length,
    async *read(start: number, end: number) {
      log.push(`open ${start}-${end}`)
      try {
        for (let at = start; at < end; at += 10) yield bytes.subarray(at, Math.min(end, at + 10))
      } finally {
        log.push('done')
      }
    },
    close: () => void log.push('close'),
  }
}

function answer(headers: Record<string, string> = {}, method = 'GET', log: Log = []): Response {
  return sendBytes(new Request('http://here/bytes', { method, headers }), source(log), options)
}

async function range(header: string): Promise<[number, string | null, string]> {
  const response = answer({ range: header })
  return [response.status, response.headers.get('content-range'), await response.text()]
}

test('without a range everything is sent, and everything is let go of', async () => {
  const log: Log = []
  const response = answer({}, 'GET', log)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-length')).toBe('26')
  expect(response.headers.get('accept-ranges')).toBe('bytes')
  expect(await response.text()).toBe(text)
  expect(log).toEqual(['open 0-26', 'done', 'close'])
})

test('a single range is answered with 206 and just those bytes', async () => {
  expect(await range('bytes=0-0')).toEqual([206, 'bytes 0-0/26', 'a'])
  expect(await range('bytes=5-14')).toEqual([206, 'bytes 5-14/26', 'fghijklmno'])
  expect(await range('bytes=20-')).toEqual([206, 'bytes 20-25/26', 'uvwxyz'])
  expect(await range('bytes=20-900')).toEqual([206, 'bytes 20-25/26', 'uvwxyz'])
  expect(await range('bytes=-3')).toEqual([206, 'bytes 23-25/26', 'xyz'])
  expect(await range('bytes=-900')).toEqual([206, 'bytes 0-25/26', text])
})

test('several ranges, other units and nonsense get everything', async () => {
  for (const header of ['bytes=0-1,4-5', 'lines=1-2', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=a-b', '0-5']) {
    expect(await range(header)).toEqual([200, null, text])
  }
})

test('a range outside the bytes is 416 with the size', async () => {
  for (const header of ['bytes=26-', 'bytes=900-901', 'bytes=-0']) {
    expect(await range(header)).toEqual([416, 'bytes */26', ''])
  }
})

test('If-Range keeps the range only while the entity is the same', async () => {
  const same = answer({ range: 'bytes=0-1', 'if-range': '"v1"' })
  expect([same.status, await same.text()]).toEqual([206, 'ab'])
  for (const other of ['"v2"', 'W/"v1"', 'Sat, 01 Jan 2026 00:00:00 GMT']) {
    expect(answer({ range: 'bytes=0-1', 'if-range': other }).status).toBe(200)
  }
})

test('If-None-Match with the same tag is 304 and opens nothing', () => {
  for (const tag of ['"v1"', 'W/"v1"', '"v0", "v1"', '*']) {
    const log: Log = []
    expect(answer({ 'if-none-match': tag }, 'GET', log).status).toBe(304)
    expect(log).toEqual(['close'])
  }
  expect(answer({ 'if-none-match': '"v2"' }).status).toBe(200)
})

test('HEAD has the headers of GET and opens nothing', () => {
  const log: Log = []
  const response = answer({ range: 'bytes=5-14' }, 'HEAD', log)
  expect(response.status).toBe(206)
  expect(response.headers.get('content-length')).toBe('10')
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(response.body).toBeNull()
  expect(log).toEqual(['close'])
})

test('an answer that no one reads opens nothing; one that is cancelled lets go', async () => {
  const unread: Log = []
  answer({}, 'GET', unread)
  expect(unread).toEqual([])
  const log: Log = []
  const reader = answer({}, 'GET', log).body!.getReader()
  await reader.read()
  await reader.cancel()
  expect(log).toEqual(['open 0-26', 'close', 'done'])
})

test('a source that fails fails the body, and is closed', async () => {
  let isClosed = false
  const failing = {
    size: 5,
    async *read() {
      yield Buffer.from('ab')
      throw new Error('damaged')
    },
    close: () => void (isClosed = true),
  }
  const response = sendBytes(new Request('http://here/'), failing, options)
  await expect(response.text()).rejects.toThrow('damaged')
  expect(isClosed).toBe(true)
})

test('what a stranger uploaded cannot act in the browser or stay in a cache', () => {
  const { headers } = answer()
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
  expect(headers.get('cache-control')).toContain('private, no-store')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('content-disposition')).toBe('attachment; filename="letters.txt"')
})

test('an empty object is an empty answer', async () => {
  const empty = source([], Buffer.alloc(0))
  const response = sendBytes(new Request('http://here/', { headers: { range: 'bytes=0-' } }), empty, options)
  expect(response.status).toBe(416)
  expect(await sendBytes(new Request('http://here/'), empty, options).text()).toBe('')
})

test('a name in any script is sent twice, once in ASCII', () => {
  expect(contentDisposition('inline', 'Grüße (1).pdf')).toBe(
    `inline; filename="Gru_e (1).pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.pdf`,
  )
  expect(contentDisposition('attachment', '合同.pdf')).toBe(
    `attachment; filename="__.pdf"; filename*=UTF-8''%E5%90%88%E5%90%8C.pdf`,
  )
})

test('no name breaks out of its header', () => {
  const value = contentDisposition('attachment', 'a"; filename="b.exe\r\nSet-Cookie: x\ud800%41.pdf')
  expect(value).not.toMatch(/[\r\n]/)
  expect(value.split('; filename*=')[0]).toBe(
    'attachment; filename="a_; filename=_b.exe__Set-Cookie: x__41.pdf"',
  )
  expect(() => new Headers({ 'content-disposition': value })).not.toThrow()
})

test('spaces around the numbers of a range are allowed', () => {
  expect(rangeOf('bytes = 1 - 2', 10)).toEqual({ start: 1, end: 3 })
  expect(rangeOf(null, 10)).toBe('whole')
})
