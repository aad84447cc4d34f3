import type { Vault } from '#server/storage/vault.ts'
import { drawnFrom } from '#server/rendering/pdf/drawn-from.ts'
import { RenderError, type Hit, type PageRange, type RenderEngine } from '#server/rendering/engine.ts'
import type { SourceDeps } from './page-source.ts'
import type { RenderedFile } from '#server/rendering/rendering.ts'

type Deps = SourceDeps & { engine: RenderEngine; vault: Vault; clock: () => number }

/** The words on a page; null where they cannot be read. */
export type PageText = { number: number; text: string | null }
/** Where something was found, and up to which page was searched. */
export type Finding = { total: number; hits: Hit[]; lastPage: number }

// How many pages a worker is asked for at a time, so that others get their turn.
const PAGES_AT_A_TIME = 40
const MAX_HITS = 1_000
const LONGEST_SEARCH_MS = 10_000

/** The text of files, read from what their pages are rendered from. Reading is quick, so nothing of it is stored. */
export class PageTexts {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The existing pages of a range. */
  async pages(file: RenderedFile, { first, count }: PageRange): Promise<PageText[]> {
    const pages: PageText[] = []
    const last = Math.min(file.pageCount, first + count - 1)
    for (let number = first; number <= last; number++)
      pages.push({ number, text: await this.#text(file, number) })
    return pages
  }

  /** The pages that contain a query, folded by foldText: at most 1,000 of them, in at most 10 seconds. */
  async find(file: RenderedFile, query: string): Promise<Finding> {
    const { engine, clock } = this.#deps
    const endsAt = clock() + LONGEST_SEARCH_MS
    const hits: Hit[] = []
    let first = 1
    try {
      const { kind, bytes, objectGuid, password } = await drawnFrom(this.#deps, file)
      for (
        ;
        first <= file.pageCount && hits.length < MAX_HITS && clock() < endsAt;
        first += PAGES_AT_A_TIME
      ) {
        const pages = { first, count: PAGES_AT_A_TIME }
        hits.push(...(await engine.find(kind, bytes, objectGuid, { query, pages }, password)))
      }
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
    }
    const shown = hits.slice(0, MAX_HITS)
    const total = shown.reduce((sum, hit) => sum + hit.count, 0)
    return { total, hits: shown, lastPage: Math.min(first - 1, file.pageCount) }
  }

  async #text(file: RenderedFile, number: number): Promise<string | null> {
    try {
      const { kind, bytes, objectGuid, password } = await drawnFrom(this.#deps, file)
      return kind === 'image' ? '' : await this.#deps.engine.text(kind, bytes, objectGuid, number, password)
    } catch (error) {
      if (error instanceof RenderError) return null
      throw error
    }
  }
}
