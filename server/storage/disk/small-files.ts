import { Worker } from 'node:worker_threads'
import { workerEntry } from '#server/packaged.ts'
import { keySize } from '#server/storage/sealed/nonces.ts'
import { lengthOf } from '#server/storage/sealed/small-objects.ts'
import { SealBroken } from '#server/storage/sealed/sealing.ts'
import { ObjectMissing, type SmallObject } from '#server/storage/storage.ts'

/** What the thread begins with: the folder of all objects, and how many bytes of a file it reads at most. */
export type Reading = { root: string; maxBytes: number; slow: number }
/** Objects, in few values: a list of so many would be copied one by one. Their guids are one behind the other. */
export type ReadRequest = {
  id: number
  guids: string
  sizes: Uint32Array
  gaps: Uint32Array
  keys: Uint8Array
  length: number
}
/** Why there is nothing of an object: as the file system says, or with `broken`, what of it is damaged. */
export type Failure = { guid: string; code: string; message: string; broken?: string }
export type Answer = { id: number; bytes: ArrayBuffer } | { id: number; failure: Failure }

type Wanted = { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }

/** After this long (ms) without work the thread ends. */
const idle = 30_000
/** What it decrypts lies outside its heap, and goes when that is swept: a small one is swept often. */
const limits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 64 }

/**
 * Reads and opens small objects of a folder in a thread. From here each would take an opening, a reading and a closing
 * that others do and that have to be asked for one by one, and then be decrypted: together that takes longer than
 * everything else that is done with a small file.
 */
export class SmallFiles {
  readonly #reading: Reading
  #worker: Worker | null = null
  #pending = new Map<number, Wanted>()
  #count = 0
  #timer: NodeJS.Timeout | undefined

  /** A disk that takes longer than `slow` for a file has to look for it; milliseconds. */
  constructor(root: string, maxBytes: number, slow = 2) {
    this.#reading = { root, maxBytes, slow }
  }

  /** All of them, each behind its gap. Throws SealBroken, ObjectMissing, and as the file system does. */
  read(objects: readonly SmallObject[]): Promise<Buffer> {
    const id = this.#count++
    clearTimeout(this.#timer)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    const keys = new Uint8Array(objects.length * keySize)
    for (const [at, { key }] of objects.entries()) keys.set(key, at * keySize)
    const request: ReadRequest = {
      id,
      guids: objects.map(({ guid }) => guid).join(''),
      sizes: Uint32Array.from(objects, ({ size }) => size),
      gaps: Uint32Array.from(objects, ({ gap }) => gap),
      keys,
      length: lengthOf(objects),
    }
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      worker.postMessage(request, [keys.buffer])
    })
  }

  #start(): Worker {
    const entry = workerEntry('storage/disk/small-files-worker')
    const worker = new Worker(entry, { env: {}, workerData: this.#reading, resourceLimits: limits })
    worker.on('message', (answer: Answer) => this.#take(answer))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('The thread that reads small files ended')))
    return worker
  }

  #take(answer: Answer): void {
    const wanted = this.#pending.get(answer.id)
    this.#pending.delete(answer.id)
    if ('bytes' in answer) wanted?.resolve(Buffer.from(answer.bytes))
    else wanted?.reject(errorOf(answer.failure))
    if (this.#pending.size > 0) return
    const worker = this.#worker
    worker?.unref()
    this.#timer = setTimeout(() => this.#end(worker), idle).unref()
  }

  #end(worker: Worker | null): void {
    if (this.#pending.size > 0 || this.#worker !== worker) return
    this.#worker = null
    void worker?.terminate()
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const lost = [...this.#pending.values()]
    this.#pending.clear()
    for (const { reject } of lost) reject(error)
  }
}

function errorOf({ guid, code, message, broken }: Failure): Error {
  if (broken !== undefined) return new SealBroken(guid, broken)
  return code === 'ENOENT' ? new ObjectMissing(guid) : Object.assign(new Error(message), { code })
}
