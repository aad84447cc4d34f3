import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { ObjectMissing, type HaltingWriter, type Storage } from './storage.ts'

/** What is stored in a part of its own by the S3 store, and the borders that the other store must not notice. */
const firstPart = 16 + 80 * (64 * 1024 + 16)
const laterPart = 80 * (64 * 1024 + 16)
const head = 16 + 4 * (64 * 1024 + 16)
const mebibyte = 1024 * 1024

const sizes = [
  0,
  1,
  head - 1,
  head,
  head + 1,
  firstPart - 1,
  firstPart,
  firstPart + 1,
  firstPart + laterPart - 1,
  firstPart + laterPart,
  firstPart + laterPart + 1,
  30 * mebibyte,
]

/** What every store must do. `storageOf` answers the store that the running test uses. */
export function testStorageContract(storageOf: () => Storage): void {
  test.each(sizes)('%i bytes come back as they went in', async (size) => {
    const bytes = randomBytes(size)
    const name = await put(bytes)
    expect(await storageOf().size(name)).toBe(size)
    expect((await read(name, 0, size, mebibyte)).equals(bytes)).toBe(true)
    await storageOf().remove(name)
  })

  test('any range comes in pieces of exactly the size asked for, the last can be shorter', async () => {
    const bytes = randomBytes(head + 3000)
    const name = await put(bytes)
    const edges = [0, 1, 1000, head - 1, head, head + 1, head + 2999, bytes.length]
    for (const start of edges) {
      for (const end of edges.filter((edge) => edge >= start)) {
        const pieces = await piecesOf(name, start, end, 100_000)
        expect(Buffer.concat(pieces).equals(bytes.subarray(start, end))).toBe(true)
        expect(pieces.slice(0, -1).every((piece) => piece.length === 100_000)).toBe(true)
        expect(pieces.length).toBe(Math.ceil((end - start) / 100_000))
      }
    }
  })

  test('a range past the end is an error, not a short answer', async () => {
    const name = await put(Buffer.from('short'))
    await expect(read(name, 0, 9, 4)).rejects.toThrow('too early')
  })

  test('a reader who leaves early can read again, and so can others', async () => {
    const bytes = randomBytes(4 * mebibyte)
    const name = await put(bytes)
    const reader = await storageOf().open(name)
    for await (const piece of reader.read(0, bytes.length, mebibyte)) {
      expect(piece.equals(bytes.subarray(0, mebibyte))).toBe(true)
      break
    }
    const again = reader.read(mebibyte, bytes.length, mebibyte)[Symbol.asyncIterator]()
    expect((await again.next()).value.equals(bytes.subarray(mebibyte, 2 * mebibyte))).toBe(true)
    await again.return?.()
    await reader.close()
    expect((await read(name, 0, bytes.length, mebibyte)).equals(bytes)).toBe(true)
  })

  test('two readings of one reader do not disturb each other', async () => {
    const bytes = randomBytes(2 * mebibyte)
    const name = await put(bytes)
    const reader = await storageOf().open(name)
    const [one, other] = await Promise.all([
      joined(reader.read(0, bytes.length, 70_000)),
      joined(reader.read(5, bytes.length - 5, 300_000)),
    ])
    await reader.close()
    expect(one.equals(bytes)).toBe(true)
    expect(other.equals(bytes.subarray(5, -5))).toBe(true)
  })

  test('nothing is under a name before its commit, and nothing is left after abort', async () => {
    for (const size of [10, firstPart + 10]) {
      const name = newGuid()
      const writer = await storageOf().put(name)
      await writer.write([randomBytes(size)])
      await expectMissing(name)
      await writer.abort()
      await writer.abort()
      await expect(writer.commit()).rejects.toThrow(/abort|closed/)
      await expectMissing(name)
    }
    expect(await storageOf().sweep(Date.now() + 60_000)).toBe(0)
  })

  test('abort after commit removes nothing', async () => {
    const name = newGuid()
    const writer = await storageOf().put(name)
    await writer.write([Buffer.from('kept')])
    await writer.commit()
    await writer.abort()
    expect((await read(name, 0, 4, 4)).toString()).toBe('kept')
  })

  test('buffers can be used again as soon as they were written', async () => {
    const name = newGuid()
    const writer = await storageOf().put(name)
    const buffer = Buffer.alloc(mebibyte)
    for (let i = 0; i < 12; i++) {
      buffer.fill(i)
      await writer.write([buffer.subarray(0, 100), buffer.subarray(100)])
    }
    buffer.fill(99)
    await writer.commit()
    const bytes = await read(name, 0, 12 * mebibyte, mebibyte)
    for (let i = 0; i < 12; i++)
      expect(bytes.subarray(i * mebibyte, (i + 1) * mebibyte).every((b) => b === i)).toBe(true)
  })

  test('twelve writers at once do not mix', async () => {
    const all = Array.from({ length: 12 }, (_, index) => Buffer.alloc(firstPart + 1000 * index, index + 1))
    const names = await Promise.all(all.map((bytes) => put(bytes)))
    for (const [index, name] of names.entries()) {
      const bytes = all[index]!
      expect((await read(name, 0, bytes.length, mebibyte)).equals(bytes)).toBe(true)
      await storageOf().remove(name)
    }
  })

  test('when two write under one name, the object is all of one of them', async () => {
    const name = newGuid()
    const both = await Promise.all([storageOf().put(name), storageOf().put(name)])
    await Promise.all(both.map((writer, index) => writer.write([Buffer.alloc(firstPart + 10, index + 1)])))
    await Promise.all(both.map((writer) => writer.commit()))
    const bytes = await read(name, 0, firstPart + 10, mebibyte)
    expect([1, 2]).toContain(bytes[0])
    expect(bytes.every((byte) => byte === bytes[0])).toBe(true)
  })

  test('a removed object is gone, and removing it again is fine', async () => {
    const name = await put(Buffer.from('x'))
    await storageOf().remove(name)
    await storageOf().remove(name)
    await expectMissing(name)
  })

  test('the list names what is stored, with size and time', async () => {
    const names = await Promise.all(Array.from({ length: 3 }, () => put(Buffer.from('four'))))
    const found = new Map<string, number>()
    for await (const { name, size, modifiedAt } of storageOf().list()) {
      expect(Math.abs(modifiedAt - Date.now())).toBeLessThan(3_600_000)
      found.set(name, size)
    }
    for (const name of names) expect(found.get(name)).toBe(4)
  })

  test('what was never committed is swept when it is old enough', async () => {
    const [name, begun] = [await put(Buffer.from('whole')), await storageOf().put(newGuid())]
    await begun.write([randomBytes(2 * firstPart)])
    expect(await storageOf().sweep(Date.now() - 3_600_000)).toBe(0)
    expect(await storageOf().sweep(Date.now() + 3_600_000)).toBe(1)
    expect(await storageOf().sweep(Date.now() + 3_600_000)).toBe(0)
    expect((await read(name, 0, 5, 5)).toString()).toBe('whole')
    await begun.abort()
  })

  test.each([
    [1],
    [16],
    [head],
    [firstPart - 1],
    [firstPart],
    [firstPart + 1],
    [firstPart + laterPart],
    [firstPart + laterPart + head],
  ])('an object that was halted after %i bytes goes on there, by another writer', async (first) => {
    const bytes = randomBytes(firstPart + 3 * laterPart)
    const name = newGuid()
    const cuts = [0, first, first + laterPart, bytes.length]
    let mark = ''
    for (const [at, end] of [0, 1, 2].map((cut) => [cuts[cut]!, cuts[cut + 1]!] as const)) {
      const writer = await storageOf().resume(name, { bytes: at, mark })
      await writer.write([bytes.subarray(at, end)])
      if (end === bytes.length) await writer.commit()
      else mark = await writer.halt()
      await writer.abort()
      if (end < bytes.length) await expectMissing(name)
    }
    expect((await read(name, 0, bytes.length, mebibyte)).equals(bytes)).toBe(true)
    await storageOf().remove(name)
    expect(await storageOf().sweep(Date.now() + 3_600_000)).toBe(0)
  })

  test('what was written and not noted is told of, and written over', async () => {
    const bytes = randomBytes(firstPart + 2 * laterPart)
    const [name, begun] = await begin()
    await begun.write([bytes.subarray(0, firstPart + 1)])
    const mark = await begun.halt()
    await begun.write([bytes.subarray(firstPart + 1, firstPart + laterPart + 1)])
    await begun.halt()
    await begun.abort()
    const other = Buffer.from(bytes).fill(0, firstPart + 10, firstPart + 20)
    expect(begun.isWrittenOn).toBe(false)
    const changed = await storageOf().resume(name, { bytes: firstPart, mark })
    expect(changed.isWrittenOn).toBe(true)
    await changed.write([other.subarray(firstPart)])
    await changed.commit()
    expect((await read(name, 0, bytes.length, mebibyte)).equals(other)).toBe(true)
    // What was kept of a part under a mark that no one noted.
    await storageOf().sweep(Date.now() + 3_600_000)
  })

  test.each([
    ['the beginning of a part', 0, [100]],
    ['more of a beginning', 100, [100]],
    ['a beginning behind a part', firstPart, [100, 200]],
    ['a part', 0, [firstPart, laterPart]],
  ])('%s that was never noted is told of', async (_, noted, lengths) => {
    const [name, before] = await begin()
    await before.write([randomBytes(noted)])
    const mark = noted === 0 ? '' : await before.halt()
    for (const length of lengths) await before.write([randomBytes(length)]).then(() => before.halt())
    await before.abort()
    const after = await storageOf().resume(name, { bytes: noted, mark })
    expect(after.isWrittenOn).toBe(true)
    await after.abort()
    await storageOf().forget(name, mark)
    await storageOf().sweep(Date.now() + 3_600_000)
  })

  test('what was halted and forgotten is gone', async () => {
    const [name, writer] = await begin()
    await writer.write([randomBytes(firstPart + head)])
    const mark = await writer.halt()
    await writer.abort()
    await storageOf().forget(name, mark)
    await storageOf().forget(name, mark)
    await expect(storageOf().resume(name, { bytes: firstPart, mark })).rejects.toThrow(ObjectMissing)
    expect(await storageOf().sweep(Date.now() + 3_600_000)).toBe(0)
  })

  test('a name that is no guid is refused', async () => {
    for (const name of ['../../etc/passwd', '', 'a'.repeat(31), `${'a'.repeat(31)}/`]) {
      await expect(storageOf().open(name)).rejects.toThrow('guid')
      await expect(storageOf().put(name)).rejects.toThrow('guid')
      await expect(storageOf().size(name)).rejects.toThrow('guid')
      await expect(storageOf().remove(name)).rejects.toThrow('guid')
    }
  })

  test('a store that works says so', async () => {
    await expect(storageOf().check()).resolves.toBeUndefined()
    const free = await storageOf().freeBytes()
    expect(free === null || free > 0).toBe(true)
  })

  async function begin(): Promise<[string, HaltingWriter]> {
    const name = newGuid()
    return [name, await storageOf().resume(name, { bytes: 0, mark: '' })]
  }

  async function put(bytes: Buffer): Promise<string> {
    const name = newGuid()
    const writer = await storageOf().put(name)
    // Chunks that meet no border of a part or a frame.
    for (let at = 0; at < bytes.length; at += 1_000_003)
      await writer.write([bytes.subarray(at, at + 1_000_003)])
    await writer.commit()
    return name
  }

  async function piecesOf(name: string, start: number, end: number, pieceSize: number): Promise<Buffer[]> {
    const reader = await storageOf().open(name)
    const pieces: Buffer[] = []
    try {
      for await (const piece of reader.read(start, end, pieceSize)) pieces.push(Buffer.from(piece))
      return pieces
    } finally {
      await reader.close()
    }
  }

  async function read(name: string, start: number, end: number, pieceSize: number): Promise<Buffer> {
    return Buffer.concat(await piecesOf(name, start, end, pieceSize))
  }

  async function expectMissing(name: string): Promise<void> {
    await expect(storageOf().open(name)).rejects.toThrow(ObjectMissing)
    await expect(storageOf().size(name)).rejects.toThrow(ObjectMissing)
  }
}

async function joined(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}
