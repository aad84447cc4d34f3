import type { Onboarding } from '#server/accounts/onboarding.ts'
import type { Client } from '#server/accounts/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/rate.ts'
import type { Post } from '#server/mail/post.ts'
import { decide, type Act } from '#server/rules/gate.ts'
import type { PageWidth } from '#server/rules/options.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import type { PageImage, Rendering, RenderedPage } from '#server/rendering/rendering.ts'
import type { SealedReader, Vault } from '#server/storage/vault.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { atVersion, hasVersions } from './at-version.ts'
import { loadFacts, openingHolds, type Found } from './facts.ts'
import { strangerRefusal, type Identity } from './identity.ts'
import { openShare, touchVisit } from './opening.ts'
import { spendPrint } from './printing.ts'
import { watermarkLook } from './watermark.ts'

type Needs = {
  database: Database
  tracking: Tracking
  onboarding: Onboarding
  rates: RateLimits
  rendering: Rendering
  vault: Vault
  /** The letters to senders. */
  post: Post
  publicUrl: URL
  clock: () => number
}

/** What a reader may do with a share, or why not. */
export type Look = {
  found: Found | null
  refusal: ProblemName | null
  mayDownload: boolean
  mayPrint: boolean
}

/**
 * `isCounted` is false when nobody gets to see what is sent. `isAgain` says that a page renewed itself: what it had
 * shown is not counted once more, and that its time is over is no refusal. A `version` is for the owner alone.
 */
export type ScreenRange = {
  first: number
  count: number
  isCounted: boolean
  isAgain?: boolean
  version?: number | undefined
}

export type Screen = { found: Found; pages: RenderedPage[]; mayDownload: boolean; mayPrint: boolean }

/** A copy to hand over: the original, or its pages with the watermark as PDF. */
export type Copy =
  | { kind: 'original'; found: Found; source: SealedReader }
  | { kind: 'watermarked'; found: Found; pdf: AsyncIterable<Buffer> }

