import type { Database } from '#server/db/open.ts'
import type { EmailPicture, Mailer } from '#server/mail/mailer.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { Problem } from '#server/rules/problems.ts'
import { slowLineWidth } from '#server/rules/sharing/options.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { loadFacts } from '#server/viewing/access/facts.ts'
import { watermarkLook } from './watermark.ts'

type Deps = { database: Database; rendering: Rendering; mailer: Mailer; clock: () => number }

/** What an email is as wide as, without its margins, in pixels of the style sheet. */
const emailWidth = 552

/** The first page in the email to a recipient, where the sender chose that, with that recipient's watermark. */
export class EmailPictures {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.mailer.drawPictures((recipientGuid) => this.#draw(recipientGuid))
  }

  /**
   * Only what the recipient could read right now by confirming their address and pressing "Open". The email is sent in
   * any case: that page 1 cannot be drawn is no reason to wait.
   */
  async #draw(recipientGuid: string): Promise<EmailPicture | null> {
    const { database, rendering, clock } = this.#deps
    const now = clock()
    const person = await this.#personOf(recipientGuid)
    if (!person) return null
    const reader = { user: null, readerEmail: person.email, browserId: `email to ${recipientGuid}` }
    const found = await loadFacts(database.lookups, reader, person.share_guid, now)
    if (!found || found.file.pageCount === 0) return null
    if (found.policyFacts.relationship !== 'recipient') return null
    const { policyFacts } = found
    if (decide(policyFacts, 'open', now) ?? decide({ ...policyFacts, isOpened: true }, 'see', now))
      return null
    try {
      const look = watermarkLook(found, { ip: '', userAgent: '' }, now)
      const { bytes, mediaType } = await rendering.pageImage(found.file, 1, slowLineWidth, look)
      return { bytes, mediaType, width: emailWidth }
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }

  #personOf(recipientGuid: string) {
    return this.#deps.database.kysely
      .selectFrom('recipient')
      .innerJoin('share', 'share.guid', 'recipient.share_guid')
      .select(['recipient.email', 'recipient.share_guid'])
      .where('recipient.guid', '=', recipientGuid)
      .where('share.shows_page', '=', 1)
      .where('share.visibility', '=', 'people')
      .executeTakeFirst()
  }
}
