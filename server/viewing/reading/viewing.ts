import type { Onboarding } from '#server/accounts/registering/onboarding.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { thumbnailWidth, type PageWidth } from '#server/rules/sharing/options.ts'
import { hasFlag, Problem, type ProblemName } from '#server/rules/problems.ts'
import type { MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import type { PageImage, Rendering, RenderedPage } from '#server/rendering/rendering.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Events } from '#server/events/events.ts'
import type { Tracking } from '#server/tracking/tracking.ts'
import { hasVersions } from './at-version.ts'
import { copyOf, type Copy } from './copy.ts'
import { loadFacts, openingHolds, type ShareAccess } from '#server/viewing/access/facts.ts'
import { strangerRefusal, type Identity } from '#server/accounts/identity.ts'
import { tellOfNothingToRead } from './nothing-to-read.ts'
import { openShare } from '#server/viewing/entry/opening.ts'
import {
  pass,
  recordPreview,
  recordReading,
  recordRefusal,
  recordShown,
} from '#server/viewing/access/passing.ts'
import { spendPrint } from './printing.ts'
import { noteFirstView, noteSign, noteTrace, touchReading } from './room-visits.ts'
import { getsMarked, watermarkLook } from './watermark.ts'

type Deps = {
  database: Database
  events: Events
  tracking: Tracking
  onboarding: Onboarding
  rates: RateLimits
  rendering: Rendering
  markedCopies: MarkedCopies
  vault: Vault
  /** The emails to senders. */
  clock: () => number
}

/** What a reader can do with a share, or why not. */
export type Look = {
  found: ShareAccess | null
  refusal: ProblemName | null
  mayDownload: boolean
  mayPrint: boolean
}

/**
 * `isCounted` is false if no one gets to see the response. `isAgain` says that a page reloaded itself: what it had
 * shown is not counted again, and its time being over is not a blocked attempt. A `version` is for the owner alone.
 */
export type ScreenRange = {
  first: number
  count: number
  isCounted: boolean
  isAgain?: boolean
  version?: number | undefined
}

/** Which image is requested; `isAgain` and `version` as for a screen. */
export type PictureRequest = {
  number: number
  width: PageWidth
  version?: number | undefined
  isAgain?: boolean
}

export type Screen = { found: ShareAccess; pages: RenderedPage[]; mayDownload: boolean; mayPrint: boolean }

/** Reading a share. Every method checks the policy on every call. */
export class Viewing {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether this reader can open the share now; changes and records nothing. */
  async look(identity: Identity, shareGuid: string): Promise<Look> {
    const now = this.#deps.clock()
    const found = await loadFacts(this.#deps.database.lookups, identity, shareGuid, now)
    if (!found)
      return { found: null, refusal: strangerRefusal(identity), mayDownload: false, mayPrint: false }
    const refusal = decide(found.policyFacts, 'open', now)
    if (refusal === null) this.#deps.rendering.warm()
    return {
      found,
      refusal,
      mayDownload: decide({ ...found.policyFacts, isOpened: true }, 'download', now) === null,
      mayPrint: decide({ ...found.policyFacts, isOpened: true }, 'print', now) === null,
    }
  }

  /** Notifies the sender that someone with a confirmed address was refused; strangers and scanners are not news. */
  async noteRefusedLook(
    { found, refusal }: Look,
    client: Client,
    { isAgain = false }: { isAgain?: boolean } = {},
  ): Promise<void> {
    if (isAgain && refusal && hasFlag(refusal, 'isOfTime')) return
    if (found?.email && refusal) await recordRefusal(this.#deps, found, 'open', refusal, client)
  }

  /** Tells the sender, once a week, of a recipient who can only read what can only be downloaded. */
  async noteNothingToRead(found: ShareAccess, client: Client): Promise<void> {
    await recordRefusal(this.#deps, found, 'open', 'viewNotAllowed', client)
    await tellOfNothingToRead(this.#deps, found)
  }

  /**
   * Starts reading: the first opening starts the self-destruct timer, and a visit begins. Throws what the policy says.
   */
  async open(identity: Identity, shareGuid: string, client: Client): Promise<void> {
    for (;;) {
      const found = await pass(this.#deps, identity, shareGuid, 'open', client)
      if (found.policyFacts.relationship === 'owner') return recordPreview(this.#deps, found, client)
      if (found.room) return this.#openInRoom(found, client)
      // If the sender edited the share in between, the policy is checked again: one of the two happens completely
      // first.
      if (await openShare(this.#deps, identity, found, client)) return
    }
  }

  /** Once inside a room, its files open by being viewed. Throws enterFirst. */
  async #openInRoom(found: ShareAccess, client: Client): Promise<void> {
    const { database, clock } = this.#deps
    if (!found.visit) throw new Problem('enterFirst')
    await database.transaction(async (tx) => {
      await touchReading(tx, found, clock())
      await noteFirstView(tx, this.#deps, found, client)
    })
  }

  /**
   * The pages of one screen, `first` counted from 1. Requesting it is a heartbeat of its reader; pages count as viewed
   * when their images are requested.
   */
  async screen(identity: Identity, shareGuid: string, range: ScreenRange, client: Client): Promise<Screen> {
    const found = await pass(this.#deps, identity, shareGuid, 'see', client, range)
    const pages = await this.#screenPages(found, range)
    if (pages.length === 0) throw withoutPages(found)
    if (range.isCounted && !range.isAgain) await noteSign(this.#deps, found, client)
    return { found, pages, ...this.#rights(found) }
  }

  /** A reader whose page no longer exists in a new version of the file gets its last ones. */
  async #screenPages(found: ShareAccess, { first, count }: ScreenRange): Promise<RenderedPage[]> {
    const { file } = found
    const { rendering, database } = this.#deps
    const pages = await rendering.pages(file.guid, { first, count })
    if (pages.length > 0 || first === 1 || !(await hasVersions(database.kysely, found))) return pages
    return rendering.pages(file.guid, { first: file.pageCount - ((file.pageCount - 1) % count), count })
  }

  /**
   * One page as an image with the reader's watermark in its pixels; another `version` for the owner alone. Records that
   * it was viewed (for the sender, a preview), except for a thumbnail, where nothing can be read.
   */
  async pageImage(
    identity: Identity,
    shareGuid: string,
    { number, width, version, isAgain = false }: PictureRequest,
    client: Client,
  ): Promise<PageImage> {
    const found = await pass(this.#deps, identity, shareGuid, 'see', client, { version })
    await noteTrace(this.#deps, found, client)
    const image = await this.#deps.rendering.pageImage(found.file, number, width, this.#look(found, client))
    if (width > thumbnailWidth) await recordShown(this.#deps, found, number, client, { isAgain })
    return image
  }

  /**
   * The copy that this reader is allowed: the original if there is no watermark, otherwise one with it; another
   * `version` for the owner alone.
   */
  async download(identity: Identity, shareGuid: string, client: Client, version?: number): Promise<Copy> {
    const found = await pass(this.#deps, identity, shareGuid, 'download', client, { version })
    const look = getsMarked(found) ? this.#look(found, client) : null
    return copyOf(this.#deps, found, look)
  }

  /** Records that a copy is sent. All parts within one opening are one download, whichever comes first. */
  async noteDownload(found: ShareAccess, client: Client, { isPart }: { isPart: boolean }): Promise<void> {
    if (!found.visit) return
    const once = { count: 1, per: openingHolds }
    const isFirst = await this.#deps.rates.take(`download|${found.visit.guid}`, once)
    if (isFirst || !isPart) await recordReading(this.#deps, found, 'Download', client)
  }

  /** Issues a print copy: uses the allowance, and records it. Throws printsUsedUp. */
  async print(identity: Identity, shareGuid: string, client: Client): Promise<void> {
    const found = await pass(this.#deps, identity, shareGuid, 'print', client)
    await recordReading(this.#deps, found, 'Print', client, {}, (tx) => spendPrint(tx, found))
  }

  /**
   * The pages of a print copy. Throws printFirst before it was issued, and printNotAllowed as soon as the permission is
   * gone.
   */
  async printPages(
    identity: Identity,
    shareGuid: string,
    range: { first: number; count: number; isAgain?: boolean },
    client: Client,
  ): Promise<Screen> {
    const found = await pass(this.#deps, identity, shareGuid, 'seePrint', client, range)
    if (found.visit && !(await this.#deps.tracking.hasHappened(shareGuid, found.visit.guid, 'Print')))
      throw new Problem('printFirst')
    const pages = await this.#deps.rendering.pages(found.file.guid, range)
    if (pages.length === 0) throw withoutPages(found)
    return { found, pages, ...this.#rights(found) }
  }

  /**
   * Removes openings that no longer apply; the stream of events keeps the history. A member's last visit
   * stays: it decides which items of the room are new to them.
   */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('visit')
      .where('seen_at', '<', clock() - 2 * openingHolds)
      .where((visit) =>
        visit.or([
          visit('member_guid', 'is', null),
          visit.exists(
            visit
              .selectFrom('visit as later')
              .select('later.guid')
              .whereRef('later.member_guid', '=', 'visit.member_guid')
              .whereRef('later.seen_at', '>', 'visit.seen_at'),
          ),
        ]),
      )
      .executeTakeFirst()
    return Number(numDeletedRows)
  }

  #rights(found: ShareAccess): { mayDownload: boolean; mayPrint: boolean } {
    const now = this.#deps.clock()
    return {
      mayDownload: decide(found.policyFacts, 'download', now) === null,
      mayPrint: decide(found.policyFacts, 'print', now) === null,
    }
  }

  #look(found: ShareAccess, client: Client) {
    return watermarkLook(found, client, this.#deps.clock())
  }
}

/** Why a screen of pages shows nothing of a file: only its owner gets this far with one that has none. */
function withoutPages({ file }: ShareAccess): Problem {
  if (file.kind === 'media') return new Problem('noPages')
  return new Problem(file.kind === 'other' ? 'viewNotAllowed' : 'notFound')
}
