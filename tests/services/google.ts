import { CloudServer, type Answer, type CloudRequest, type Node } from './cloud-server.ts'

const folder = 'application/vnd.google-apps.folder'

/** Google Drive, as far as it is used: https://developers.google.com/workspace/drive/api/reference/rest/v3. */
export class GoogleServer extends CloudServer {
  protected readonly root = 'root'
  protected readonly paths = { authorize: '/o/oauth2/v2/auth', token: '/token' }
  protected readonly hasSingleUseRefresh = false
  protected readonly hasVerifier = true
  readonly drives: { id: string; name: string }[] = []
  /** What the person left selected on the page of the consent. */
  scope = 'https://www.googleapis.com/auth/drive.readonly'
  /** Exports have at most so many bytes. */
  largestExport = 10 * 1024 * 1024
  /** Tokens of pages that were given out are forgotten. */
  forgetsPages = false

  readonly #exports = new Map<string, Record<string, Buffer>>()

  /** A document of Google’s own; `exported` is what it becomes, by media type, instead of words that say so. */
  addDocument(
    name: string,
    text: string,
    kind = 'document',
    { parent = this.root, exported = {} }: { parent?: string; exported?: Record<string, Buffer> } = {},
  ): string {
    const id = this.addFile(name, text, parent, { mimeType: `application/vnd.google-apps.${kind}` })
    this.#exports.set(id, exported)
    return id
  }

  addShortcut(name: string, targetId: string, parent = this.root): string {
    const mimeType = 'application/vnd.google-apps.shortcut'
    return this.addFile(name, '', parent, { mimeType, shortcutDetails: { targetId } })
  }

  protected override tokenExtras(): Record<string, unknown> {
    return { scope: this.scope }
  }

  protected nextId(): string {
    return `1aBc-${String(this.count()).padStart(8, '0')}`
  }

  protected open(request: CloudRequest): Answer | null {
    if (request.path !== '/revoke') return null
    const isKnown = this.revoke(new URLSearchParams(request.body).get('token') ?? '')
    return isKnown ? { status: 200, json: {} } : { status: 400, json: { error: 'invalid_token' } }
  }

  protected answer(request: CloudRequest): Answer {
    const { path, query } = request
    if (path === '/drive/v3/about') {
      const { id: permissionId, email: emailAddress } = this.person
      return { status: 200, json: { user: { permissionId, emailAddress } } }
    }
    if (path === '/drive/v3/drives') return { status: 200, json: { drives: this.drives } }
    if (path === '/drive/v3/files') return this.#list(query)
    const [, id = '', isExport] = /^\/drive\/v3\/files\/([\w-]+)(\/export)?$/.exec(path) ?? []
    const node = this.nodes.get(id)
    if (!node) return this.#error(404, 'notFound')
    if (isExport) return this.#exported(node, query.get('mimeType') ?? '')
    if (query.get('alt') !== 'media') return { status: 200, json: this.#shown(node) }
    if (node.more['mimeType']) return this.#error(403, 'fileNotDownloadable')
    if (node.more['isOverQuota']) return this.#error(403, 'downloadQuotaExceeded')
    if (node.more['isForbidden']) return this.#error(403, 'cannotDownloadFile')
    return this.bytesOf(node, request)
  }

  protected unauthorized(): Answer {
    return this.#error(401, 'authError')
  }

  protected tooMany(): Answer {
    const { retryAfter } = this.faults.busy!
    if (retryAfter === null) return this.#error(403, 'userRateLimitExceeded')
    return { ...this.#error(429, 'rateLimitExceeded'), headers: { 'Retry-After': retryAfter } }
  }

  #list(query: URLSearchParams): Answer {
    const [size, token, q] = [
      Number(query.get('pageSize') ?? 100),
      query.get('pageToken'),
      query.get('q') ?? '',
    ]
    if (size > 1000) return this.#error(400, 'badRequest')
    if (token !== null && this.forgetsPages) {
      this.forgetsPages = false
      return this.#error(400, 'invalid', 'pageToken')
    }
    if (token !== null) this.faults.betweenPages?.()
    const found = this.#matching(q)
    const start = Number(token ?? 0)
    const nextPageToken = start + size < found.length ? String(start + size) : undefined
    const files = found.slice(start, start + size).map((node) => this.#shown(node))
    return { status: 200, json: { kind: 'drive#fileList', incompleteSearch: false, files, nextPageToken } }
  }

  #matching(q: string): Node[] {
    const all = [...this.nodes.values()]
    const parent = /^'([\w-]+)' in parents and trashed = false$/.exec(q)?.[1]
    if (parent !== undefined) return this.childrenOf(parent)
    if (q === 'sharedWithMe = true and trashed = false') return all.filter(({ more }) => more['isShared'])
    const text = /^name contains '((?:[^'\\]|\\.)*)' and trashed = false$/.exec(q)?.[1]
    if (text === undefined) throw new Error(`Google would not understand ${q}.`)
    const wanted = text.replace(/\\(.)/g, '$1').toLowerCase()
    return all.filter(({ name }) => name.toLowerCase().includes(wanted))
  }

  #exported(node: Node, mimeType: string): Answer {
    if (!String(node.more['mimeType']).startsWith('application/vnd.google-apps.'))
      return this.#error(403, 'fileNotExportable')
    if (node.content.length > this.largestExport) return this.#error(403, 'exportSizeLimitExceeded')
    return {
      status: 200,
      headers: { 'Content-Type': mimeType },
      bytes:
        this.#exports.get(node.id)?.[mimeType] ?? Buffer.from(`${mimeType} of ${node.content.toString()}`),
    }
  }

  #shown(node: Node): Record<string, unknown> {
    const { id, name, modifiedAt: modifiedTime, revision, content, more } = node
    if (node.kind === 'folder') return { id, name, mimeType: folder, modifiedTime }
    const shown = { id, name, mimeType: 'application/octet-stream', modifiedTime, ...more }
    if (more['mimeType']) return shown
    const hashes = { md5Checksum: this.hashed('md5', node), sha256Checksum: this.hashed('sha256', node) }
    return { ...shown, size: String(content.length), headRevisionId: revision, ...hashes, ...more }
  }

  #error(code: number, reason: string, location?: string): Answer {
    const errors = [
      { domain: 'global', reason, message: 'Said for people', ...(location ? { location } : {}) },
    ]
    return { status: code, json: { error: { code, message: 'Said for people', errors } } }
  }
}
