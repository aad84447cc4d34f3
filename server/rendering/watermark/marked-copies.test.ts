import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeLog } from '#server/log.ts'
import { Aside } from '#server/storage/aside.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import type { DocumentPasswords } from '#server/rendering/pdf/document-passwords.ts'
import { RenderError, type RenderEngine, type WatermarkLook } from '#server/rendering/engine.ts'
import { MarkedCopies, type CopiedFile } from './marked-copies.ts'
import type { Rendering } from '#server/rendering/rendering.ts'

const mebibyte = 1024 * 1024
const look = {} as WatermarkLook
const document = {
  guid: 'g',
  objectGuid: 'o',
  kind: 'pdf',
  pageCount: 1,
  name: 'plan.pdf',
  mediaType: 'application/pdf',
  size: 8 * mebibyte,
} as CopiedFile
const picture = { ...document, kind: 'image', name: 'plan.png', mediaType: 'image/png' } as CopiedFile

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-copies-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Way = { max?: number; cannotStamp?: boolean; page?: () => Buffer }

/** Copies of eight MiB, made by nothing in particular. */
function open({ max = 1024 * mebibyte, cannotStamp, page }: Way = {}): MarkedCopies {
  const made = (): Uint8Array => Buffer.alloc(8 * mebibyte, 'marked')
  const stamp = async (): Promise<Uint8Array[]> => {
    if (cannotStamp) throw new RenderError('unsupported')
    return [made()]
  }
  const engine = { stamp, markPicture: async () => ({ bytes: made() }) }
  const rendering = {
    async *pdf() {
      yield page?.() ?? Buffer.from('pictures of pages')
    },
  }
  return new MarkedCopies({
    engine: engine as unknown as RenderEngine,
    rendering: rendering as unknown as Rendering,
    conversions: { find: async () => null } as unknown as Conversions,
    passwords: { find: async () => null } as unknown as DocumentPasswords,
    vault: { bytes: async () => Buffer.from('original') } as unknown as Vault,
    log: makeLog('silent'),
    aside: new Aside({ folder, max, hasRoom: async () => true }),
  })
}

test.each([document, picture])(
  'readers who take their time with $name hold no copy in memory',
  async (file) => {
    const copies = open()
    const before = process.memoryUsage().arrayBuffers
    const readings = []
    for (let reader = 0; reader < 40; reader++) {
      const reading = copies.copy(file, look).bytes[Symbol.asyncIterator]()
      const { value } = await reading.next()
      expect(Buffer.from(value as Uint8Array).toString('latin1', 0, 6)).toBe('marked')
      readings.push(reading)
    }
    const each = (process.memoryUsage().arrayBuffers - before) / readings.length
    for (const reading of readings) await reading.return!()
    expect(each).toBeLessThan(mebibyte)
  },
)

test.each([
  ['on disk', 1024 * mebibyte, 0.5 * mebibyte],
  ['in memory where there is no room', mebibyte / 2, 1.1 * mebibyte],
])('the page at which a reader of pictures of pages takes their time waits %s', async (_, max, reach) => {
  const copies = open({ max, cannotStamp: true, page: () => Buffer.alloc(mebibyte, 'page') })
  const before = process.memoryUsage().arrayBuffers
  const readings = []
  for (let reader = 0; reader < 40; reader++) {
    const reading = copies.copy(document, look).bytes[Symbol.asyncIterator]()
    const { value } = await reading.next()
    expect(Buffer.from((value as Uint8Array).subarray(0, 8)).toString()).toBe('pagepage')
    readings.push(reading)
  }
  const each = (process.memoryUsage().arrayBuffers - before) / readings.length
  for (const reading of readings) await reading.return!()
  expect(each).toBeLessThan(reach)
})

test('where too many copies wait a document leaves as pictures of its pages, and a picture is asked for later', async () => {
  const copies = open({ max: 10 * mebibyte })
  const first = copies.copy(document, look).bytes[Symbol.asyncIterator]()
  await first.next()
  const second = copies.copy(document, look).bytes[Symbol.asyncIterator]()
  expect(String((await second.next()).value)).toBe('pictures of pages')
  const third = copies.copy(picture, look).bytes[Symbol.asyncIterator]()
  await expect(third.next()).rejects.toMatchObject({ problem: 'tooManyTransfers', http: 503 })
  await first.return!()
  const again = copies.copy(picture, look).bytes[Symbol.asyncIterator]()
  expect((await again.next()).done).toBe(false)
  await again.return!()
})
