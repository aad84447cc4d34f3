import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { CookieJar } from './cookies.ts'
import { encodeForm, searchOf, type Entry, type UploadedFile } from './encode.ts'
import { Page, type Submission, type Wanted } from './page.ts'

export type Server = {
  handle(request: Request, client?: Client): Promise<Response>
  now(): number
}
export type BrowserOptions = {
  origin?: string
  ip?: string
  userAgent?: string
  /** `old`: sends no Origin and no Sec-Fetch headers, ignores formaction and form=, sends full paths, like lynx. */
  mode?: 'modern' | 'old'
}
/** Values of a form by name. */
type Values = Record<string, string | UploadedFile>
type Navigation = {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | string
  site?: string
}

/** A person at a browser without script. */
export class Browser {
  readonly cookies: CookieJar
  url: URL
  status = 0
  headers = new Headers()
  bytes: Uint8Array = new Uint8Array()
  page: Page = new Page('')
  readonly #server: Server
  readonly #client: Client
  readonly #isOld: boolean

  constructor(server: Server, options: BrowserOptions = {}) {
    this.#server = server
    this.#isOld = options.mode === 'old'
    this.#client = {
      ip: options.ip ?? '127.0.0.1',
      userAgent: options.userAgent ?? 'Mozilla/5.0 (X11; Linux x86_64)',
    }
    this.url = new URL(options.origin ?? 'http://localhost:3000')
    this.cookies = new CookieJar(server.now)
  }

  /** Types an address, or opens one that came by email. */
  async open(address: string): Promise<this> {
    return this.#go(this.#resolve(address), { site: 'none' })
  }

  async reload(): Promise<this> {
    return this.#go(this.url, { site: 'same-origin' })
  }

  /** Follows the one link with this text. */
  async follow(text: Wanted): Promise<this> {
    const [href, ...others] = [...new Set(this.page.links(text))]
    if (!href) throw new Error(`No link ${text} on ${this.path}:\n${this.text()}`)
    if (others.length > 0) throw new Error(`More than one link ${text}: ${[href, ...others].join(', ')}`)
    return this.#go(this.#resolve(href), { site: 'same-origin' })
  }

  fill(label: Wanted, value: string): this {
    this.page.fill(label, value)
    return this
  }

  choose(label: Wanted, group?: string): this {
    this.page.choose(label, group ? { group } : {})
    return this
  }

  clear(label: Wanted): this {
    this.page.choose(label, { isChosen: false })
    return this
  }

  select(label: Wanted, option: Wanted): this {
    this.page.select(label, option)
    return this
  }

  attach(label: Wanted, ...files: UploadedFile[]): this {
    this.page.attach(label, files)
    return this
  }

  /** Presses a button; `change` lets a test send what the page did not offer. */
  async press(button: Wanted, change: (entries: Entry[]) => Entry[] = (entries) => entries): Promise<this> {
    const submission = this.page.press(button)
    return this.submit({ ...submission, entries: change(submission.entries) })
  }

  /** Sends the form with this intent, some of its values replaced by name: short, for what a test takes for granted. */
  async send(intent: string, values: Values = {}): Promise<this> {
    return this.submit(this.#filled(intent, values))
  }

  /** A double click: the form with this intent goes twice at the same moment. Answers both; the page stays. */
  async sendTwice(intent: string, values: Values = {}): Promise<[Response, Response]> {
    const { action, encoding, entries } = this.#filled(intent, values)
    const { contentType, body } = encodeForm(entries, encoding)
    const headers = { 'content-type': contentType, 'content-length': String(body.length) }
    const once = () => this.fetch(action, { method: 'POST', headers, body })
    return Promise.all([once(), once()])
  }

  #filled(intent: string, values: Values): Submission {
    const submission = this.page.submission(this.page.form(intent))
    const kept = submission.entries.filter(({ name }) => !(name in values))
    const given = Object.entries(values).map(([name, value]) => ({ name, value }))
    const [files, texts] = [
      given.filter(({ value }) => typeof value !== 'string'),
      given.filter(({ value }) => typeof value === 'string'),
    ]
    return { ...submission, entries: [...kept, ...texts, ...files] }
  }

  async submit({ action, method, encoding, entries }: Submission): Promise<this> {
    // Some text browsers post such a form to the page without its query.
    if (!action) throw new Error(`A form on ${this.path} does not name its address`)
    const target = this.#resolve(action)
    if (method !== 'post') {
      target.search = searchOf(entries).toString()
      return this.#go(target, { site: 'same-origin' })
    }
    const { contentType, body } = encodeForm(entries, encoding, { sendsPaths: this.#isOld })
    return this.#go(target, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType, 'content-length': String(body.length) },
      site: 'same-origin',
    })
  }

  /** One request with this browser's cookies that leaves its page alone: an image, a range, an attack. */
  async fetch(address: string, navigation: Navigation = {}): Promise<Response> {
    return this.#request(this.#resolve(address), { site: 'same-origin', ...navigation })
  }

  /** What a person reads on the page. */
  text(): string {
    return this.page.text()
  }

  heading(): string {
    return this.page.heading()
  }

  title(): string {
    return this.page.title()
  }

  /** Path and query of the page. */
  get path(): string {
    return this.url.pathname + this.url.search
  }

  #resolve(address: string): URL {
    const target = new URL(address, this.url)
    if (target.origin !== this.url.origin) throw new Error(`${address} leads away from ${this.url.origin}`)
    return target
  }

  async #go(target: URL, navigation: Navigation): Promise<this> {
    let [here, next] = [target, navigation]
    for (let hops = 0; hops < 10; hops++) {
      const response = await this.#request(here, next)
      const location = response.headers.get('location')
      if (response.status < 300 || response.status > 399 || !location) return this.#show(here, response)
      await response.body?.cancel()
      const keepsMethod = response.status === 307 || response.status === 308
      const hash = here.hash
      here = this.#resolve(new URL(location, here).href)
      here.hash ||= hash
      next = keepsMethod ? next : { site: next.site ?? 'none' }
    }
    throw new Error(`Too many redirects from ${target.href}`)
  }

  async #request(
    target: URL,
    { method = 'GET', headers = {}, body, site = 'none' }: Navigation,
  ): Promise<Response> {
    const sent = new Headers({
      host: target.host,
      'user-agent': this.#client.userAgent,
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    })
    if (site === 'same-origin') sent.set('referer', this.url.href.replace(/#.*$/, ''))
    if (!this.#isOld) {
      sent.set('sec-fetch-site', site)
      sent.set('sec-fetch-mode', 'navigate')
      sent.set('sec-fetch-dest', 'document')
      if (method !== 'GET' && method !== 'HEAD') sent.set('origin', this.url.origin)
    }
    const cookie = this.cookies.header(target, { isOld: this.#isOld })
    if (cookie) sent.set('cookie', cookie)
    for (const [name, value] of Object.entries(headers)) sent.set(name, value)
    const address = new URL(target)
    address.hash = ''
    const request = new Request(address, { method, headers: sent, body: body ?? null })
    const response = await this.#server.handle(request, this.#client)
    for (const line of response.headers.getSetCookie()) this.cookies.keep(line, target)
    // Wherever a test is told to come again later, it is told when.
    if (response.status === 429 && !/^[1-9]\d*$/.test(response.headers.get('retry-after') ?? ''))
      throw new Error(`${address.pathname} says 429, and not when to come again`)
    return response
  }

  async #show(here: URL, response: Response): Promise<this> {
    this.url = here
    this.status = response.status
    this.headers = response.headers
    this.bytes = new Uint8Array(await response.arrayBuffer())
    const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false
    this.page = new Page(isHtml ? Buffer.from(this.bytes).toString('utf8') : '', { isOld: this.#isOld })
    return this
  }
}
