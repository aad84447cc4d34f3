import { hash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { chosenEncoding } from './encoding.ts'
import { isSameEntity } from '#server/http/bytes/etag.ts'
import { mediaTypeOf } from '#server/http/bytes/media-types.ts'

type Body = { file: string; size: number; bytes: Buffer<ArrayBuffer> | null }
type Entry = { name: string; etag: string; identity: Body; br: Body | null; gzip: Body | null }

const maxInMemory = 512 * 1024

/**
 * The files of the built client. They are looked up by their exact address in a list built at startup, so that no
 * address leads out of the folder.
 */
export class StaticFiles {
  readonly #entries: ReadonlyMap<string, Entry>

  constructor(entries: ReadonlyMap<string, Entry>) {
    this.#entries = entries
  }

  /** Nothing is answered before they are here: reading them at once takes a fifth of what reading them in turn does. */
  static load(folder: string): StaticFiles {
    const names = new Set(namesIn(folder))
    const entries = new Map<string, Entry>()
    for (const name of names) {
      if (/\.(br|gz|map)$/.test(name)) continue
      entries.set(`/${name}`, entryOf(folder, name, names))
    }
    return new StaticFiles(entries)
  }

  /** Whether an address is one of the files. */
  has(request: Request): boolean {
    const address = decoded(new URL(request.url).pathname)
    return address !== null && this.#entries.has(address)
  }

  /** The response for an address that is one of the files; null for every other. */
  find(request: Request): Response | null {
    const address = decoded(new URL(request.url).pathname)
    const entry = address === null ? undefined : this.#entries.get(address)
    if (!entry) return null
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } })
    }
    const encoding = chosenEncoding(request.headers.get('accept-encoding') ?? '')
    const used = encoding && entry[encoding] ? encoding : null
    const body = (used && entry[used]) || entry.identity
    const headers = headersFor(entry, used)
    if (isSameEntity(request.headers.get('if-none-match'), headers.get('ETag')!)) {
      return new Response(null, { status: 304, headers })
    }
    headers.set('Content-Type', mediaTypeOf(entry.name))
    headers.set('Content-Length', String(body.size))
    if (request.method === 'HEAD') return new Response(null, { headers })
    return new Response(
      body.bytes ?? (Readable.toWeb(createReadStream(body.file)) as ReadableStream<Uint8Array>),
      { headers },
    )
  }
}

function headersFor(entry: Entry, encoding: 'br' | 'gzip' | null): Headers {
  const headers = new Headers({
    // Names under /assets/ contain a hash of the content; the others may change with the next version.
    'Cache-Control': `${entry.name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'}, no-transform`,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    ETag: `"${entry.etag}${encoding ? `-${encoding}` : ''}"`,
  })
  if (entry.br || entry.gzip) headers.set('Vary', 'Accept-Encoding')
  if (encoding) headers.set('Content-Encoding', encoding)
  return headers
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

function entryOf(folder: string, name: string, names: ReadonlySet<string>): Entry {
  const bytes = readFileSync(path.join(folder, name))
  const variant = (ending: string): Body | null =>
    names.has(name + ending) ? bodyOf(path.join(folder, name + ending)) : null
  return {
    name,
    etag: hash('sha256', bytes, 'base64url').slice(0, 22),
    identity: bodyOf(path.join(folder, name), bytes),
    br: variant('.br'),
    gzip: variant('.gz'),
  }
}

function bodyOf(file: string, bytes: Buffer<ArrayBuffer> = readFileSync(file)): Body {
  return { file, size: bytes.length, bytes: bytes.length <= maxInMemory ? bytes : null }
}

/** Every file below the folder, with `/` between names, hidden ones left out. */
function namesIn(folder: string): string[] {
  const root = path.resolve(folder)
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      path
        .join(parentPath, name)
        .slice(root.length + 1)
        .replaceAll(path.sep, '/'),
    )
    .filter((name) => !name.split('/').some((segment) => segment.startsWith('.')))
}
