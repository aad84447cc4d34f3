import type { DetailedError, Upload } from 'tus-js-client'
import { partBytes } from '#server/rules/files/resumable.ts'
import { href, routes } from '#app/routes.ts'
import type { Dropped } from './dropped-tree.ts'

/** One file of the tray. Bytes, and bytes per second; `id` is that of the stored file, once it is done. */
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

const maxAtOnce = 3
/** Between attempts over a line that fails, in milliseconds. */
const pauses = [0, 1000, 3000, 5000, 10_000]
const lineMessage = 'Network error. Please try again.'
/** How much the newest measure of the speed counts. */
const weight = 0.2

/**
 * Sends files while their form is filled in, some at once. What breaks off goes on where it was, also after the page was
 * left and the same file is chosen again.
 */
export class Transfers {
  readonly #options: Options
  readonly #uploads = new Map<number, Upload>()
  readonly #listeners = new Set<() => void>()
  #items: readonly Transfer[] = []
  #lastKey = 0

  constructor(options: Options) {
    this.#options = options
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The files in their order; another list after each change. */
  readonly items = (): readonly Transfer[] => this.#items

  /** Whether something waits or is on its way. */
  get isBusy(): boolean {
    return this.#items.some(({ state }) => state !== 'done' && state !== 'failed')
  }

  add(files: readonly Dropped[]): void {
    const begun = { state: 'waiting', sent: 0, speed: 0, reason: '', id: '' } as const
    this.#change([...this.#items, ...files.map((file) => ({ ...file, ...begun, key: ++this.#lastKey }))])
    this.#fillSlots()
  }

  /** Takes a file out of the list, and what has arrived of it from the server. */
  cancel(key: number): void {
    const upload = this.#uploads.get(key)
    this.#uploads.delete(key)
    this.#change(this.#items.filter((one) => one.key !== key))
    // What cannot be removed now runs out there by itself.
    void upload?.abort(true).catch(() => undefined)
    this.#fillSlots()
  }

  cancelAll(): void {
    for (const { key } of this.#items) this.cancel(key)
  }

  retry(key: number): void {
    this.#set(key, { state: 'waiting', reason: '', speed: 0 })
    this.#fillSlots()
  }

  /** Resolves when nothing is on its way. */
  async settled(): Promise<void> {
    while (this.isBusy)
      await new Promise<void>((resolve) => {
        const leave = this.subscribe(() => (leave(), resolve()))
      })
  }

  #fillSlots(): void {
    const busy = this.#items.filter(({ state }) => state === 'sending' || state === 'processing').length
    const next = this.#items.filter(({ state }) => state === 'waiting').slice(0, maxAtOnce - busy)
    for (const item of next) {
      this.#set(item.key, { state: 'sending' })
      this.#send(item).catch(() => this.#fail(item.key, lineMessage))
    }
  }

  async #send({ key, file, path }: Transfer): Promise<void> {
    // Only who sends files loads it.
    const { Upload } = await import('tus-js-client')
    const { token, place } = this.#options
    let last = { at: performance.now(), sent: 0 }
    const upload = new Upload(file, {
      endpoint: href(routes.uploads.index),
      chunkSize: partBytes,
      retryDelays: pauses,
      headers: { 'X-Form-Token': token },
      metadata: { filename: file.name, ...place },
      removeFingerprintOnSuccess: true,
      fingerprint: async () =>
        ['upload', place?.room, place?.folder, path, file.name, file.size, file.lastModified].join('/'),
      onProgress: (sent) => {
        const at = performance.now()
        const now = ((sent - last.sent) / Math.max(1, at - last.at)) * 1000
        const before = this.#items.find((one) => one.key === key)?.speed ?? 0
        const isFirst = last.sent === 0
        last = { at, sent }
        const speed = isFirst ? 0 : before === 0 ? now : before + weight * (now - before)
        this.#set(key, { sent, speed, state: sent < file.size ? 'sending' : 'processing' })
      },
      onError: (error) => this.#fail(key, reasonOf(error)),
      onSuccess: () => {
        this.#set(key, { state: 'done', sent: file.size, id: upload.url?.split('/').at(-1) ?? '' })
        this.#fillSlots()
      },
    })
    const [previous] = await upload.findPreviousUploads().catch(() => [])
    if (previous) upload.resumeFromPreviousUpload(previous)
    // Cancelled while it was looked for.
    if (!this.#items.some((one) => one.key === key)) return
    this.#uploads.set(key, upload)
    upload.start()
  }

  #fail(key: number, reason: string): void {
    this.#set(key, { state: 'failed', reason, speed: 0 })
    this.#fillSlots()
  }

  #set(key: number, change: Partial<Transfer>): void {
    if (!this.#items.some((one) => one.key === key)) return
    this.#change(this.#items.map((one) => (one.key === key ? { ...one, ...change } : one)))
  }

  #change(items: readonly Transfer[]): void {
    this.#items = items
    for (const listener of this.#listeners) listener()
  }
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
