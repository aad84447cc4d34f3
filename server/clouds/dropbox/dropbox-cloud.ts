import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import type { CloudPerson } from '#server/clouds/cloud-provider.ts'
import { exportForm } from '#server/clouds/exported-name.ts'
import type { CloudRequests } from '#server/clouds/requests.ts'
import type {
  Cloud,
  CloudBytes,
  CloudExport,
  CloudItem,
  CloudPage,
  CloudPaging,
  CloudSpace,
} from '#server/clouds/provider.ts'
import { bytesOf, CursorEnded, exportedBody, firstByteOf, rangeOf } from '#server/clouds/reading.ts'
import { itemsOf, metadata } from './dropbox-items.ts'

const [maxListed, maxFound] = [2000, 1000]

const listed = z.object({ entries: z.array(metadata), cursor: z.string(), has_more: z.boolean() })
const found = z.object({
  matches: z.array(z.object({ metadata: z.object({ metadata: metadata.optional() }) })),
  cursor: z.string().nullish(),
  has_more: z.boolean(),
})
const account = z.object({
  account_id: z.string(),
  email: z.string(),
  root_info: z.object({ root_namespace_id: z.string(), home_namespace_id: z.string() }),
})
const exported = z.object({ file_metadata: metadata })

type Hosts = Readonly<{ api: string; content: string }>

export async function dropboxPerson(
  requests: CloudRequests,
  api: string,
  signal: AbortSignal,
): Promise<CloudPerson> {
  const address = `${api}/2/users/get_current_account`
  const { account_id: id, email } = await requests.json(account, { address, method: 'POST' }, signal)
  return { id, name: email }
}

/**
 * Files and folders of Dropbox. Where a team has folders of its own, they are in another namespace than a member’s own
 * files: the namespace is part of an id, and of a cursor.
 */
export class DropboxCloud implements Cloud {
  readonly #requests: CloudRequests
  readonly #hosts: Hosts

  constructor(requests: CloudRequests, hosts: Hosts) {
    this.#requests = requests
    this.#hosts = hosts
  }

  async spaces(signal: AbortSignal): Promise<CloudSpace[]> {
    const { root, home } = await this.#namespaces(signal)
    const own: CloudSpace = { id: home, name: 'My files', kind: 'own' }
    return root === home ? [own] : [own, { id: root, name: 'Team folders', kind: 'team' }]
  }

  async list(
    { space, folder }: { space: string; folder: string | null },
    paging: CloudPaging,
    signal: AbortSignal,
  ): Promise<CloudPage> {
    const { namespace, id } = folder === null ? { namespace: namespaceOf(space), id: '' } : partsOf(folder)
    const page = await this.#page(namespace, id, paging, signal)
    return {
      items: page.entries.flatMap((one) => itemsOf(one, namespace)),
      next: page.has_more ? page.cursor : null,
    }
  }

  async search(text: string, { size, cursor }: CloudPaging, signal: AbortSignal): Promise<CloudPage> {
    const [, kept, at] = /^([\w:-]+) (.+)$/.exec(cursor ?? '') ?? []
    const namespace = kept ?? (await this.#namespaces(signal)).root
    const options = { max_results: Math.min(size, maxFound), filename_only: true }
    const page =
      at === undefined
        ? await this.#call(
            found,
            'files/search_v2',
            { query: text.slice(0, 1000), options },
            namespace,
            signal,
          )
        : await this.#call(found, 'files/search/continue_v2', { cursor: at }, namespace, signal)
    return {
      items: page.matches.flatMap(({ metadata: { metadata: one } }) => (one ? itemsOf(one, namespace) : [])),
      next: page.has_more && page.cursor ? `${namespace} ${page.cursor}` : null,
    }
  }

  async item(id: string, signal: AbortSignal): Promise<CloudItem> {
    // A program names a file as Dropbox does: by its ID alone, or by its path.
    const isBare = /^(?:id:[\w-]{1,150}|\/.{1,4000})$/s.test(id)
    const bare = isBare ? { namespace: (await this.#namespaces(signal)).root, id } : null
    const { namespace, id: path } = bare ?? partsOf(id)
    const one = await this.#call(metadata, 'files/get_metadata', { path }, namespace, signal)
    const [item] = itemsOf(one, namespace)
    if (!item) throw new Problem('cloudGone')
    return item
  }

  async open(
    item: Pick<CloudItem, 'id' | 'exports' | 'mediaType'>,
    { from = 0, as }: { from?: number; as?: CloudExport },
    signal: AbortSignal,
  ): Promise<CloudBytes> {
    const { namespace, id: path } = partsOf(item.id)
    const form = as ? exportForm(item, as) : null
    if (as && !form) throw new Problem('cloudGone')
    const [route, argument] = form
      ? (['files/export', as === 'pdf' ? { path, export_format: 'pdf' } : { path }] as const)
      : (['files/download', { path }] as const)
    const opened = await this.#requests.open(
      {
        address: `${this.#hosts.content}/2/${route}`,
        method: 'POST',
        headers: {
          ...rootOf(namespace),
          'Dropbox-API-Arg': asciiJson(argument),
          ...(form ? {} : rangeOf(from)),
        },
      },
      signal,
    )
    const result = resultOf(opened.headers.get('dropbox-api-result'), form !== null)
    return {
      body: form ? exportedBody(opened) : opened.body,
      bytes: bytesOf(opened),
      from: firstByteOf(opened),
      revision: result?.rev ?? null,
    }
  }

  /** A cursor that Dropbox has forgotten begins again. */
  async #page(namespace: string, path: string, { size, cursor }: CloudPaging, signal: AbortSignal) {
    const first = () =>
      this.#call(listed, 'files/list_folder', { path, limit: Math.min(size, maxListed) }, namespace, signal)
    if (cursor === null) return first()
    try {
      return await this.#call(listed, 'files/list_folder/continue', { cursor }, namespace, signal)
    } catch (error) {
      if (error instanceof CursorEnded) return first()
      throw error
    }
  }

  async #namespaces(signal: AbortSignal): Promise<{ root: string; home: string }> {
    const address = `${this.#hosts.api}/2/users/get_current_account`
    const { root_info: info } = await this.#requests.json(account, { address, method: 'POST' }, signal)
    return { root: info.root_namespace_id, home: info.home_namespace_id }
  }

  #call<Schema extends z.ZodType>(
    schema: Schema,
    route: string,
    body: unknown,
    namespace: string,
    signal: AbortSignal,
  ): Promise<z.output<Schema>> {
    const request = {
      address: `${this.#hosts.api}/2/${route}`,
      method: 'POST',
      headers: rootOf(namespace),
      body,
    } as const
    return this.#requests.json(schema, request, signal)
  }
}

function rootOf(namespace: string): Record<string, string> {
  return { 'Dropbox-API-Path-Root': JSON.stringify({ '.tag': 'namespace_id', namespace_id: namespace }) }
}

/** A header has no other characters. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function resultOf(header: string | null, isExport: boolean): z.output<typeof metadata> | null {
  try {
    const parsed: unknown = JSON.parse(header ?? '')
    return isExport ? exported.parse(parsed).file_metadata : metadata.parse(parsed)
  } catch {
    return null
  }
}

function namespaceOf(space: string): string {
  if (/^[\w:-]{1,100}$/.test(space)) return space
  throw new Problem('cloudGone')
}

function partsOf(itemId: string): { namespace: string; id: string } {
  const [, namespace, id] = /^([\w:-]{1,100})\/(id:[\w-]{1,150})$/.exec(itemId) ?? []
  if (!namespace || !id) throw new Problem('cloudGone')
  return { namespace, id }
}
