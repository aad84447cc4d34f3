import { openedLink, sealedLink } from '#server/accounts/registering/sealed-links.ts'
import type { PurposeKeys } from '#server/storage/keys/key-ring.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { Problem } from '#server/rules/problems.ts'
import { newsEmail } from './news-email.ts'
import { newsReader, quietOf, seenBy } from './news-readers.ts'
import { itemsOfBatches, lastTold, membersToTell, takeNews } from './news-rows.ts'
import { itemsWithPaths } from '#server/rooms/tree/paths.ts'

/** No member gets more than one email about a room in this time. */
const quietTime = 30 * 60_000

type Deps = {
  database: Database
  events: Events
  jobs: Jobs
  mailer: Mailer
  linkKeys: PurposeKeys
  publicUrl: URL
  clock: () => number
}

/** Emails to members about new files. What is added within half an hour of an email waits for the next one. */
export class NewsEmails {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.events.onEmail('newsEmail', async (tx, { subject: roomGuid, detail }) => {
      if (Number(detail?.['people']) > 0) await deps.jobs.add(tx, 'room-news', { roomGuid })
    })
    deps.jobs.handle('room-news', ({ roomGuid = '' }) => this.#tellAll(roomGuid))
  }

  /**
   * Whose link it is, and whether emails are on. Throws notFound for what is not one of our links, or not a member's.
   */
  async find(link: string): Promise<{ email: string; room: string; isQuiet: boolean }> {
    const member = await quietOf(this.#deps.database.kysely, this.#memberIn(link))
    if (!member) throw new Problem('notFound')
    return { email: member.email, room: member.name, isQuiet: member.is_quiet === 1 }
  }

  /** Turns emails about a room off or on for the person whose link it is. Throws what `find` throws. */
  async choose(link: string, wanted: { isQuiet: boolean }): Promise<void> {
    await this.find(link)
    await this.setQuiet(this.#memberIn(link), wanted)
  }

  /** Turns emails about a room off or on for a member, who is identified already. */
  async setQuiet(memberGuid: string, { isQuiet }: { isQuiet: boolean }): Promise<void> {
    await this.#deps.database.kysely
      .updateTable('member')
      .set({ is_quiet: isQuiet ? 1 : 0 })
      .where('guid', '=', memberGuid)
      .where('removed_at', 'is', null)
      .execute()
  }

  #memberIn(link: string): string {
    const guid = openedLink(this.#deps.linkKeys, link)
    if (guid === null) throw new Problem('notFound')
    return guid
  }

  /** Each member in a separate transaction: after an interruption, the rest still get theirs. */
  async #tellAll(roomGuid: string): Promise<void> {
    const { database, jobs } = this.#deps
    let nextAt = Infinity
    for (const memberGuid of await membersToTell(database.kysely, roomGuid)) {
      const waitsUntil = await database.transaction((tx) => this.#tell(tx, roomGuid, memberGuid))
      nextAt = Math.min(nextAt, waitsUntil ?? Infinity)
    }
    if (nextAt === Infinity) return
    await database.transaction((tx) => jobs.add(tx, 'room-news', { roomGuid }, { runAt: nextAt }))
  }

  /** Sends a member the waiting email, or answers until when it has to wait (epoch milliseconds). */
  async #tell(tx: Transaction, roomGuid: string, memberGuid: string): Promise<number | null> {
    const { clock, mailer, publicUrl, linkKeys } = this.#deps
    const now = clock()
    // A permission is removed either before this email or after it.
    await tx
      .updateTable('room')
      .set((room) => ({ revision: room.ref('revision') }))
      .where('guid', '=', roomGuid)
      .execute()
    const last = await lastTold(tx, memberGuid)
    if (last > now - quietTime) return last + quietTime
    const batches = await takeNews(tx, memberGuid, now)
    const reader = batches.length > 0 ? await newsReader(tx, memberGuid, now) : null
    if (!reader) return null
    const seen = seenBy(reader, await itemsWithPaths(tx, await itemsOfBatches(tx, batches)))
    if (seen.length === 0) return null
    const { room, email, owesTerms } = reader
    const message = newsEmail(email, {
      room: room.name,
      owner: `${room.owner.name} (${room.owner.email})`,
      names: owesTerms ? null : seen.map(({ name }) => name),
      count: seen.length,
      url: new URL(`/${room.version === 1 ? 'd' : 'dr'}/${roomGuid}`, publicUrl).href,
      switchOffAt: new URL(`/p/roomletters/${sealedLink(linkKeys, memberGuid)}`, publicUrl).href,
    })
    await mailer.enqueue(tx, message)
    return null
  }
}
