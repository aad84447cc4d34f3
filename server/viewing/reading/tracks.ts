import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newGuid } from '#server/db/guid.ts'
import type { Database } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { View } from '#server/rules/reading/view-as.ts'
import type { Events } from '#server/events/events.ts'
import { openingHolds, type ShareAccess } from '#server/viewing/access/facts.ts'
import { readerKey, type Identity } from '#server/accounts/identity.ts'
import { subjectOf } from '#server/viewing/access/passing.ts'
import { touchReading } from './room-visits.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import type { Viewing } from './viewing.ts'
import { tellingsByNetwork } from '#server/rules/product/call-rates.ts'

type Deps = {
  database: Database
  viewing: Viewing
  events: Events
  rates: RateLimits
  /** Words that a reason must not have. */
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** What visitors say about themselves, unverified. */
export type VisitorInfo = { email: string; reason: string }

/** `seconds`: how long the file was visible, as the program says; null for all the time since the start. */
export type StopWanted = { track: string; seconds: number | null }

export const tellings = ['View', 'Download', 'Print'] as const
export type Telling = (typeof tellings)[number]

const maxReasonLength = 500

/** Reading times reported by programs. They count only as far as the server knows them to be possible. */
export class Tracks {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Opens a share, or a file in a room, and starts measuring; answers the track's ID, or null for its sender, who is
   * not counted. Throws what the policy says, and viewRefused.
   */
  async start(identity: Identity, shareGuid: string, view: View, client: Client): Promise<string | null> {
    const { database, viewing, clock } = this.#deps
    await lookAs(viewing, identity, shareGuid, view)
    await viewing.open(identity, shareGuid, client)
    const { found } = await lookAs(viewing, identity, shareGuid, view)
    if (!found.visit) return null
    const guid = newGuid()
    await database.kysely
      .insertInto('track')
      .values({
        guid,
        visit_guid: found.visit.guid,
        item_guid: found.room ? found.shareGuid : null,
        started_at: clock(),
        stopped_at: null,
      })
      .execute()
    return guid
  }

  /**
   * Ends a track, once, and records what it measured; answers the seconds. No one has read for longer than it ran, nor
   * longer than an opening lasts. Throws notFound for another's track and for one that was stopped.
   */
  async stop(identity: Identity, { track, seconds }: StopWanted, client: Client): Promise<number> {
    const { database, events, clock } = this.#deps
    const now = clock()
    return database.transaction(async (tx) => {
      const stopped = await tx
        .updateTable('track')
        .set({ stopped_at: now })
        .where('guid', '=', track)
        .where('stopped_at', 'is', null)
        .where('visit_guid', 'in', (visit) =>
          visit.selectFrom('visit').select('visit.guid').where('reader_key', '=', readerKey(identity)),
        )
        .returning(['visit_guid', 'item_guid', 'started_at'])
        .executeTakeFirst()
      if (!stopped) throw new Problem('notFound')
      const visit = await tx
        .selectFrom('visit')
        .leftJoin('recipient', 'recipient.guid', 'visit.recipient_guid')
        .leftJoin('member', 'member.guid', 'visit.member_guid')
        .select([
          'visit.guid',
          'visit.share_guid',
          'visit.room_guid',
          'visit.member_guid',
          'recipient.email',
          'member.email as member_email',
        ])
        .where('visit.guid', '=', stopped.visit_guid)
        .executeTakeFirstOrThrow()
      const ran = Math.min(now - stopped.started_at, openingHolds) / 1000
      const measured = Math.round(Math.min(seconds ?? ran, ran))
      await touchReading(tx, { room: { memberGuid: visit.member_guid }, visit }, now)
      await events.record(tx, {
        // A file in a room has its own stream; if it has been removed since, the room has it.
        subject: visit.share_guid ?? stopped.item_guid ?? visit.room_guid!,
        kind: 'Stop',
        ...(visit.room_guid && { roomGuid: visit.room_guid }),
        actor: visit.email ?? visit.member_email ?? identity.user?.email ?? null,
        visitGuid: visit.guid,
        client,
        detail: { method: 'measured', seconds: measured },
      })
      return measured
    })
  }

  /**
   * Accepts a program's report: `View` opens the share, `Print` uses a copy of the allowance, `Download` is counted
   * when the copy is sent and only checks the policy. Throws what the policy says.
   */
  async tell(
    identity: Identity,
    shareGuid: string,
    telling: Telling,
    info: VisitorInfo,
    client: Client,
  ): Promise<void> {
    const { viewing } = this.#deps
    const checked = this.#checked(info)
    const { found, mayDownload } = await lookAs(viewing, identity, shareGuid, 'self')
    if (telling === 'View') await viewing.open(identity, shareGuid, client)
    if (telling === 'Print') await viewing.print(identity, shareGuid, client)
    if (telling === 'Download' && !mayDownload) throw new Problem('downloadNotAllowed')
    if (telling === 'Download' && !found.policyFacts.isOpened) throw new Problem('openFirst')
    await this.#note(identity, shareGuid, checked, client)
  }

  /** The same for someone of whom only the network is known, on a public link: only `View`. */
  async tellAsStranger(
    shareGuid: string,
    telling: Telling,
    info: VisitorInfo,
    client: Client,
  ): Promise<void> {
    await this.#deps.rates.require(`tell|network|${networkOf(client.ip)}`, tellingsByNetwork)
    if (telling !== 'View') throw new Problem('identityNeeded')
    const browserId = `stranger|${client.ip}|${client.userAgent}`
    await this.tell({ user: null, readerEmail: null, browserId }, shareGuid, telling, info, client)
  }

  #checked({ email, reason }: VisitorInfo): VisitorInfo {
    const { words } = this.#deps
    const address = email === '' ? '' : emailAddress(email)
    if (address === null)
      throw new Problem('badForm', { field: 'visitorInfo', text: 'That isn’t an email address.' })
    const text = plainText(reason, {
      field: 'visitorInfo',
      label: 'reason',
      maxLength: maxReasonLength,
      ...words,
    })
    return { email: address, reason: text }
  }

  async #note(identity: Identity, shareGuid: string, info: VisitorInfo, client: Client): Promise<void> {
    if (info.email === '' && info.reason === '') return
    const { found } = await this.#deps.viewing.look(identity, shareGuid)
    const visit = visitOf(found)
    if (!visit) return
    const { email } = visit
    await this.#deps.events.record(null, {
      ...subjectOf(found!),
      kind: 'VisitorInfo',
      actor: email,
      visitGuid: visit.guid,
      client,
      detail: info,
    })
  }
}

/** None of the sender's own, who is not counted. */
function visitOf(found: ShareAccess | null): { guid: string; email: string | null } | null {
  return found?.visit && found.policyFacts.relationship !== 'owner'
    ? { guid: found.visit.guid, email: found.email }
    : null
}
