import { createHash } from 'node:crypto'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import type { PageImage, Rendering } from '#server/rendering/rendering.ts'
import { Problem } from '#server/rules/problems.ts'
import { openingHolds } from '#server/rules/reading/dwell.ts'
import { listedWidth } from '#server/rules/sharing/options.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { loadFacts, type ShareAccess } from '#server/viewing/access/facts.ts'
import type { ReceivedFile } from '#server/viewing/records/received-facts.ts'
import { watermarkLook } from './watermark.ts'

type Deps = { database: Database; rendering: Rendering; clock: () => number }

/** `etag` is another one for another reader, visit, version or watermark. */
export type FirstPage = { etag: string; draw: () => Promise<PageImage> }

/** The small picture of page 1 that stands beside a file in lists: too small to read, so that it is no reading. */
export class FirstPages {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * For people who could see the page itself right now: they own it, or opened it and the opening still holds. Before
   * that there is no picture: the sender learns who saw something of a file, and this is not counted as seeing it. It has the
   * watermark of the pages. Records nothing, not even a refusal: a list asks for it, not a person. Throws notFound,
   * whatever the reason is.
   */
  async find(identity: Identity, shareGuid: string, client: Client): Promise<FirstPage> {
    const { database, rendering, clock } = this.#deps
    const now = clock()
    const found = await loadFacts(database.lookups, identity, shareGuid, now)
    if (!found || !this.isSeenBy(found)) throw new Problem('notFound')
    const { file, version, revision, reader, visit } = found
    const look = watermarkLook(found, client, now)
    // The minute in the watermark is when it was drawn.
    const marks = look && { ...look, lines: watermarkLook(found, client, 0)!.lines }
    const state = [file.objectGuid, file.pageCount, version, revision, reader, visit?.guid, marks]
    const hash = createHash('sha256').update(JSON.stringify(state)).digest('base64url')
    return {
      etag: `"${hash.slice(0, 27)}"`,
      draw: () => rendering.pageImage(file, 1, listedWidth, look).catch(withoutReason),
    }
  }

  /** Whether `find` has a picture for this person now. */
  isSeenBy({ policyFacts, file }: ShareAccess): boolean {
    return decide(policyFacts, 'see', this.#deps.clock()) === null && file.pageCount > 0
  }

  /** The shares of those received files of which `find` has a picture for this person now; one query. */
  async seenAmong(identity: Identity, files: readonly ReceivedFile[]): Promise<Set<string>> {
    const now = this.#deps.clock()
    const open = files.filter(({ isOpened, isPlayed }) => isOpened && !isPlayed)
    if (open.length === 0) return new Set()
    const visits = await this.#deps.database.kysely
      .selectFrom('visit')
      .select('recipient_guid')
      .distinct()
      .where(
        'recipient_guid',
        'in',
        open.map(({ recipientGuid }) => recipientGuid),
      )
      .where('reader_key', '=', readerKey(identity))
      .where('started_at', '>', now - openingHolds)
      .execute()
    const opened = new Set(visits.map(({ recipient_guid }) => recipient_guid))
    const seen = open.filter(
      ({ recipientGuid, policyFacts }) =>
        decide({ ...policyFacts, isOpened: opened.has(recipientGuid) }, 'see', now) === null,
    )
    return new Set(seen.map(({ shareGuid }) => shareGuid))
  }
}

function withoutReason(error: unknown): never {
  throw error instanceof Problem ? new Problem('notFound') : error
}
