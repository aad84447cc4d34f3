import { randomBytes } from 'node:crypto'
import { CloudServer, type Answer, type CloudRequest, type Node } from './cloud-server.ts'

/** Box, as far as it is used: https://developer.box.com/reference/, in the shapes of its OpenAPI description. */
export class BoxServer extends CloudServer {
  protected readonly root = '0'
  protected readonly paths = { authorize: '/api/oauth2/authorize', token: '/oauth2/token' }
  protected readonly hasSingleUseRefresh = true
  protected readonly hasVerifier = false
  /** Downloads are at addresses that are secret, and work without a token. */
  readonly #downloads = new Map<string, Node>()
  /** So many downloads are not ready yet, as of files that were just uploaded. */
  notReady = 0
  /** Where downloads lead to; null: to this server. */
  downloadsLeadTo: string | null = null

  protected nextId(): string {
    return String(1_000_000 + this.count())
  }

  protected open(request: CloudRequest): Answer | null {
    if (request.path === '/oauth2/revoke') {
      const isKnown = this.revoke(new URLSearchParams(request.body).get('token') ?? '')
      return isKnown ? { status: 200 } : { status: 400, json: { error: 'invalid_token' } }
    }
    const node = this.#downloads.get(request.path)
    if (!node) return null
    return request.headers.authorization ? { status: 400, json: {} } : this.bytesOf(node, request)
  }

  protected answer({ path, query }: CloudRequest): Answer {
    if (path === '/2.0/users/me') {
      const { id, email: login } = this.person
      return { status: 200, json: { type: 'user', id, login, name: 'Anna' } }
    }
    if (path === '/2.0/search') return this.#search(query)
    const [, kind, id = '', more] = /^\/2\.0\/(folders|files)\/(\d+)(\/items|\/content)?$/.exec(path) ?? []
    const node = this.nodes.get(id)
    if (kind === 'folders' && more === '/items') return this.#items(id, query)
    if (!node || `${node.kind}s` !== kind) return this.#error(404, 'not_found')
    if (more !== '/content') return { status: 200, json: this.#shown(node) }
    if (this.notReady-- > 0) return { status: 202, headers: { 'Retry-After': '5' } }
    const address = `/d/${randomBytes(12).toString('hex')}/download`
    this.#downloads.set(address, node)
    return { status: 302, headers: { Location: this.downloadsLeadTo ?? `${this.origin}${address}` } }
  }

  protected unauthorized(): Answer {
    return { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="Service", error="invalid_token"' } }
  }

  protected tooMany(): Answer {
    const { retryAfter } = this.faults.busy!
    const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': retryAfter }
    return { ...this.#error(429, 'rate_limit_exceeded'), headers }
  }

  #items(id: string, query: URLSearchParams): Answer {
    if (id !== this.root && this.nodes.get(id)?.kind !== 'folder') return this.#error(404, 'not_found')
    const [limit, marker] = [Number(query.get('limit') ?? 100), query.get('marker')]
    if (query.get('usemarker') !== 'true' || limit > 1000) return this.#error(400, 'bad_request')
    if (marker !== null) this.faults.betweenPages?.()
    const inside = this.childrenOf(id)
    const start = marker === null ? 0 : inside.findIndex((node) => node.id > marker)
    const page = start < 0 ? [] : inside.slice(start, start + limit)
    const isMore = start >= 0 && start + limit < inside.length
    return {
      status: 200,
      json: {
        entries: page.map((node) => this.#shown(node)),
        limit,
        next_marker: isMore ? page.at(-1)!.id : '',
      },
    }
  }

  #search(query: URLSearchParams): Answer {
    const [limit, offset] = [Number(query.get('limit') ?? 30), Number(query.get('offset') ?? 0)]
    if (limit > 200 || offset > 10_000) return this.#error(400, 'invalid_parameter')
    const wanted = (query.get('query') ?? '').toLowerCase()
    const all = [...this.nodes.values()].filter(({ name }) => name.toLowerCase().includes(wanted))
    const entries = all.slice(offset, offset + limit).map((node) => this.#shown(node))
    return {
      status: 200,
      json: { total_count: all.length, limit, offset, entries, type: 'search_results_items' },
    }
  }

  #shown(node: Node): Record<string, unknown> {
    const { id, name, modifiedAt, revision, content, more } = node
    const shown = { type: node.kind, id, etag: '0', name, content_modified_at: modifiedAt, ...more }
    if (node.kind === 'folder') return shown
    const sha1 = this.hashed('sha1', node)
    return {
      ...shown,
      size: content.length,
      sha1,
      file_version: { type: 'file_version', id: revision, sha1 },
      ...more,
    }
  }

  #error(status: number, code: string): Answer {
    return { status, json: { type: 'error', status, code, message: 'Said for people', request_id: 'abc' } }
  }
}
