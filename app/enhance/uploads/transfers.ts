import type { DetailedError, Upload } from 'tus-js-client'
import { partBytes } from '#server/rules/files/resumable.ts'
import { href, routes } from '#app/routes.ts'
import { setGoingOn } from './going-on.ts'
import type { Dropped } from './dropped-tree.ts'
import { SummedSource } from './summed-source.ts'

/** One file of the tray. Bytes, and bytes per second; `id` is that of the upload, and once it is done of the file. */
export type Transfer = Readonly<
  Dropped & {
    key: number
    state: 'waiting' | 'sending' | 'processing' | 'done' | 'failed'
    sent: number
    speed: number
    reason: string
    id: string
  }
>

/** The folder of a room that files are for. */
export type Place = { room: string; folder: string }
type Options = { token: string; place: Place | null }

const maxConcurrent = 3
/** Between attempts over a line that fails, in milliseconds. */
const pauses = [0, 1000, 3000, 5000, 10_000]
export const lineMessage = 'Network error. Please try again.'
/** Answers that another attempt may not get: it went on elsewhere, is held for a moment, or was damaged on its way. */
const passing = [409, 423, 460]
/** How much the newest measure of the speed counts. */
const weight = 0.2
/** Between two looks at the list, in milliseconds: thousands of files change it much more often. */
const tellsEvery = 100

/**
 * Sends files while their form is filled in, some at once. What breaks off goes on where it was, also after the page was
 * left and the same file is chosen again.
 */
export class Transfers {
  readonly #options: Options
  readonly #uploads = new Map<number, Upload>()
  readonly #listeners = new Set<() => void>()
  readonly #items = new Map<number, Transfer>()
  /** Keys of what waits, in order; some may have been taken out since. */
  #waiting: number[] = []
  #busy = 0
  #list: readonly Transfer[] | null = []
  #lastKey = 0
  readonly #released: string[] = []
  #isToTell = false
  #settled: (() => void)[] = []