/** Reading a share. Every method asks the gate on every call. */
export class Viewing {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Whether this reader may open the share now; changes and records nothing. */
  async look(identity: Identity, shareGuid: string): Promise<Look> {
    const now = this.#needs.clock()
    const found = await loadFacts(this.#needs.database.kysely, identity, shareGuid, now)
    if (!found)
      return { found: null, refusal: strangerRefusal(identity), mayDownload: false, mayPrint: false }
    const refusal = decide(found.gate, 'open', now)
    if (refusal === null) this.#needs.rendering.warm()
    return {
      found,
      refusal,
      mayDownload: decide({ ...found.gate, isOpened: true }, 'download', now) === null,
      mayPrint: decide({ ...found.gate, isOpened: true }, 'print', now) === null,
    }
  }

  /** Tells the sender that somebody who proved who he is came and was refused; strangers and scanners are no news. */
  async noteRefusedLook(
    { found, refusal }: Look,
    client: Client,
    { isAgain = false }: { isAgain?: boolean } = {},
  ): Promise<void> {
    if (isAgain && refusal && timeIsOver.has(refusal)) return
    if (found?.email && refusal) await this.#recordRefusal(found, 'open', refusal, client)
  }

  /** Starts reading: the first opening starts self-destruct (B5), and a visit begins. Throws what the gate says. */
  async open(identity: Identity, shareGuid: string, client: Client): Promise<void> {
    for (;;) {
      const found = await this.#pass(identity, shareGuid, 'open', client)
      if (found.gate.standing === 'owner') return
      // Where the sender edited the share in between, the gate is asked again: one of the two wins whole.
      if (await openShare(this.#needs, identity, found, client)) return
    }
  }

  /** The pages of one screen, `first` counted from 1; records that they were looked at (never for the sender). */
  async screen(identity: Identity, shareGuid: string, range: ScreenRange, client: Client): Promise<Screen> {
    const found = await this.#pass(identity, shareGuid, 'see', client, range)
    const pages = await this.#screenPages(found, range)
    if (pages.length === 0) throw new Problem('notFound')
    const shown = { first: pages[0]!.number, last: pages.at(-1)!.number }
    const wasShown =
      range.isAgain === true &&
      found.visit !== null &&
      (await this.#needs.tracking.hasShown(shareGuid, found.visit.guid, shown))
    if (range.isCounted && !wasShown) await this.#record(found, 'Browse', client, shown)
    return { found, pages, ...this.#rights(found) }
  }

  /** Whoever reads on where a new version of the file has no more pages comes to its last ones. */
  async #screenPages({ shareGuid, file }: Found, { first, count }: ScreenRange): Promise<RenderedPage[]> {
    const { rendering, database } = this.#needs
    const pages = await rendering.pages(file.guid, { first, count })
    if (pages.length > 0 || first === 1 || !(await hasVersions(database.kysely, shareGuid))) return pages
    return rendering.pages(file.guid, { first: file.pageCount - ((file.pageCount - 1) % count), count })
  }

  /** One page as an image with the reader's watermark in its pixels; another `version` for the owner alone. */
  async pageImage(
    identity: Identity,
    shareGuid: string,
    number: number,
    width: PageWidth,
    client: Client,
    version?: number,
  ): Promise<PageImage> {
    const found = await this.#pass(identity, shareGuid, 'see', client, { version })
    return this.#needs.rendering.pageImage(found.file, number, width, this.#look(found, client))
  }

  /**
   * The copy that this reader may have: the original without a watermark, else a PDF of the marked pages; another
   * `version` for the owner alone.
   */
  async download(identity: Identity, shareGuid: string, client: Client, version?: number): Promise<Copy> {
    const found = await this.#pass(identity, shareGuid, 'download', client, { version })
    if (!found.watermark || found.gate.standing === 'owner')
      return {
        kind: 'original',
        found,
        source: await this.#needs.vault.open(found.file.objectGuid, found.file.key),
      }
    return {
      kind: 'watermarked',
      found,
      pdf: this.#needs.rendering.pdf(found.file, this.#look(found, client)),
    }
  }

  /** Notes that a copy leaves. All parts within one opening are one download, whichever comes first. */
  async noteDownload(found: Found, client: Client, { isPart }: { isPart: boolean }): Promise<void> {
    if (!found.visit) return
    const once = { count: 1, per: openingHolds }
    const isFirst = await this.#needs.rates.take(`download|${found.visit.guid}`, once)
    if (isFirst || !isPart) await this.#record(found, 'Download', client)
  }

  /** Issues a print copy: takes it from the allowance, and records it. Throws printsUsedUp. */
  async print(identity: Identity, shareGuid: string, client: Client): Promise<void> {
    const found = await this.#pass(identity, shareGuid, 'print', client)
    await this.#record(found, 'Print', client, {}, (tx) => spendPrint(tx, found))
  }

  /** The pages of a print copy. Throws printFirst before it was issued, and printNotAllowed as soon as the right is gone. */
  async printPages(
    identity: Identity,
    shareGuid: string,
    range: { first: number; count: number; isAgain?: boolean },
    client: Client,
  ): Promise<Screen> {
    const found = await this.#pass(identity, shareGuid, 'seePrint', client, range)
    if (found.visit && !(await this.#needs.tracking.hasHappened(shareGuid, found.visit.guid, 'Print')))
      throw new Problem('printFirst')
    const pages = await this.#needs.rendering.pages(found.file.guid, range)
    if (pages.length === 0) throw new Problem('notFound')
    return { found, pages, ...this.#rights(found) }
  }

  /** Removes openings that no longer hold; the stream of events keeps what happened. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#needs
    const { numDeletedRows } = await database.kysely
      .deleteFrom('visit')
      .where('seen_at', '<', clock() - 2 * openingHolds)
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  #rights(found: Found): { mayDownload: boolean; mayPrint: boolean } {
    const now = this.#needs.clock()
    return {
      mayDownload: decide(found.gate, 'download', now) === null,
      mayPrint: decide(found.gate, 'print', now) === null,
    }
  }

  #look(found: Found, client: Client) {
    return watermarkLook(found, client, this.#needs.clock())
  }

  async #pass(
    identity: Identity,
    shareGuid: string,
    act: Act,
    client: Client,
    { version, isAgain = false }: { version?: number | undefined; isAgain?: boolean } = {},
  ): Promise<Found> {
    const { database, clock } = this.#needs
    const current = await loadFacts(database.kysely, identity, shareGuid, clock())
    if (!current) throw new Problem(strangerRefusal(identity))
    const found = version === undefined ? current : await this.#otherVersion(current, version)
    const refusal = decide(found.gate, act, clock())
    if (refusal === null) return found
    if (!(isAgain && timeIsOver.has(refusal))) await this.#recordRefusal(found, act, refusal, client)
    throw new Problem(refusal)
  }

  /** Whoever may not manage the share sees what is shown now, or nothing. */
  async #otherVersion(found: Found, version: number): Promise<Found> {
    const { database, clock } = this.#needs
    const refusal = decide(found.gate, 'manage', clock())
    if (refusal) throw new Problem(refusal)
    return atVersion(database.kysely, found, version)
  }

  async #record(
    found: Found,
    kind: 'Browse' | 'Download' | 'Print',
    client: Client,
    detail = {},
    before: (tx: Transaction) => Promise<void> = async () => undefined,
  ): Promise<void> {
    if (found.gate.standing === 'owner' || !found.visit) return
    const { database, tracking, clock } = this.#needs
    const visitGuid = found.visit.guid
    await database.transaction(async (tx) => {
      await before(tx)
      await touchVisit(tx, visitGuid, clock())
      await tracking.append(tx, {
        subjectGuid: found.shareGuid,
        kind,
        email: found.email,
        visitGuid,
        client,
        // Which of several versions it was; of one there is nothing to say.
        detail: found.version > 1 ? { ...detail, version: found.version } : detail,
      })
    })
  }

  /** One line a minute for each reader and reason: a page of 25 refused images is one refusal to the sender. */
  async #recordRefusal(found: Found, act: Act, reason: ProblemName, client: Client): Promise<void> {
    if (found.gate.standing === 'owner' || !worthTelling.has(reason)) return
    const who = found.email ?? client.ip
    const key = `refusal|${found.shareGuid}|${who}|${act}|${reason}`
    if (!(await this.#needs.rates.take(key, { count: 1, per: 60_000 }))) return
    await this.#needs.tracking.append(null, {
      subjectGuid: found.shareGuid,
      kind: 'Refused',
      email: found.email,
      client,
      detail: { act, reason },
    })
  }
}

/** What a page meets that renews itself at the end of its time. */
const timeIsOver: ReadonlySet<ProblemName> = new Set(['expired', 'destructed'])

const worthTelling: ReadonlySet<ProblemName> = new Set([
  'killed',
  'expired',
  'destructed',
  'notRecipient',
  'downloadNotAllowed',
  'printNotAllowed',
  'printsUsedUp',
  'viewNotAllowed',
])
