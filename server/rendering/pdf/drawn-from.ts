import type { Vault } from '#server/storage/vault.ts'
import { pageSource, type PageSource, type SourceDeps } from '#server/rendering/pages/page-source.ts'
import type { PagedFile } from '#server/rendering/pages/paged-file.ts'

/** What pages are rendered from, with what opens it. */
export type DrawnFrom = PageSource & { bytes: () => Promise<Uint8Array> }

type Deps = SourceDeps & { vault: Vault }

/** For callers that need more of a file than images of its pages. Throws RenderError if there is nothing. */
export async function drawnFrom(deps: Deps, file: PagedFile): Promise<DrawnFrom> {
  const source = await pageSource(deps, file)
  return { ...source, bytes: () => deps.vault.bytes(source.objectGuid, file.key) }
}
