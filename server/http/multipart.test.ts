import {
  createServer,
  request as startRequest,
  type ClientRequest,
  type IncomingMessage,
  type Server,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { readMultipart, type MultipartForm, type MultipartOptions } from './multipart.ts'

const boundary = 'xYzZY'
const type = `multipart/form-data; boundary=${boundary}`

type Part = { name: string; value: string | Buffer; fileName?: string; mediaType?: string }

function part({ name, value, fileName, mediaType }: Part): Buffer {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  const kind = mediaType ? `\r\nContent-Type: ${mediaType}` : ''
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}${kind}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')])
}

function form(...parts: Part[]): Buffer {
  return Buffer.concat([...parts.map(part), Buffer.from(`--${boundary}--\r\n`)])
}

const token: Part = { name: 'token', value: 't' }

function file(name: string, value: string | Buffer, fileName = 'a.txt'): Part {
  return { name, value, fileName, mediaType: 'text/plain' }
}

async function whole(stream: Readable): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** Keeps what it was called with, and answers the file's content. */
function keeper(): { calls: string[]; onFile: MultipartOptions<string>['onFile'] } {
  const calls: string[] = []
  return {
    calls,
    async onFile(field, { fileName, mediaType }, stream, fields) {
      calls.push(`${field} ${fileName} ${mediaType} ${fields}`)
      return whole(stream)
    },
  }
}

function read<T>(
  body: Buffer,
  options: MultipartOptions<T>,
  contentType = type,
  chunkSize = 50,
): Promise<MultipartForm<T>> {
  const chunks = []
  for (let at = 0; at < body.length; at += chunkSize) chunks.push(body.subarray(at, at + chunkSize))
  return readMultipart(
    Readable.from(chunks, { objectMode: false }),
    new Headers({ 'content-type': contentType }),
    options,
  )
}

test('fields and files are read, each file with the fields before it', async () => {
  const { calls, onFile } = keeper()
  const body = form(
    token,
    file('one', 'first'),
    { name: 'message', value: 'häl\r\nlo' },
    file('two', 'second', 'b.txt'),
  )
  const read_ = await read(body, { onFile })
  expect(read_.problem).toBeNull()
  expect([...read_.fields]).toEqual([
    ['token', 't'],
    ['message', 'häl\r\nlo'],
  ])
  expect(read_.files).toEqual([
    { field: 'one', fileName: 'a.txt', value: 'first' },
    { field: 'two', fileName: 'b.txt', value: 'second' },
  ])
  expect(calls[0]).toBe('one a.txt text/plain token=t')
  expect(calls[1]).toContain('message=')
})

test('files are taken one after the other, however they arrive', async () => {
  let running = 0
  const body = form(token, ...[1, 2, 3, 4].map((n) => file(`f${n}`, 'x'.repeat(n * 70_000))))
  for (const chunkSize of [1_000, 10_000_000]) {
    const answer = await read(
      body,
      {
        async onFile(_field, _file, stream) {
          expect(++running).toBe(1)
          const { length } = await whole(stream)
          await new Promise(setImmediate)
          running--
          return length
        },
      },
      type,
      chunkSize,
    )
    expect(answer.files.map(({ value }) => value)).toEqual([70_000, 140_000, 210_000, 280_000])
  }
})

test('a file before the token is refused unread, and the fields still arrive', async () => {
  const { calls, onFile } = keeper()
  const answer = await read(form(file('file', 'x'), token), { onFile })
  expect(answer.problem?.problem).toBe('formExpired')
  expect(calls).toEqual([])
  expect(answer.fields.get('token')).toBe('t')
})

test('a file input in which nothing was chosen is no file', async () => {
  const { calls, onFile } = keeper()
  const empty = { name: 'file', value: '', fileName: '', mediaType: 'application/octet-stream' }
  const answer = await read(form(empty, token, empty), { onFile })
  expect(answer).toMatchObject({ files: [], problem: null })
  expect(calls).toEqual([])
})

test('an empty file that has a name is a file, and so are bytes without a name', async () => {
  const { calls, onFile } = keeper()
  const nameless = { name: 'file', value: 'bytes', fileName: '', mediaType: 'application/octet-stream' }
  const answer = await read(form(token, file('file', '', 'empty.txt'), nameless), { onFile })
  expect(answer.files.map(({ value }) => value)).toEqual(['', 'bytes'])
  expect(calls).toHaveLength(2)
})

test('of a path only the last segment is the name, composed', async () => {
  const { onFile } = keeper()
  const names = ['/home/me/report.pdf', 'C:\\Users\\me\\report.pdf', 'a/b\\c.txt', 'Gru\u0308ße 文.pdf']
  const answer = await read(form(token, ...names.map((name) => file('file', 'x', name))), { onFile })
  expect(answer.files.map(({ fileName }) => fileName)).toEqual([
    'report.pdf',
    'report.pdf',
    'c.txt',
    'Grüße 文.pdf',
  ])
})

