import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import type { Answer, Asked } from './small-files.ts'

type Failure = { code: string; message: string }

async function answer({ id, files, maxBytes, slow }: Asked): Promise<void> {
  const all: (Buffer | Failure)[] = []
  for (let isSlow = false; !isSlow && all.length < files.length;) {
    const at = performance.now()
    all.push(readNow(files[all.length]!, maxBytes))
    isSlow = performance.now() - at > slow
  }
  all.push(...(await Promise.all(files.slice(all.length).map((file) => readSoon(file, maxBytes)))))
  const buffers = all.filter((one) => Buffer.isBuffer(one))
  const bytes = new Uint8Array(buffers.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const buffer of buffers) {
    bytes.set(buffer, at)
    at += buffer.length
  }
  const found = all.map((one) => (Buffer.isBuffer(one) ? one.length : one))
  parentPort!.postMessage({ id, bytes: bytes.buffer, found } satisfies Answer, [bytes.buffer])
}

function readNow(file: string, maxBytes: number): Buffer | Failure {
  let handle: number | null = null
  try {
    handle = openSync(file, 'r')
    const { size } = fstatSync(handle)
    if (size > maxBytes) return tooLarge
    const bytes = Buffer.allocUnsafe(size)
    return readSync(handle, bytes, 0, size, 0) === size ? bytes : cutOff
  } catch (error) {
    return failureOf(error)
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

async function readSoon(file: string, maxBytes: number): Promise<Buffer | Failure> {
  try {
    await using handle = await open(file, 'r')
    const { size } = await handle.stat()
    return size > maxBytes ? tooLarge : await handle.readFile()
  } catch (error) {
    return failureOf(error)
  }
}

const tooLarge: Failure = { code: 'TOO_LARGE', message: 'A small file is larger than expected' }
const cutOff: Failure = { code: 'CUT_OFF', message: 'A stored object ended too early' }

function failureOf(error: unknown): Failure {
  const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException
  return { code, message }
}

parentPort!.on('message', (asked: Asked) => void answer(asked))
