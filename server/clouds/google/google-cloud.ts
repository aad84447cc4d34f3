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
import { file, fileFields, itemsOf } from './google-items.ts'

/** The most that Google gives at once. */
const [maxListed, maxDrives, maxDrivePages] = [1000, '100', 10]
const listed = z.object({ nextPageToken: z.string().optional(), files: z.array(file).default([]) })
const drives = z.object({
  nextPageToken: z.string().optional(),
  drives: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
})
const about = z.object({ user: z.object({ permissionId: z.string(), emailAddress: z.string().optional() }) })

/** Without these, there is nothing of shared drives. */
const withDrives = { supportsAllDrives: 'true', includeItemsFromAllDrives: 'true' }

export async function googlePerson(
  requests: CloudRequests,
  api: string,
  signal: AbortSignal,
): Promise<CloudPerson> {
  const query = { fields: 'user(permissionId,emailAddress)' }
  const { user } = await requests.json(about, { address: `${api}/drive/v3/about`, query }, signal)
  return { id: user.permissionId, name: user.emailAddress ?? user.permissionId }
}

/** Files, folders, shortcuts and Google’s own documents, of someone’s drive, of others, and of shared drives. */
export class GoogleCloud implements Cloud {
  readonly #requests: CloudRequests
  readonly #api: string

  constructor(requests: CloudRequests, api: string) {
    this.#requests = requests
    this.#api = `${api}/drive/v3`
  }

  async spaces(signal: AbortSignal): Promise<CloudSpace[]> {
    const spaces: CloudSpace[] = [
      { id: 'root', name: 'My Drive', kind: 'own' },
      { id: 'shared', name: 'Shared with me', kind: 'shared' },
    ]
    let pageToken: string | undefined
    for (let count = 0; count < maxDrivePages; count++) {
      const query = { pageSize: maxDrives, pageToken, fields: 'nextPageToken,drives(id,name)' }
      const page = await this.#requests.json(drives, { address: `${this.#api}/drives`, query }, signal)
      spaces.push(...page.drives.map(({ id, name }) => ({ id, name, kind: 'drive' as const })))
      pageToken = page.nextPageToken
      if (!pageToken) break
    }
    return spaces
  }

  list(
    { space, folder }: { space: string; folder: string | null },
    paging: CloudPaging,
    signal: AbortSignal,
  ): Promise<CloudPage> {
    const isShared = space === 'shared' && folder === null
    const wanted = isShared ? 'sharedWithMe = true' : `${quoted(checked(folder ?? space))} in parents`
    const isInDrive = space !== 'root' && space !== 'shared'
    const drive: Record<string, string> = isInDrive ? { corpora: 'drive', driveId: checked(space) } : {}
    return this.#page(
      { q: `${wanted} and trashed = false`, ...drive, orderBy: 'folder,name_natural' },
      paging,
      signal,
    )
  }

  search(text: string, paging: CloudPaging, signal: AbortSignal): Promise<CloudPage> {
    return this.#page(
      { q: `name contains ${quoted(text)} and trashed = false`, corpora: 'allDrives' },
      paging,
      signal,
    )
  }

  async item(id: string, signal: AbortSignal): Promise<CloudItem> {
    const query = { fields: fileFields, supportsAllDrives: 'true' }
    const [item] = itemsOf(await this.#requests.json(file, { address: this.#address(id), query }, signal))
    if (!item) throw new Problem('cloudGone')
    return item
  }

  /** A download does not say of which version it is, so that is asked first. */
  async open(
    item: Pick<CloudItem, 'id' | 'exports' | 'mediaType'>,
    { from = 0, as }: { from?: number; as?: CloudExport },
    signal: AbortSignal,
  ): Promise<CloudBytes> {
    const form = as ? exportForm(item, as) : null
    if (as && !form) throw new Problem('cloudGone')
    const { revision } = await this.item(item.id, signal)
    const opened = await this.#requests.open(
      form
        ? { address: `${this.#address(item.id)}/export`, query: { mimeType: form.mediaType } }
        : {
            address: this.#address(item.id),
            query: { alt: 'media', supportsAllDrives: 'true' },
            headers: rangeOf(from),
          },
      signal,
    )
    const body = form ? exportedBody(opened) : opened.body
    return { body, bytes: bytesOf(opened), from: firstByteOf(opened), revision }
  }

  /** A token of a page that Google has forgotten begins again. */
  async #page(
    query: Record<string, string>,
    { size, cursor }: CloudPaging,
    signal: AbortSignal,
  ): Promise<CloudPage> {
    const pageSize = String(Math.min(size, maxListed))
    const ask = (pageToken?: string) =>
      this.#requests.json(
        listed,
        {
          address: `${this.#api}/files`,
          query: {
            ...query,
            ...withDrives,
            pageSize,
            pageToken,
            fields: `nextPageToken,files(${fileFields})`,
          },
        },
        signal,
      )
    const page = await ask(cursor ?? undefined).catch((error: unknown) => {
      if (cursor !== null && error instanceof CursorEnded) return ask()
      throw error
    })
    return { items: page.files.flatMap(itemsOf), next: page.nextPageToken ?? null }
  }

  #address(id: string): string {
    return `${this.#api}/files/${checked(id)}`
  }
}

/** An id goes into an address and into a query. */
function checked(id: string): string {
  if (/^[\w-]{1,200}$/.test(id)) return id
  throw new Problem('cloudGone')
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, (one) => `\\${one}`)}'`
}
