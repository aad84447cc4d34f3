import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { onTestFinished, TestRunner } from 'vitest'
import { client } from './client.ts'
import type { CloudConfig } from '#server/settings/clouds.ts'

export type Node = {
  id: string
  kind: 'folder' | 'file'
  name: string
  parent: string
  content: Buffer
  revision: string
  modifiedAt: string
  /** What only one provider has. */
  more: Record<string, unknown>
}

export type CloudRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type Answer = {
  status: number
  headers?: Record<string, string>
  json?: unknown
  bytes?: Buffer
  /** After how many bytes nothing more comes. */
  stopsAfter?: number
}

/** What goes wrong from now on; the numbers count down. */
export type Faults = {
  /** So many requests for data are refused as too many, and how many seconds they are told to wait. */
  busy: { times: number; retryAfter: string | null } | null
  /** So many requests for data fail with a 500. */
  failing: number
  /** So many downloads are cut after as many bytes. */
  cut: { times: number; after: number } | null
  /** So many downloads send nothing after as many bytes, and stay open. */
  stuck: { times: number; after: number } | null
  /** The hash that is named is that of other bytes. */
  wrongHash: boolean
  /** Ranges are not understood: the whole is sent. */
  noRanges: boolean
  /** So many responses to requests for such paths are a page for people, with status 200. */
  page: { times: number; of: RegExp } | null
  /** So many responses in JSON end in the middle. */
  truncated: number
  /** Downloads do not say how long they are. */
  noLength: boolean
  /** What is done before each page of a list but the first. */
  betweenPages: (() => void) | null
  /** What is done at each request, and after each piece of a download. */
  eachMoment: (() => void) | null
}

type Pair = { access: string; refresh: string | null; isOpen: boolean }

const pieceSize = 256 * 1024
const pageForPeople: Answer = {
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  bytes: Buffer.from('<!doctype html><title>Try again later</title>'),
}

/**
 * What the local providers have in common: files in memory, people who allow access at once, and tokens. Each provider
 * says which addresses there are and what they answer.
 */
export abstract class CloudServer {
  readonly faults: Faults = {
    busy: null,
    failing: 0,
    cut: null,
    stuck: null,
    wrongHash: false,
    noRanges: false,
    page: null,
    truncated: 0,
    noLength: false,
    betweenPages: null,
    eachMoment: null,
  }
  readonly requests: CloudRequest[] = []
  /** Of which files bytes were asked for, and from where on. */
  readonly downloads: { id: string; name: string; from: number }[] = []
  readonly nodes = new Map<string, Node>()
  /** What its clock says, if that is not the time. */
  date: string | null = null
  /** Whose storage it is. */
  person = { id: '1001', email: 'anna@cloud.example' }
  /** What is answered instead of access, by its name in OAuth; null: people allow it. */
  refusal: string | null = null
  readonly #codes = new Map<string, { challenge: string | null; redirectUri: string }>()
  readonly #tokens: Pair[] = []
  readonly #given: string[] = []
  readonly #server: Server
  #count = 0

  constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy())
    })
  }

  async listen(port = 0): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    if (TestRunner.getCurrentTest()) onTestFinished(() => this.close())
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** As the installation’s configuration names it. */
  get config(): CloudConfig {
    return { ...client, address: new URL(this.origin) }
  }

  /** Those that were given out and still work. */
  get openTokens(): string[] {
    return this.#tokens.filter(({ isOpen }) => isOpen).map(({ access }) => access)
  }

  /** Every secret that was given out, for tests that look where it must not be. */
  get secrets(): readonly string[] {
    return this.#given
  }

  /** Access tokens end; what they were made from stays. */
  endAccess(): void {
    for (const pair of this.#tokens) pair.isOpen = false
  }

  /** The person takes everything back. */
  endAll(): void {
    this.endAccess()
    for (const pair of this.#tokens) pair.refresh = null
  }

  /** Tokens as a program has them that was allowed access by itself. */
  giveTokens(): { access: string; refresh: string | null } {
    const { access, refresh } = this.#newPair()
    return { access, refresh }
  }

  addFolder(name: string, parent = this.root, more: Record<string, unknown> = {}): string {
    return this.#add({ kind: 'folder', name, parent, content: Buffer.alloc(0), more })
  }

  addFile(
    name: string,
    content: Buffer | string,
    parent = this.root,
    more: Record<string, unknown> = {},
  ): string {
    return this.#add({ kind: 'file', name, parent, content: Buffer.from(content), more })
  }

  change(id: string, content: Buffer | string): void {
    const node = this.nodes.get(id)!
    this.nodes.set(id, { ...node, content: Buffer.from(content), revision: this.nextId() })
  }

  /** Follows the browser through the pages of the provider, and returns where it is sent back to. */
  async allow(address: string): Promise<string> {
    const response = await fetch(address, { redirect: 'manual' })
    await response.body?.cancel()
    const back = response.headers.get('location')
    if (response.status !== 302 || back === null) throw new Error(`The provider answers ${response.status}.`)
    const { pathname, search } = new URL(back)
    return pathname + search
  }

  protected abstract readonly root: string
  protected abstract readonly paths: { authorize: string; token: string }
  /** Whether a refresh token works once, and another comes with each access token. */
  protected abstract readonly hasSingleUseRefresh: boolean
  protected abstract readonly hasVerifier: boolean
  protected abstract nextId(): string
  /** Of a request without a token: taking access back, and downloads at addresses that are secret. */
  protected abstract open(request: CloudRequest): Answer | null
  protected abstract answer(request: CloudRequest): Answer
  protected abstract unauthorized(): Answer
  protected abstract tooMany(): Answer
  /** What comes with the tokens. */
  protected tokenExtras(): Record<string, unknown> {
    return {}
  }

  protected count(): number {
    return ++this.#count
  }

  protected childrenOf(parent: string): Node[] {
    return [...this.nodes.values()].filter((node) => node.parent === parent)
  }

  protected hashed(kind: string, { content }: Node): string {
    const bytes = this.faults.wrongHash ? Buffer.concat([content, Buffer.from('!')]) : content
    return createHash(kind).update(bytes).digest('hex')
  }

  /** Closes what a token belongs to; false for none. */
  protected revoke(token: string): boolean {
    const pair = this.#tokens.find(({ access, refresh }) => access === token || refresh === token)
    if (!pair) return false
    Object.assign(pair, { isOpen: false, refresh: null })
    return true
  }

  /** The bytes of a file, or from where a range begins. */
  protected bytesOf(node: Node, request: CloudRequest, headers: Record<string, string> = {}): Answer {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? NaN)
    this.downloads.push({ id: node.id, name: node.name, from: start || 0 })
    const { stopsAfter } = node.more as { stopsAfter?: number }
    const stuck = stopsAfter === undefined ? {} : { stopsAfter }
    if (Number.isNaN(start) || this.faults.noRanges)
      return { status: 200, headers, bytes: node.content, ...stuck }
    if (start >= node.content.length) return { status: 416, headers }
    const range = `bytes ${start}-${node.content.length - 1}/${node.content.length}`
    return {
      status: 206,
      headers: { ...headers, 'Content-Range': range },
      bytes: node.content.subarray(start),
      ...stuck,
    }
  }

  #add(node: Omit<Node, 'id' | 'revision' | 'modifiedAt'>): string {
    const id = this.nextId()
    this.nodes.set(id, { ...node, id, revision: this.nextId(), modifiedAt: '2026-11-20T10:00:00Z' })
    return id
  }

  #newPair(): Pair {
    const secret = (): string => randomBytes(24).toString('base64url')
    const pair = { access: `access-${secret()}`, refresh: `refresh-${secret()}`, isOpen: true }
    this.#tokens.push(pair)
    this.#given.push(pair.access, pair.refresh)
    return pair
  }

  async #serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', this.origin)
    const body = (await buffer(incoming)).toString('utf8')
    const { method = 'GET', headers } = incoming
    const request = { method, path: url.pathname, query: url.searchParams, headers, body }
    this.requests.push(request)
    this.faults.eachMoment?.()
    if (this.date !== null) response.setHeader('Date', this.date)
    await this.#send(response, this.#decide(request))
  }

  #decide(request: CloudRequest): Answer {
    const { page } = this.faults
    if (page?.of.test(request.path) && page.times-- > 0) return pageForPeople
    if (request.path === this.paths.authorize) return this.#authorize(request.query)
    if (request.path === this.paths.token) return this.#token(new URLSearchParams(request.body))
    const open = this.open(request)
    if (open) return open
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!this.#tokens.some(({ access, isOpen }) => isOpen && access === given)) return this.unauthorized()
    const { busy } = this.faults
    if (busy && busy.times-- > 0) return this.tooMany()
    if (this.faults.failing-- > 0) return { status: 500, json: {} }
    return this.answer(request)
  }

  #authorize(query: URLSearchParams): Answer {
    const back = new URL(query.get('redirect_uri') ?? '')
    if (query.get('client_id') !== client.clientId || query.get('response_type') !== 'code')
      return { status: 400, json: {} }
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.refusal !== null) {
      back.searchParams.set('error', this.refusal)
      back.searchParams.set('error_description', 'The person <b>said</b> no.')
      return { status: 302, headers: { Location: back.href } }
    }
    const code = randomBytes(16).toString('base64url')
    const challenge = query.get('code_challenge')
    if (this.hasVerifier !== (challenge !== null)) return { status: 400, json: {} }
    this.#codes.set(code, { challenge, redirectUri: query.get('redirect_uri') ?? '' })
    back.searchParams.set('code', code)
    return { status: 302, headers: { Location: back.href } }
  }

  #token(form: URLSearchParams): Answer {
    const isKnown =
      form.get('client_id') === client.clientId && form.get('client_secret') === client.clientSecret
    if (!isKnown) return { status: 401, json: { error: 'invalid_client' } }
    const invalid = { status: 400, json: { error: 'invalid_grant', error_description: 'It does not work.' } }
    if (form.get('grant_type') === 'refresh_token') {
      const old = this.#tokens.find(
        ({ refresh }) => refresh !== null && refresh === form.get('refresh_token'),
      )
      if (!old) return invalid
      const pair = this.#newPair()
      if (!this.hasSingleUseRefresh) Object.assign(pair, { refresh: old.refresh })
      else old.refresh = null
      return this.#granted(pair, this.hasSingleUseRefresh)
    }
    const code = form.get('code') ?? ''
    const begun = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isRight = begun && (begun.challenge === null || begun.challenge === challenge)
    return isRight && form.get('redirect_uri') === begun.redirectUri
      ? this.#granted(this.#newPair(), true)
      : invalid
  }

  #granted({ access, refresh }: Pair, hasRefresh: boolean): Answer {
    const json = { access_token: access, expires_in: 3600, token_type: 'bearer', ...this.tokenExtras() }
    return { status: 200, json: hasRefresh ? { ...json, refresh_token: refresh } : json }
  }

  async #send(
    response: ServerResponse,
    { status, headers = {}, json, bytes, stopsAfter }: Answer,
  ): Promise<void> {
    if (bytes === undefined) {
      response.writeHead(
        status,
        json === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      )
      const text = json === undefined ? '' : JSON.stringify(json)
      response.end(this.faults.truncated-- > 0 ? text.slice(0, text.length / 2) : text)
      return
    }
    response.writeHead(
      status,
      this.faults.noLength ? headers : { 'Content-Length': bytes.length, ...headers },
    )
    if (stopsAfter !== undefined) {
      response.write(bytes.subarray(0, stopsAfter))
      return
    }
    const { cut, stuck } = this.faults
    if (cut && cut.times-- > 0) {
      response.write(bytes.subarray(0, cut.after), () => response.destroy())
      return
    }
    if (stuck && stuck.times-- > 0) {
      response.write(bytes.subarray(0, stuck.after))
      return
    }
    await pipeline(this.#pieces(bytes), response)
  }

  *#pieces(bytes: Buffer): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += pieceSize) {
      yield bytes.subarray(at, at + pieceSize)
      this.faults.eachMoment?.()
    }
  }
}
