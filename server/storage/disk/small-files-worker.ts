import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { keySize } from '#server/storage/sealed/nonces.ts'
import { openSmallInto } from '#server/storage/sealed/small-objects.ts'
import { SealBroken } from '#server/storage/sealed/sealing.ts'
import type { Answer, ReadRequest, Failure, Reading } from './small-files.ts'

const { root, maxBytes, slow } = workerData as Reading
const guidLength = 32

/** Into this each file is read that is opened at once. */
const scratch = Buffer.allocUnsafeSlow(maxBytes + 1)

/** One after the other; where one takes longer than `slow` (ms), those behind it at the same time. */
async function answer({ id, guids, sizes, gaps, keys, length }: ReadRequest): Promise<void> {
  const bytes = Buffer.from(new ArrayBuffer(length))
  const failures: Failure[] = []
  let at = 0
  const places = Array.from(sizes, (size, index) => {
    at += gaps[index]!
    const guid = guids.slice(index * guidLength, (index + 1) * guidLength)
    const key = Buffer.from(keys.buffer, index * keySize, keySize)
    const place = { guid, size, key, file: fileOf(guid), into: bytes.subarray(at, at + size) }
    at += size
    return place
  })
  const attempt = (guid: string, work: () => void): void => {
    try {
      work()
    } catch (error) {
      failures.push(failureOf(guid, error))
    }
  }
  let read = 0
  for (let isSlow = false; !isSlow && read < places.length && failures.length === 0; read++) {
    const began = performance.now()
    const place = places[read]!
    attempt(place.guid, () => openSmallInto(place.into, place, readNow(place.file)))
    isSlow = performance.now() - began > slow
  }
  const later = failures.length > 0 ? [] : places.slice(read)
  const soon = later.map(async (place) => {
    const stored = await readSoon(place.file).catch((error: unknown) => failureOf(place.guid, error))
    if (Buffer.isBuffer(stored)) attempt(place.guid, () => openSmallInto(place.into, place, stored))
    else failures.push(stored)
  })
  await Promise.all(soon)
  const [failure] = failures
  if (failure) return parentPort!.postMessage({ id, failure } satisfies Answer)
  const { buffer } = bytes
  parentPort!.postMessage({ id, bytes: buffer } satisfies Answer, [buffer])
}

function fileOf(guid: string): string {
  return `${root}/${guid.slice(0, 2)}/${guid.slice(2, 4)}/${guid}`
}

/** Good until the next one is read. Throws. */
function readNow(file: string): Buffer {
  const handle = openSync(file, 'r')
  try {
    // A file gives all it has at once.
    const length = readSync(handle, scratch, 0, maxBytes + 1, 0)
    if (length > maxBytes) throw new TooLarge()
    return scratch.subarray(0, length)
  } finally {
    closeSync(handle)
  }
}

async function readSoon(file: string): Promise<Buffer> {
  await using handle = await open(file, 'r')
  const { size } = await handle.stat()
  if (size > maxBytes) throw new TooLarge()
  return handle.readFile()
}

class TooLarge extends Error {
  readonly code = 'TOO_LARGE'

  constructor() {
    super('A small file is larger than expected')
  }
}

function failureOf(guid: string, error: unknown): Failure {
  if (error instanceof SealBroken) return { guid, code: 'BROKEN', message: error.message, broken: error.what }
  const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException
  return { guid, code, message }
}

parentPort!.on('message', (request: ReadRequest) => void answer(request))
