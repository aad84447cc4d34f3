import busboy, { type Busboy } from 'busboy'
import * as fc from 'fast-check'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { budget, seed } from '#tests/support/world/budget.ts'
import { BoundarySearch, searchNatively } from './boundary-search.ts'
import { readMultipart } from './multipart.ts'

const boundary = '-x-'
const delimiter = `\r\n--${boundary}`

type Read = { fields: string[]; files: string[]; failure: string | null }

function parser(): Busboy {
  return busboy({ headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
}

/** What a parser reads of a body that arrives in these chunks. */
async function readWith(parsing: Busboy, chunks: readonly string[]): Promise<Read> {
  const read: Read = { fields: [], files: [], failure: null }
  parsing.on('field', (name, value) => read.fields.push(`${name}=${value}`))
  parsing.on('file', (name, stream) => {
    const at = read.files.push(`${name}:`) - 1
    stream.on('data', (chunk: Buffer) => (read.files[at] += chunk.toString('latin1')))
    stream.on('error', () => undefined)
  })
  const ended = finished(parsing)
  for (const chunk of chunks) parsing.write(Buffer.from(chunk, 'latin1'))
  parsing.end()
  await ended.catch((error: Error) => (read.failure = error.message))
  return read
}

function isReplaced(parsing: Busboy): boolean {
  return (parsing as unknown as { _bparser: unknown })._bparser instanceof BoundarySearch
}

const head = '\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n'
const fieldHead = '\r\nContent-Disposition: form-data; name="v"\r\n\r\n'

test('files and fields are found wherever a chunk ends', async () => {
  const content = `a${delimiter.slice(0, -1)}\r\r\n\r\n--${boundary.slice(1)}\r`
  const body = `--${boundary}${fieldHead}${content}${delimiter}${head}${content}${delimiter}${head}${delimiter}--\r\n`
  for (let length = 1; length <= body.length; length++) {
    const parsing = searchNatively(parser())
    expect(isReplaced(parsing)).toBe(true)
    const chunks = body.match(new RegExp(`[^]{1,${length}}`, 'g'))!
    expect(await readWith(parsing, chunks)).toEqual({
      fields: [`v=${content}`],
      files: [`f:${content}`, 'f:'],
      failure: null,
    })
  }
})

test('a delimiter in the middle of the head of a part is a malformed head', async () => {
  const cut = `--${boundary}${head.slice(0, -2)}${delimiter}${head}x${delimiter}--`
  expect(await readWith(searchNatively(parser()), [cut])).toEqual({
    fields: [],
    files: [],
    failure: 'Malformed part header',
  })
})

test('a form with such a head is answered, and a file that began there is not waited for', async () => {
  const body = `--${boundary}${head.slice(0, -2)}${delimiter}\r\n${head}y${delimiter}--\r\n`
  for (const length of [1, 10, 1_000]) {
    const incoming = Readable.from(
      body.match(new RegExp(`[^]{1,${length}}`, 'g'))!.map((some) => Buffer.from(some)),
    )
    const headers = new Headers({ 'content-type': `multipart/form-data; boundary=${boundary}` })
    const form = await readMultipart(incoming, headers, {
      tokenField: null,
      onFile: (_, __, stream) => text(stream),
    })
    expect(form.problem?.problem).toBe('badForm')
  }
})

test('any bytes are read as busboy reads them by itself, where no head is cut off, and come to an end', async () => {
  const piece = fc.constantFrom(
    delimiter,
    delimiter,
    `${delimiter}--`,
    head,
    fieldHead,
    `--${boundary}`,
    delimiter.slice(0, 5),
    boundary,
    '\r\n',
    '\r',
    '\n',
    '-',
    'xyz',
    'a'.repeat(40),
  )
  const bodies = fc.array(piece, { maxLength: 25 }).map((pieces) => `--${boundary}${head}${pieces.join('')}`)
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(bodies, lengths, async (body, sizes) => {
      const chunks: string[] = []
      for (let at = 0, turn = 0; at < body.length; at += sizes[turn++ % sizes.length]!)
        chunks.push(body.slice(at, at + sizes[turn % sizes.length]!))
      const ours = await readWith(searchNatively(parser()), chunks)
      const isCut = ours.failure === 'Malformed part header'
      expect(ours).toEqual(isCut ? ours : await readWith(parser(), chunks))
    }),
    { numRuns: budget({ some: 1_000, all: 50_000 }), seed },
  )
})

test('a parser that has its search elsewhere keeps it', async () => {
  const parsing = parser()
  Object.assign(parsing, { _bparser: { push: () => undefined, destroy: () => undefined } })
  expect(isReplaced(searchNatively(parsing))).toBe(false)
})
