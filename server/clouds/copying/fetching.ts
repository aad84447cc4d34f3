import type { Cloud } from '#server/clouds/provider.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Uploader } from '#server/uploads/resumable/resumable.ts'
import { CopiedFiles } from './copied-file.ts'
import { noItem, type CopyItemRow } from './copy-rows.ts'

export type Fetched = { cloud: Cloud; id: string; uploader: Uploader; exportAs: 'pdf' | 'office' }

type Deps = ConstructorParameters<typeof CopiedFiles>[0]

/** A program waits for its file: beyond that, it is to be copied by a person. */
const patience = 10 * 60_000

/** One file of a program’s, copied while it waits. */
export class CloudFetching {
  readonly #files: CopiedFiles

  constructor(deps: Deps) {
    this.#files = new CopiedFiles(deps)
  }

  /**
   * Copies a file, and returns its guid. Throws cloudGone, also for a folder, what the provider throws, and what an
   * upload throws.
   */
  async fetch({ cloud, id, uploader, exportAs }: Fetched): Promise<string> {
    const signal = AbortSignal.timeout(patience)
    const named = await cloud.item(id, signal)
    const item = named.target === null ? named : await cloud.item(named.target, signal)
    if (item.kind === 'folder' || item.target !== null)
      throw new Problem('cloudGone', { text: 'DocumentUrl names a folder. Name a file.' })
    const row: CopyItemRow = {
      ...noItem,
      copy_guid: '',
      place: 0,
      space: '',
      item_id: item.id,
      kind: 'file',
      name: item.name,
      state: 'copying',
    }
    try {
      return await this.#files.copy({ cloud, item, row, uploader, parentGuid: null, exportAs, signal })
    } catch (error) {
      await this.#files.forget(uploader, row)
      if (error instanceof Problem && error.problem === 'uploadBroken') throw new Problem('cloudFailed')
      throw error
    }
  }
}