  constructor(options: Options) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The files in their order; another list after each change. */
  readonly items = (): readonly Transfer[] => (this.#list ??= [...this.#items.values()])

  /** Names of the files that are where they belong by now, and were taken out of the list. */
  get released(): readonly string[] {
    return this.#released
  }

  /** Whether something waits or is on its way. */
  get isBusy(): boolean {
    return this.#busy > 0 || this.#waiting.some((key) => this.#items.has(key))
  }

  add(files: readonly Dropped[]): void {
    const begun = { state: 'waiting', sent: 0, speed: 0, reason: '', id: '' } as const
    for (const file of files) {
      const key = ++this.#lastKey
      this.#items.set(key, { ...file, ...begun, key })
      this.#waiting.push(key)
    }
    this.#changed()
    this.#fillSlots()
  }

  /** Notes files that are where they belong already. */
  pass(files: readonly Dropped[]): void {
    this.#released.push(...files.map(({ file }) => file.name))
    this.#changed()
  }

  /** Takes a file out of the list, and what has arrived of it from the server. */
  cancel(key: number): void {
    const upload = this.#uploads.get(key)
    this.#takeOut(key)
    // What cannot be removed now runs out there by itself.
    void upload?.abort(true).catch(() => undefined)
    this.#fillSlots()
  }

  cancelAll(): void {
    this.#waiting = []
    for (const key of this.#items.keys()) this.cancel(key)
  }

  /** Takes files out of the list that are in their place now. */
  release(keys: readonly number[]): void {
    for (const key of keys) {
      this.#released.push(this.#items.get(key)?.file.name ?? '')
      this.#takeOut(key)
    }
  }

  retry(key: number): void {
    this.#set(key, { state: 'waiting', reason: '', speed: 0 })
    this.#waiting.push(key)
    this.#fillSlots()
  }

  /** Resolves when nothing is on its way. */
  settled(): Promise<void> {
    if (!this.isBusy) return Promise.resolve()
    return new Promise((resolve) => this.#settled.push(resolve))
  }

  #fillSlots(): void {
    while (this.#busy < maxConcurrent && this.#waiting.length > 0) {
      const item = this.#items.get(this.#waiting.shift()!)
      if (item?.state !== 'waiting') continue
      this.#busy += 1
      this.#set(item.key, { state: 'sending' })
      this.#send(item).catch(() => this.#fail(item.key, lineMessage))
    }
    if (this.isBusy) return
    for (const resolve of this.#settled.splice(0)) resolve()
  }

  async #send({ key, file, path }: Transfer): Promise<void> {
    // Only who sends files loads it.
    const { Upload } = await import('tus-js-client')
    const { token, place } = this.#options
    let last = { at: performance.now(), sent: 0 }
    const source = new SummedSource()
    const upload = new Upload(file, {
      fileReader: source,
      onBeforeRequest: (request) => source.mark(request),
      onShouldRetry: ({ originalResponse }) => {
        const status = originalResponse?.getStatus() ?? 0
        return status < 400 || status >= 500 || passing.includes(status)
      },
      endpoint: href(routes.uploads.index),
      chunkSize: partBytes,
      // A small file is one request. Were its answer lost, it would be sent again, and not only its end.
      uploadDataDuringCreation: file.size <= partBytes,
      retryDelays: pauses,
      headers: { 'X-Form-Token': token },
      metadata: { filename: file.name, ...place },
      removeFingerprintOnSuccess: true,
      fingerprint: async () =>
        ['upload', place?.room, place?.folder, path, file.name, file.size, file.lastModified].join('/'),
      onUploadUrlAvailable: () => {
        const id = upload.url?.split('/').at(-1) ?? ''
        setGoingOn(id)
        this.#set(key, { id })
      },
      onProgress: (sent) => {
        const at = performance.now()
        const now = ((sent - last.sent) / Math.max(1, at - last.at)) * 1000
        const before = this.#items.get(key)?.speed ?? 0
        const isFirst = last.sent === 0
        last = { at, sent }
        const speed = isFirst ? 0 : before === 0 ? now : before + weight * (now - before)
        this.#set(key, { sent, speed, state: sent < file.size ? 'sending' : 'processing' })
      },
      onError: (error) => this.#fail(key, reasonOf(error)),
      onSuccess: () => this.#end(key, { state: 'done', sent: file.size }),
    })
    const [previous] = await upload.findPreviousUploads().catch(() => [])
    if (previous) upload.resumeFromPreviousUpload(previous)
    // Cancelled while it was looked for.
    if (!this.#items.has(key)) return
    this.#uploads.set(key, upload)
    upload.start()
  }

  #fail(key: number, reason: string): void {
    this.#end(key, { state: 'failed', reason, speed: 0 })
  }

  /** Frees the slot of a file. */
  #end(key: number, change: Partial<Transfer>): void {
    if (!isOnItsWay(this.#items.get(key))) return
    this.#busy -= 1
    this.#set(key, change)
    this.#fillSlots()
  }

  #takeOut(key: number): void {
    if (isOnItsWay(this.#items.get(key))) this.#busy -= 1
    this.#uploads.delete(key)
    this.#items.delete(key)
    this.#changed()
  }

  #set(key: number, change: Partial<Transfer>): void {
    const item = this.#items.get(key)
    if (!item) return
    this.#items.set(key, { ...item, ...change })
    this.#changed()
  }

  #changed(): void {
    this.#list = null
    if (this.#isToTell) return
    this.#isToTell = true
    setTimeout(() => {
      this.#isToTell = false
      for (const listener of this.#listeners) listener()
    }, tellsEvery)
  }
}

function isOnItsWay(item: Transfer | undefined): boolean {
  return item?.state === 'sending' || item?.state === 'processing'
}

/** What the server said, or that it could not be reached. */
function reasonOf(error: Error | DetailedError): string {
  const body = 'originalResponse' in error ? error.originalResponse?.getBody() : undefined
  try {
    return (JSON.parse(body ?? '') as { text?: string }).text ?? lineMessage
  } catch {
    return lineMessage
  }
}
