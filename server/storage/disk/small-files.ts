import { Worker } from 'node:worker_threads'
import { workerEntry } from '#server/packaged.ts'

/**
 * Files to read, at most so many bytes each, one after the other; where one takes longer than `slow` (ms), those behind
 * it at the same time.
 */
export type Asked = { id: number; files: string[]; maxBytes: number; slow: number }
/** Their bytes one behind the other; of each its length, or why there is none. */
export type Answer = { id: number; bytes: ArrayBuffer; found: (number | { code: string; message: string })[] }

type Wanted = { file: string; resolve: (bytes: Buffer) => void; reject: (error: Error) => void }

/** After this long (ms) without work the thread ends. */
const idle = 10_000

/**
 * Reads small files in a thread. From here each would take an opening, a reading and a closing that others do and that
 * have to be asked for one by one: together that takes longer than everything else that is done with a small file.
 */
export class SmallFiles {
  readonly #maxBytes: number
  readonly #slow: number
  #worker: Worker | null = null
  #wanted: Wanted[] = []
  #asked = new Map<number, Wanted[]>()
  #count = 0
  #timer: NodeJS.Timeout | undefined

  /** A disk that takes longer than `slow` for a file has to look for it; milliseconds. */
  constructor(maxBytes: number, slow = 2) {
    this.#maxBytes = maxBytes
    this.#slow = slow
  }

  /** The bytes of a file. What is asked for at the same moment is read together. Throws as the file system does. */
  read(file: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#wanted.length === 0) setImmediate(() => this.#ask())
      this.#wanted.push({ file, resolve, reject })
    })
  }

  #ask(): void {
    const wanted = this.#wanted
    this.#wanted = []
    const id = this.#count++
    clearTimeout(this.#timer)
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    this.#asked.set(id, wanted)
    const files = wanted.map(({ file }) => file)
    worker.postMessage({ id, files, maxBytes: this.#maxBytes, slow: this.#slow } satisfies Asked)
  }

  #start(): Worker {
    const worker = new Worker(workerEntry('storage/disk/small-files-worker'), { env: {} })
    worker.on('message', (answer: Answer) => this.#take(answer))
    worker.on('error', (error) => this.#lose(worker, error))
    worker.on('exit', () => this.#lose(worker, new Error('The thread that reads small files ended')))
    return worker
  }

  #take({ id, bytes, found }: Answer): void {
    const wanted = this.#asked.get(id) ?? []
    this.#asked.delete(id)
    let at = 0
    for (const [index, one] of found.entries()) {
      const { resolve, reject } = wanted[index]!
      if (typeof one === 'number') resolve(Buffer.from(bytes, at, one))
      else reject(Object.assign(new Error(one.message), { code: one.code }))
      if (typeof one === 'number') at += one
    }
    if (this.#asked.size > 0) return
    const worker = this.#worker
    worker?.unref()
    this.#timer = setTimeout(() => this.#end(worker), idle).unref()
  }

  #end(worker: Worker | null): void {
    if (this.#asked.size > 0 || this.#worker !== worker) return
    this.#worker = null
    void worker?.terminate()
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = null
    const lost = [...this.#asked.values()].flat()
    this.#asked.clear()
    for (const { reject } of lost) reject(error)
  }
}