test('a quoted boundary is read', async () => {
  const { onFile } = keeper()
  const answer = await read(form(token), { onFile }, `multipart/form-data; boundary="${boundary}"`)
  expect(answer.fields.get('token')).toBe('t')
})

test('what onFile refuses is in the answer, with every field, and later files are not taken', async () => {
  const { calls, onFile } = keeper()
  const refusing: typeof onFile = async (field, fileOf, stream, fields) => {
    if (field === 'bad') throw new Problem('fileTooLarge', { field })
    return onFile(field, fileOf, stream, fields)
  }
  const big = file('bad', 'x'.repeat(500_000))
  const body = form(token, file('good', 'x'), big, { name: 'message', value: 'kept' }, file('late', 'y'))
  const answer = await read(body, { onFile: refusing }, type, 10_000)
  expect(answer.problem).toMatchObject({ problem: 'fileTooLarge', field: 'bad' })
  expect(answer.fields.get('message')).toBe('kept')
  expect(answer.files.map(({ field }) => field)).toEqual(['good'])
  expect(calls).toHaveLength(1)
})

test('a file that was left half-read, or destroyed, does not hold the form up', async () => {
  for (const leave of [
    async (stream: Readable) => void (await stream.iterator({ destroyOnReturn: false }).next()),
    async (stream: Readable) => void stream.destroy(),
  ]) {
    const answer = await read(form(token, file('file', 'x'.repeat(300_000))), {
      async onFile(_field, _file, stream) {
        await leave(stream)
        throw new Problem('storageFull')
      },
    })
    expect(answer.problem?.problem).toBe('storageFull')
  }
})

test('an error that no one expected is thrown on', async () => {
  const reading = read(form(token, file('file', 'x')), {
    onFile: () => Promise.reject(new TypeError('a fault')),
  })
  await expect(reading).rejects.toThrow('a fault')
})

test('a body that ends too early is uploadBroken, wherever it ends', async () => {
  const { onFile } = keeper()
  const body = form(token, file('file', 'x'.repeat(1000)), { name: 'more', value: 'y' })
  for (let length = 0; length < body.length - 4; length += 7) {
    const answer = await read(body.subarray(0, length), { onFile })
    expect(answer.problem?.problem).toMatch(/uploadBroken|badForm/)
  }
})

test('limits on fields hold', async () => {
  const { onFile } = keeper()
  const long = { name: 'message', value: 'x'.repeat(2000) }
  expect((await read(form(long), { onFile, maxFieldBytes: 1000 })).problem?.problem).toBe('bodyTooLarge')
  expect((await read(form(long, long), { onFile, maxFormBytes: 3000 })).problem?.problem).toBe('bodyTooLarge')
  expect((await read(form(token, token, token), { onFile, maxFields: 2 })).problem?.problem).toBe(
    'bodyTooLarge',
  )
  const two = form(token, file('a', 'x'), file('b', 'y'))
  expect((await read(two, { onFile, maxFiles: 1 })).problem?.problem).toBe('tooManyFiles')
})

test('what is no multipart form is badForm', async () => {
  const { onFile } = keeper()
  for (const contentType of ['', 'multipart/form-data', 'text/plain', 'nonsense']) {
    expect((await read(Buffer.from('x'), { onFile }, contentType)).problem?.problem).toBe('badForm')
  }
})

test('after a refusal only a bounded part of the rest is read', async () => {
  let sent = 0
  const endless = Readable.from(
    (function* () {
      yield Buffer.concat([part(token), part(file('file', 'x')).subarray(0, -2)])
      for (;;) yield Buffer.alloc(64 * 1024, (sent += 64 * 1024) & 1)
    })(),
    { objectMode: false },
  )
  const answer = await readMultipart(endless, new Headers({ 'content-type': type }), {
    onFile: () => Promise.reject(new Problem('fileTooLarge')),
    drainLimits: { bytes: 1024 * 1024, milliseconds: 10_000 },
  })
  expect(answer.problem?.problem).toBe('fileTooLarge')
  expect(sent).toBeLessThan(2 * 1024 * 1024)
})

test('after a refusal a client that sends nothing more is not waited for without end', async () => {
  const silent = new Readable({ read() {} })
  silent.push(Buffer.concat([part(token), part(file('file', 'x')).subarray(0, -2)]))
  const answer = await readMultipart(silent, new Headers({ 'content-type': type }), {
    onFile: () => Promise.reject(new Problem('fileTooLarge')),
    drainLimits: { bytes: 1024, milliseconds: 20 },
  })
  expect(answer.problem?.problem).toBe('fileTooLarge')
})

