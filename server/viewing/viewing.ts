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

/** `isCounted` is false when nobody gets to see what is sent. */
export type ScreenRange = { first: number; count: number; isCounted: boolean }

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
    // To a stranger a share that does not exist looks like one that is not shared with him.
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
  async noteRefusedLook({ found, refusal }: Look, client: Client): Promise<void> {
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
    const found = await this.#pass(identity, shareGuid, 'see', client)
    const pages = await this.#needs.rendering.pages(found.file.guid, range)
    if (pages.length === 0) throw new Problem('notFound')
    if (range.isCounted)
      await this.#record(found, 'Browse', client, { first: pages[0]!.number, last: pages.at(-1)!.number })
    return { found, pages, ...this.#rights(found) }
  }

  /** One page as an image with the reader's watermark in its pixels. */
  async pageImage(
    identity: Identity,
    shareGuid: string,
    number: number,
    width: PageWidth,
    client: Client,
  ): Promise<PageImage> {
    const found = await this.#pass(identity, shareGuid, 'see', client)
    return this.#needs.rendering.pageImage(found.file, number, width, this.#look(found, client))
  }

  /** The copy that this reader may have: the original without a watermark, else a PDF of the marked pages. */
  async download(identity: Identity, shareGuid: string, client: Client): Promise<Copy> {
    const found = await this.#pass(identity, shareGuid, 'download', client)
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
    range: { first: number; count: number },
    client: Client,
  ): Promise<Screen> {
    const found = await this.#pass(identity, shareGuid, 'seePrint', client)
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

  async #pass(identity: Identity, shareGuid: string, act: Act, client: Client): Promise<Found> {
    const { database, clock } = this.#needs
    const found = await loadFacts(database.kysely, identity, shareGuid, clock())
    if (!found) throw new Problem(strangerRefusal(identity))
    const refusal = decide(found.gate, act, clock())
    if (refusal === null) return found
    await this.#recordRefusal(found, act, refusal, client)
    throw new Problem(refusal)
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
