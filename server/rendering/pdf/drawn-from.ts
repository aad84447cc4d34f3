import type { Vault } from '#server/storage/vault.ts'
import { pageSource, type PageSource, type SourceNeeds } from '#server/rendering/pages/page-source.ts'
import type { PagedFile } from '#server/rendering/pages/paged-file.ts'

/** What pages are drawn from, with what opens it. */
export type DrawnFrom = PageSource & { bytes: () => Promise<Uint8Array> }

type Needs = SourceNeeds & { vault: Vault }

/**
 * For callers that want more of a file than pictures of its pages. Throws RenderError where there is nothing.
 */
export async function drawnFrom(needs: Needs, file: PagedFile): Promise<DrawnFrom> {
  const source = await pageSource(needs, file)
  return { ...source, bytes: () => needs.vault.bytes(source.objectGuid, file.key) }
}
