import type { Browser } from './browser.ts'
import { tokenOn } from './unoffered.ts'

export type TusAnswer = { status: number; headers: Headers; problem: string | undefined }
type Wanted = { name?: string; size: number; more?: Record<string, string>; headers?: Record<string, string> }

/** A client of resumable uploads with the cookies of a browser, which says each step and what was answered. */
export class TusClient {
  readonly #browser: Browser
  token = ''

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** Gets the token that the forms of this browser carry. */
  async begin(): Promise<this> {
    await this.#browser.open(this.#browser.cookies.value('session') ? '/share' : '/access/login')
    this.token = tokenOn(this.#browser)
    return this
  }

  /** Announces a file; `location` is where its bytes go. */
  async create({ name = 'notes.txt', size, more = {}, headers = {} }: Wanted, bytes?: Uint8Array) {
    const pairs = Object.entries({ filename: name, ...more })
    const metadata = pairs.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`).join(',')
    const sent = { 'upload-length': String(size), 'upload-metadata': metadata, ...headers }
    const answer = await this.send('POST', '/uploads/resumable', sent, bytes)
    return { ...answer, location: answer.headers.get('location') ?? '' }
  }

  /** Announces a file and brings its first bytes, or all of them, in the same request. */
  createWith(wanted: Wanted, bytes: Uint8Array) {
    const type = { 'content-type': 'application/offset+octet-stream', 'content-length': String(bytes.length) }
    return this.create({ ...wanted, headers: { ...type, ...wanted.headers } }, bytes)
  }

  /** A whole file; answers its ID. */
  async whole(wanted: Omit<Wanted, 'size'>, bytes: Uint8Array): Promise<string> {
    const { location, problem } = await this.create({ ...wanted, size: bytes.length })
    if (location === '') throw new Error(`The upload was refused: ${problem}`)
    const { status } = await this.patch(location, 0, bytes)
    if (status !== 204) throw new Error(`The bytes were refused with ${status}`)
    return fileOf(location)
  }

  /** Sends bytes that begin at an offset. */
  patch(location: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) {
    const sent = {
      'content-type': 'application/offset+octet-stream',
      'content-length': String(bytes.length),
      'upload-offset': String(offset),
      ...headers,
    }
    return this.send('PATCH', location, sent, bytes)
  }

  /** How much has arrived; null if there is no such upload for this client. */
  async offset(location: string): Promise<number | null> {
    const { status, headers } = await this.send('HEAD', location)
    return status === 200 ? Number(headers.get('upload-offset')) : null
  }

  async send(
    method: string,
    location: string,
    headers: Record<string, string> = {},
    bytes?: Uint8Array,
  ): Promise<TusAnswer> {
    const body = bytes ? { body: new Uint8Array(bytes) } : {}
    const own = { 'tus-resumable': '1.0.0', 'x-form-token': this.token }
    const answer = await this.#browser.fetch(location, { method, headers: { ...own, ...headers }, ...body })
    const text = await answer.text()
    const problem = text.startsWith('{') ? (JSON.parse(text) as { problem: string }).problem : undefined
    return { status: answer.status, headers: answer.headers, problem }
  }
}

export function fileOf(location: string): string {
  return location.split('/').at(-1)!
}
