import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import type { CloudPerson } from '#server/clouds/cloud-provider.ts'
import type { CloudRequests } from '#server/clouds/requests.ts'
import type {
  Cloud,
  CloudBytes,
  CloudItem,
  CloudPage,
  CloudPaging,
  CloudSpace,
} from '#server/clouds/provider.ts'
import { bytesOf, firstByteOf, rangeOf, timeOf } from '#server/clouds/reading.ts'

const fields = 'id,type,name,size,content_modified_at,sha1,file_version'
/** The most that Box gives on a page of a folder, and of what was found. */
const [maxListed, maxFound, maxOffset] = [1000, 200, 10_000]

const entry = z.object({
  type: z.string(),
  id: z.string().regex(/^\d+$/),
  name: z.string(),
  size: z.number().nullish(),
  content_modified_at: z.string().nullish(),
  sha1: z.string().nullish(),
  file_version: z.object({ id: z.string() }).nullish(),
})
const listed = z.object({ entries: z.array(entry), next_marker: z.string().nullish() })
const found = z.object({ entries: z.array(entry), total_count: z.number() })
const person = z.object({ id: z.string(), login: z.string().nullish(), name: z.string().nullish() })

export async function boxPerson(
  requests: CloudRequests,
  api: string,
  signal: AbortSignal,
): Promise<CloudPerson> {
  const query = { fields: 'id,login,name' }
  const { id, login, name } = await requests.json(person, { address: `${api}/2.0/users/me`, query }, signal)
  return { id, name: login || name || id }
}

/**
 * Files and folders of Box. Both count by themselves, so that the kind is part of an id. What others share is among
 * one’s own: Box puts it into the folder “All Files”.
 */
export class BoxCloud implements Cloud {
  readonly #requests: CloudRequests
  readonly #api: string

  constructor(requests: CloudRequests, api: string) {
    this.#requests = requests
    this.#api = `${api}/2.0`
  }

  async spaces(): Promise<CloudSpace[]> {
    return [{ id: '0', name: 'All files', kind: 'own' }]
  }

  async list(
    { folder }: { space: string; folder: string | null },
    { size, cursor }: CloudPaging,
    signal: AbortSignal,
  ): Promise<CloudPage> {
    const id = folder === null ? '0' : numberOf(folder, 'folder')
    const limit = String(Math.min(size, maxListed))
    const query = { fields, usemarker: 'true', limit, marker: cursor ?? undefined }
    const page = await this.#requests.json(
      listed,
      { address: `${this.#api}/folders/${id}/items`, query },
      signal,
    )
    return { items: page.entries.flatMap(itemOf), next: page.next_marker || null }
  }

  async search(text: string, { size, cursor }: CloudPaging, signal: AbortSignal): Promise<CloudPage> {
    const [offset, limit] = [Number(cursor ?? 0), Math.min(size, maxFound)]
    const query = { query: text, content_types: 'name', fields, limit: String(limit), offset: String(offset) }
    const page = await this.#requests.json(found, { address: `${this.#api}/search`, query }, signal)
    const next = offset + limit
    const isMore = next < page.total_count && next <= maxOffset && page.entries.length > 0
    return { items: page.entries.flatMap(itemOf), next: isMore ? String(next) : null }
  }

  async item(id: string, signal: AbortSignal): Promise<CloudItem> {
    const kind = id.startsWith('folder-') ? 'folder' : 'file'
    const address = `${this.#api}/${kind}s/${numberOf(id, kind)}`
    const [item] = itemOf(await this.#requests.json(entry, { address, query: { fields } }, signal))
    if (!item) throw new Problem('cloudGone')
    return item
  }

  /** A download does not say of which version it is, so that is asked first. */
  async open(
    { id }: Pick<CloudItem, 'id'>,
    { from = 0 }: { from?: number },
    signal: AbortSignal,
  ): Promise<CloudBytes> {
    const { revision } = await this.item(id, signal)
    const address = `${this.#api}/files/${numberOf(id, 'file')}/content`
    const opened = await this.#requests.open({ address, headers: rangeOf(from) }, signal)
    return { body: opened.body, bytes: bytesOf(opened), from: firstByteOf(opened), revision }
  }
}

/** Links to web pages are left out. */
function itemOf(one: z.output<typeof entry>): CloudItem[] {
  const kind = one.type
  if (kind !== 'file' && kind !== 'folder') return []
  const isFile = kind === 'file'
  return [
    {
      id: `${kind}-${one.id}`,
      kind,
      name: one.name,
      bytes: isFile ? (one.size ?? null) : null,
      modifiedAt: timeOf(one.content_modified_at),
      mediaType: null,
      exports: [],
      hash: isFile && one.sha1 ? { kind: 'sha1', value: one.sha1.toLowerCase() } : null,
      revision: isFile ? (one.file_version?.id ?? one.sha1 ?? null) : null,
      target: null,
    },
  ]
}

function numberOf(id: string, kind: 'file' | 'folder'): string {
  const number = new RegExp(`^${kind}-(\\d{1,20})$`).exec(id)?.[1]
  if (number === undefined) throw new Problem('cloudGone')
  return number
}
