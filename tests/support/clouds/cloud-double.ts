import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  Cloud,
  CloudBytes,
  CloudItem,
  CloudPage,
  CloudPaging,
  CloudSpace,
} from '#server/clouds/provider.ts'
import { Problem } from '#server/rules/problems.ts'

type Kept = CloudItem & { parent: string | null; space: string; content: Buffer }

const chunkSize = 64 * 1024

/**
 * Cloud storage in memory, with what a test puts there. `faults` are taken one by one by the next calls: a Problem is
 * thrown, a number cuts the body of the next `open` after as many bytes.
 */
export class CloudDouble implements Cloud {
  readonly faults: (Problem | number)[] = []
  readonly opened: { id: string; from: number }[] = []
  /** Whether a download says how long it is, and begins where it was asked to. */
  saysLength = true
  givesRanges = true
  readonly #spaces: CloudSpace[] = [{ id: 'own', name: 'My files', kind: 'own' }]
  readonly #items = new Map<string, Kept>()
  #count = 0

  addSpace(space: CloudSpace): void {
    this.#spaces.push(space)
  }

  /** The id of a new folder. */
  addFolder(
    name: string,
    { parent = null, space = 'own' }: { parent?: string | null; space?: string } = {},
  ): string {
    return this.#add({
      name,
      parent,
      space,
      kind: 'folder',
      content: Buffer.alloc(0),
      bytes: null,
      hash: null,
    })
  }

  /** The id of a new file; `more` replaces what the provider would say of it, true or not. */
  addFile(
    name: string,
    content: Buffer | string,
    {
      parent = null,
      space = 'own',
      ...more
    }: { parent?: string | null; space?: string } & Partial<CloudItem> = {},
  ): string {
    const bytes = Buffer.from(content)
    return this.#add({ name, parent, space, kind: 'file', content: bytes, ...facts(bytes), ...more })
  }

  /** The id of a new shortcut. */
  addShortcut(name: string, target: string, more: { parent?: string | null; space?: string } = {}): string {
    return this.addFile(name, '', { ...more, target, bytes: null, hash: null, revision: null })
  }

  /** Other bytes, as another revision. */
  change(id: string, content: Buffer | string): void {
    const bytes = Buffer.from(content)
    Object.assign(this.#kept(id), { content: bytes, ...facts(bytes), revision: this.#nextRevision() })
  }

  /** Another id, as a provider would have it; answers it. */
  rename(id: string, other: string): string {
    this.#items.set(other, { ...this.#kept(id), id: other })
    this.#items.delete(id)
    return other
  }

  remove(id: string): void {
    this.#items.delete(id)
  }

  async spaces(signal: AbortSignal): Promise<CloudSpace[]> {
    this.#begin(signal)
    return [...this.#spaces]
  }

  async list(
    where: { space: string; folder: string | null },
    paging: CloudPaging,
    signal: AbortSignal,
  ): Promise<CloudPage> {
    this.#begin(signal)
    if (where.folder !== null) this.#kept(where.folder)
    const inside = [...this.#items.values()].filter(
      ({ parent, space }) => parent === where.folder && space === where.space,
    )
    return pageOf(inside, paging)
  }

  async search(text: string, paging: CloudPaging, signal: AbortSignal): Promise<CloudPage> {
    this.#begin(signal)
    const wanted = text.toLowerCase()
    return pageOf(
      [...this.#items.values()].filter(({ name }) => name.toLowerCase().includes(wanted)),
      paging,
    )
  }

  async item(id: string, signal: AbortSignal): Promise<CloudItem> {
    this.#begin(signal)
    return shown(this.#kept(id))
  }

  async open(
    { id }: Pick<CloudItem, 'id'>,
    { from = 0 }: { from?: number },
    signal: AbortSignal,
  ): Promise<CloudBytes> {
    const cut = this.#begin(signal)
    const { content, revision } = this.#kept(id)
    this.opened.push({ id, from })
    const start = this.givesRanges ? from : 0
    const rest = content.subarray(start)
    const bytes = this.saysLength ? rest.length : null
    return { body: Readable.from(chunks(rest, cut)), bytes, from: start, revision }
  }

  #add(item: Partial<CloudItem> & Pick<Kept, 'name' | 'parent' | 'space' | 'kind' | 'content'>): string {
    const id = `item-${++this.#count}`
    this.#items.set(id, {
      id,
      bytes: null,
      modifiedAt: 0,
      mediaType: null,
      exports: [],
      hash: null,
      revision: item.kind === 'file' ? this.#nextRevision() : null,
      target: null,
      ...item,
    })
    return id
  }

  #nextRevision(): string {
    return `revision-${++this.#count}`
  }

  /** After how many bytes the body is to break off, if it is. */
  #begin(signal: AbortSignal): number | undefined {
    signal.throwIfAborted()
    const fault = this.faults.shift()
    if (fault instanceof Problem) throw fault
    return fault
  }

  #kept(id: string): Kept {
    const kept = this.#items.get(id)
    if (!kept) throw new Problem('cloudGone')
    return kept
  }
}

function facts(content: Buffer): Pick<CloudItem, 'bytes' | 'hash'> {
  return {
    bytes: content.length,
    hash: { kind: 'sha1', value: createHash('sha1').update(content).digest('hex') },
  }
}

function shown({ parent: _parent, space: _space, content: _content, ...item }: Kept): CloudItem {
  return item
}

function pageOf(items: readonly Kept[], { size, cursor }: CloudPaging): CloudPage {
  const start = Number(cursor ?? 0)
  const next = start + size < items.length ? String(start + size) : null
  return { items: items.slice(start, start + size).map(shown), next }
}

function* chunks(content: Buffer, cut: number | undefined): Generator<Buffer> {
  for (let at = 0; at < content.length; at += chunkSize) {
    if (cut !== undefined && at + chunkSize > cut) {
      yield content.subarray(at, cut)
      throw new Error('The connection was cut.')
    }
    yield content.subarray(at, at + chunkSize)
  }
}
