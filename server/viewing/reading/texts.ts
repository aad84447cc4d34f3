import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Finding, PageText, PageTexts } from '#server/rendering/pages/page-texts.ts'
import {
  foldText,
  maxQueryLength,
  shortestQuery,
  snippetOf,
  type Snippet,
} from '#server/rules/text/finding.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import { shareCode } from '#server/rules/reading/visit-code.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { pass, recordReading } from '#server/viewing/access/passing.ts'
import { noteTrace } from './room-visits.ts'
import type { ScreenRange } from './viewing.ts'
import { readerLines } from './watermark.ts'

type Deps = {
  database: Database
  events: Events
  tracking: Tracking
  rates: RateLimits
  pageTexts: PageTexts
  clock: () => number
}

export type TextScreen = {
  found: ShareAccess
  pages: PageText[]
  /** Who reads and when, as shown beside the text. */
  mark: string
  mayDownload: boolean
}
export type Excerpt = { page: number; count: number; snippet: Snippet | null }

const searches = { count: 60, per: 60_000 }
const maxExcerpts = 30

/** Reading a share as text, if its sender allows that. Every method checks the policy on every call. */
export class Texts {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The text of one screen of pages, `first` counted from 1; records that it was read (for the sender, a preview). */
  async screen(
    identity: Identity,
    shareGuid: string,
    range: ScreenRange,
    client: Client,
  ): Promise<TextScreen> {
    const { pageTexts, clock } = this.#deps
    const found = await pass(this.#deps, identity, shareGuid, 'readText', client, range)
    const pages = await pageTexts.pages(found.file, range)
    if (pages.length === 0) throw new Problem('notFound')
    const shown = { first: pages[0]!.number, last: pages.at(-1)!.number }
    if (range.isCounted) await recordReading(this.#deps, found, 'TextRead', client, shown)
    const now = clock()
    const lines = [...readerLines(found, client), utcMinute(now), shareCode(shareGuid)]
    const mayDownload = decide(found.policyFacts, 'download', now) === null
    return { found, pages, mark: lines.join(' · '), mayDownload }
  }

  /**
   * The pages on which a text occurs, without regard to case and accents. Throws queryLength, tooManyAttempts.
   */
  async find(
    identity: Identity,
    shareGuid: string,
    words: string,
    client: Client,
    version?: number,
  ): Promise<Finding> {
    const { found, query } = await this.#mayFind(identity, shareGuid, words, client, version)
    return this.#deps.pageTexts.find(found.file, query)
  }

  /** Like `find`, with the text around the first match on a page, on the first 30 of them. */
  async excerpts(
    identity: Identity,
    shareGuid: string,
    words: string,
    client: Client,
    version?: number,
  ): Promise<Finding & { excerpts: Excerpt[] }> {
    const { pageTexts } = this.#deps
    const { found, query } = await this.#mayFind(identity, shareGuid, words, client, version)
    const finding = await pageTexts.find(found.file, query)
    const excerpts: Excerpt[] = []
    for (const { page, count } of finding.hits.slice(0, maxExcerpts)) {
      const [read] = await pageTexts.pages(found.file, { first: page, count: 1 })
      excerpts.push({ page, count, snippet: snippetOf(read?.text ?? '', query) })
    }
    return { ...finding, excerpts }
  }

  async #mayFind(
    identity: Identity,
    shareGuid: string,
    words: string,
    client: Client,
    version?: number,
  ): Promise<{ found: ShareAccess; query: string }> {
    const found = await pass(this.#deps, identity, shareGuid, 'readText', client, { version })
    const query = foldText(words).trim()
    if (words.trim().length > maxQueryLength || query.length < shortestQuery) throw new Problem('queryLength')
    await this.#deps.rates.require(`find|${shareGuid}|${found.reader}`, searches)
    await noteTrace(this.#deps, found, client)
    return { found, query }
  }
}
