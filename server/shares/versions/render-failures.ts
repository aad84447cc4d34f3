import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { RenderedSoFar } from '#server/rendering/pdf/asks-for-password.ts'
import type { RenderRetries } from '#server/rendering/preparing/render-retries.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Events } from '#server/events/events.ts'
import type { Editing } from '#server/shares/editing.ts'
import { lockOwnShare, ownShare } from '#server/shares/own-share.ts'

type Deps = {
  database: Database
  renderRetries: RenderRetries
  editing: Editing
  events: Events
}

/** What the owner of a share can do about a file that could not be rendered. */
export class RenderFailures {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether rendering the file again makes sense. */
  mayRetry(file: RenderedSoFar): boolean {
    return this.#deps.renderRetries.mayRetry(file)
  }

  /**
   * Has the file rendered again, at most five times an hour. Throws notFound for anyone else's share, notRetried if
   * that makes no sense or is in progress already, tooManyAttempts.
   */
  async retry(actor: User, shareGuid: string): Promise<void> {
    const { database, renderRetries, events } = this.#deps
    const seen = await ownShare(database.kysely, actor, shareGuid)
    await renderRetries.count(seen, seen.file_guid)
    await database.transaction(async (tx) => {
      const share = await lockOwnShare(tx, actor, shareGuid)
      await renderRetries.start(tx, share, share.file_guid)
      await events.record(tx, { subject: shareGuid, kind: 'RenderTried', actor: actor.email })
    })
  }

  /**
   * Stores the password that a PDF itself requires, and has its pages rendered with it. Throws notFound, notRetried if
   * the file requires none, tooManyAttempts, and documentPasswordWrong on the field `documentPassword`.
   */
  async givePassword(actor: User, shareGuid: string, password: string): Promise<void> {
    const { database, renderRetries, events } = this.#deps
    const share = await ownShare(database.kysely, actor, shareGuid)
    await renderRetries.givePassword(share, share.file_guid, password)
    const detail = { password: true }
    await database.transaction((tx) =>
      events.record(tx, { subject: shareGuid, kind: 'RenderTried', actor: actor.email, detail }),
    )
  }

  /**
   * Sets whether readers see the tracked changes of a document. Throws notFound, notRetried if it has none or is being
   * rendered, tooManyAttempts.
   */
  async showChanges(actor: User, shareGuid: string, shows: boolean): Promise<void> {
    const { database, renderRetries, events } = this.#deps
    const seen = await ownShare(database.kysely, actor, shareGuid)
    await renderRetries.countChoice(seen, seen.file_guid)
    const detail = { changes: shows ? 'shown' : 'hidden' }
    await database.transaction(async (tx) => {
      const share = await lockOwnShare(tx, actor, shareGuid)
      await renderRetries.showChanges(tx, share, share.file_guid, shows)
      await events.record(tx, { subject: shareGuid, kind: 'RenderTried', actor: actor.email, detail })
    })
  }

  /**
   * Lets readers download a file that cannot be shown, as it is: without watermark, printing and reading here.
   * `revision` is the state that the owner saw. Throws notFound, notRetried if the file can be shown, and what an edit
   * throws: badForm if the share self-destructs, changedMeanwhile.
   */
  async sendAsDownload(actor: User, shareGuid: string, revision: number): Promise<void> {
    const { editing } = this.#deps
    const { share, state } = await editing.find(actor, shareGuid)
    if (share.render_status !== 'Error') throw new Problem('notRetried')
    const protections = { ...state.protections, ...asDownload }
    await editing.update(actor, shareGuid, { ...state, protections, added: '', removed: [] }, revision)
  }
}

const asDownload = {
  isWebView: false,
  mayDownload: true,
  mayPrint: false,
  mayReadText: false,
  watermark: null,
} as const
