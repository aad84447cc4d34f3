import { createHash } from 'node:crypto'
import { CloudServer, type Answer, type CloudRequest, type Node } from './cloud-server.ts'

const block = 4 * 1024 * 1024

/** A header has nothing but ASCII. */
function resultHeader(result: unknown): Record<string, string> {
  const json = JSON.stringify(result).replace(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return { 'Dropbox-API-Result': json }
}

/** Dropbox, as far as it is used: the descriptions of its HTTP API, in the shapes of dropbox-api-spec. */
export class DropboxServer extends CloudServer {
  protected readonly root = ''
  protected readonly paths = { authorize: '/oauth2/authorize', token: '/oauth2/token' }
  protected readonly hasSingleUseRefresh = false
  protected readonly hasVerifier = true
  /** The namespaces: where they differ, the person is in a team that has folders of its own. */
  readonly home = '7001'
  team = '7001'
  /** Cursors that were given out are forgotten. */
  forgetsCursors = false
  readonly #cursors = new Map<string, { ids: string[]; limit: number }>()

  /** What is called the root in the namespace of the team. */
  get teamRoot(): string {
    return `ns:${this.team}`
  }

  protected nextId(): string {
    return `id:${String(this.count()).padStart(22, 'a')}`
  }

  protected open(): Answer | null {
    return null
  }

  protected answer(request: CloudRequest): Answer {
    const { path } = request
    if (path === '/2/auth/token/revoke') {
      this.revoke(request.headers.authorization?.slice('Bearer '.length) ?? '')
      return { status: 200, json: null }
    }
    if (path === '/2/users/get_current_account') return this.#account()
    if (path === '/2/files/download' || path === '/2/files/export') return this.#bytes(request)
    const body = JSON.parse(request.body) as Record<string, never>
    if (path === '/2/files/list_folder') return this.#list(request, body['path'] ?? '', body['limit'] ?? 500)
    if (path === '/2/files/list_folder/continue') return this.#continue(body['cursor'] ?? '')
    if (path === '/2/files/get_metadata') {
      const node = this.nodes.get(body['path'] ?? '')
      return node ? { status: 200, json: this.#shown(node) } : this.#refused('path/not_found/')
    }
    if (path === '/2/files/search_v2') return this.#search(body as never)
    if (path === '/2/files/search/continue_v2') return this.#found(body['cursor'] ?? '')
    return { status: 404 }
  }

  protected unauthorized(): Answer {
    const error = { '.tag': 'expired_access_token' }
    return { status: 401, json: { error_summary: 'expired_access_token/', error } }
  }

  protected tooMany(): Answer {
    const { retryAfter } = this.faults.busy!
    const error = { reason: { '.tag': 'too_many_requests' }, retry_after: Number(retryAfter) }
    const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': retryAfter }
    return { status: 429, headers, json: { error_summary: 'too_many_requests/', error } }
  }

  #account(): Answer {
    const { id, email } = this.person
    const [home, root] = [this.home, this.team]
    return {
      status: 200,
      json: {
        account_id: `dbid:${id}`,
        email,
        root_info: {
          '.tag': home === root ? 'user' : 'team',
          root_namespace_id: root,
          home_namespace_id: home,
        },
      },
    }
  }

  #list({ headers }: CloudRequest, path: string, limit: number): Answer {
    if (limit > 2000) return { status: 400 }
    const root = JSON.parse(String(headers['dropbox-api-path-root'])) as { namespace_id: string }
    const top = root.namespace_id === this.home ? this.root : `ns:${root.namespace_id}`
    const folder = path === '' ? top : path
    if (path !== '' && this.nodes.get(path)?.kind !== 'folder') return this.#refused('path/not_folder/')
    return this.#page({ ids: this.childrenOf(folder).map(({ id }) => id), limit })
  }

  #continue(cursor: string): Answer {
    this.faults.betweenPages?.()
    const kept = this.#cursors.get(cursor)
    if (!kept) return { status: 400 }
    if (this.forgetsCursors) {
      this.forgetsCursors = false
      return this.#refused('reset/')
    }
    return this.#page(kept)
  }

  /** What was removed since is named again, as deleted. */
  #page({ ids, limit }: { ids: string[]; limit: number }): Answer {
    const cursor = `cursor-${this.count()}`
    this.#cursors.set(cursor, { ids: ids.slice(limit), limit })
    const entries = ids.slice(0, limit).map((id) => {
      const node = this.nodes.get(id)
      return node ? this.#shown(node) : { '.tag': 'deleted', name: 'gone', path_lower: '/gone' }
    })
    return { status: 200, json: { entries, cursor, has_more: ids.length > limit } }
  }

  #search({ query, options }: { query: string; options: { max_results: number } }): Answer {
    const found = [...this.nodes.values()].filter(({ name }) =>
      name.toLowerCase().includes(query.toLowerCase()),
    )
    const cursor = `search-${this.count()}`
    this.#cursors.set(cursor, { ids: found.map(({ id }) => id), limit: options.max_results })
    return this.#found(cursor)
  }

  #found(cursor: string): Answer {
    const { ids, limit } = this.#cursors.get(cursor)!
    const next = `search-${this.count()}`
    this.#cursors.set(next, { ids: ids.slice(limit), limit })
    const matches = ids.slice(0, limit).map((id) => ({
      metadata: { '.tag': 'metadata', metadata: this.#shown(this.nodes.get(id)!) },
    }))
    const hasMore = ids.length > limit
    return { status: 200, json: { matches, has_more: hasMore, ...(hasMore ? { cursor: next } : {}) } }
  }

  #bytes(request: CloudRequest): Answer {
    const argument = JSON.parse(String(request.headers['dropbox-api-arg'])) as {
      path: string
      export_format?: string
    }
    const node = this.nodes.get(argument.path)
    if (!node || node.kind !== 'file') return this.#refused('path/not_found/')
    const isExport = request.path.endsWith('/export')
    if (isExport !== (node.more['is_downloadable'] === false))
      return this.#refused(isExport ? 'non_exportable/' : 'unsupported_file/')
    const shown = this.#shown(node)
    if (!isExport) return this.bytesOf(node, request, resultHeader(shown))
    const content = Buffer.from(`${argument.export_format ?? 'standard'} of ${node.content.toString()}`)
    const result = { export_metadata: { name: node.name, size: content.length }, file_metadata: shown }
    return { status: 200, headers: resultHeader(result), bytes: content }
  }

  #shown(node: Node): Record<string, unknown> {
    const { id, name, modifiedAt, revision, content, more } = node
    const path_display = this.#pathOf(node)
    const paths = { path_lower: path_display.toLowerCase(), path_display }
    if (node.kind === 'folder') return { '.tag': 'folder', name, id, ...paths, ...more }
    return {
      '.tag': 'file',
      name,
      id,
      ...paths,
      client_modified: modifiedAt,
      server_modified: modifiedAt,
      rev: revision.slice(3),
      size: content.length,
      is_downloadable: true,
      content_hash: this.#contentHash(node),
      ...more,
    }
  }

  #pathOf({ parent, name }: Node): string {
    const above = this.nodes.get(parent)
    return `${above ? this.#pathOf(above) : ''}/${name}`
  }

  #contentHash({ content }: Node): string {
    const whole = createHash('sha256')
    for (let at = 0; at < content.length; at += block)
      whole.update(
        createHash('sha256')
          .update(content.subarray(at, at + block))
          .digest(),
      )
    if (this.faults.wrongHash) whole.update('!')
    return whole.digest('hex')
  }

  #refused(summary: string): Answer {
    const [tag = '', inner = ''] = summary.split('/')
    return { status: 409, json: { error_summary: summary, error: { '.tag': tag, [tag]: { '.tag': inner } } } }
  }
}