test('of a form that is longer than would be read past nothing more is read', async () => {
  let sent = 0
  const endless = Readable.from(
    (function* () {
      yield Buffer.concat([part(token), part(file('file', 'x')).subarray(0, -2)])
      for (;;) yield Buffer.alloc(64 * 1024, (sent += 64 * 1024) & 1)
    })(),
    { objectMode: false },
  )
  const headers = new Headers({ 'content-type': type, 'content-length': '900000000' })
  const answer = await readMultipart(endless, headers, {
    onFile: () => Promise.reject(new Problem('fileTooLarge')),
  })
  expect(answer.problem?.problem).toBe('fileTooLarge')
  expect(sent).toBeLessThan(1024 * 1024)
})

let server: Server | null = null

afterEach(() => void server?.closeAllConnections())

/** A server that reads one form by `onFile`, and what came of it. */
async function serveOne<T>(
  options: MultipartOptions<T>,
): Promise<{ post: ClientRequest; read: Promise<MultipartForm<T>> }> {
  const { promise, resolve, reject } = Promise.withResolvers<MultipartForm<T>>()
  server = createServer((incoming: IncomingMessage) => {
    readMultipart(incoming, new Headers({ 'content-type': incoming.headers['content-type']! }), options).then(
      resolve,
      reject,
    )
  })
  await new Promise<void>((listening) => server!.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const post = startRequest({
    port,
    method: 'POST',
    headers: { 'content-type': type, 'content-length': 1_000_000 },
  })
  post.on('error', () => undefined)
  return { post, read: promise }
}

test('a client that leaves in the middle of a file is uploadBroken to the form and an error to its reader', async () => {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  let failed: unknown
  const { post, read: reading } = await serveOne({
    async onFile(_field, _file, stream) {
      start()
      try {
        return await whole(stream)
      } catch (error) {
        failed = error
        throw error
      }
    },
  })
  post.write(Buffer.concat([part(token), part(file('file', 'x'.repeat(5000)))]).subarray(0, -10))
  await started
  post.destroy()
  expect((await reading).problem?.problem).toBe('uploadBroken')
  expect(failed).toBeInstanceOf(Error)
})

test.each(['b.txt', ''])(
  'a client that leaves while its second file, named %j, waits is uploadBroken',
  async (name) => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
    const { post, read: reading } = await serveOne({
      async onFile(_field, _file, stream) {
        const text = await whole(stream)
        start()
        await gone
        return text
      },
    })
    post.write(
      Buffer.concat([
        part(token),
        part(file('one', 'x')),
        part({ ...file('two', 'y'.repeat(5000), name), mediaType: 'application/octet-stream' }),
      ]).subarray(0, -10),
    )
    await started
    post.destroy()
    await new Promise<void>((resolve) =>
      server!.getConnections(function wait(_error, count) {
        if (count === 0) resolve()
        else setImmediate(() => server!.getConnections(wait))
      }),
    )
    leave()
    const answer = await reading
    expect(answer.problem?.problem).toBe('uploadBroken')
    expect(answer.files.map(({ field }) => field)).toEqual(['one'])
  },
)

test('a client that left before the form was read is uploadBroken', async () => {
  const left = new Readable({ read() {} })
  left.on('error', () => undefined)
  left.destroy(new Error('aborted'))
  const answer = await readMultipart(left, new Headers({ 'content-type': type }), { onFile: async () => 1 })
  expect(answer.problem?.problem).toBe('uploadBroken')
})

test('a failure that concerns one file alone leaves the others as they are, and says which it was', async () => {
  const body = form(token, file('a', 'x'), file('b', 'bad', 'bad.txt'), file('c', 'y'), {
    name: 'message',
    value: 'hello',
  })
  const found = await read(body, {
    async onFile(_field, { fileName }, stream) {
      if (fileName === 'bad.txt') throw new Problem('fileTypeMismatch')
      return whole(stream)
    },
    isOfOneFile: () => true,
  })
  expect(found.problem).toBeNull()
  expect(found.files.map(({ field, value }) => [field, value])).toEqual([
    ['a', 'x'],
    ['c', 'y'],
  ])
  expect(found.refused).toMatchObject([
    { field: 'b', fileName: 'bad.txt', problem: { problem: 'fileTypeMismatch' } },
  ])
  expect(found.fields.get('message')).toBe('hello')
})

test('what is left of a refused file is read within bounds; beyond them the form ends there', async () => {
  const body = form(token, file('a', 'x'), file('b', 'z'.repeat(500_000), 'bad.txt'), file('c', 'y'))
  const found = await read(body, {
    async onFile(_field, { fileName }, stream) {
      if (fileName === 'bad.txt') throw new Problem('fileTooLarge')
      return whole(stream)
    },
    isOfOneFile: () => true,
    pastLimits: { bytes: 100_000, milliseconds: 60_000 },
  })
  expect(found.problem?.problem).toBe('fileTooLarge')
  expect(found.files.map(({ field }) => field)).toEqual(['a'])
})
