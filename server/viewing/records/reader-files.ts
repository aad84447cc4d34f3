import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import { decide, type Act } from '#server/rules/sharing/policy.ts'
import { hasFlag, type ProblemName } from '#server/rules/problems.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import { factsFor, type ShareAccess } from '#server/viewing/access/facts.ts'
import type { Identity } from '#server/accounts/identity.ts'

const filesOnPage = 50

/** What is shared with a reader; `name` is null if the policy would not show it now. */
export type ReaderFile = {
  shareGuid: string
  name: string | null
  sender: { name: string; email: string }
  /** What comes first, or why it is closed; null if the file can be opened. */
  refusal: ProblemName | null
  /** What the reader can do with it once it is open. */
  may: Record<'see' | 'download' | 'print' | 'comment', boolean>
  policyFacts: ShareAccess['policyFacts']
}

export type ReaderFilePage = { emails: string[]; files: ReaderFile[]; hasMore: boolean }

/**
 * The files that are shared with someone, found by the addresses that this browser confirmed. Each is checked by the
 * policy.
 */
export class ReaderFiles {
  readonly #deps: { database: Database; clock: () => number }

  constructor(deps: { database: Database; clock: () => number }) {
    this.#deps = deps
  }

  /** The newest first; `page` counts from 1. Without a confirmed address there are none. */
  async list(identity: Identity, page: number): Promise<ReaderFilePage> {
    const { database, clock } = this.#deps
    const now = clock()
    const emails = await allProvedEmails(database.kysely, identity)
    if (emails.length === 0) return { emails, files: [], hasMore: false }
    const guids = await this.#guids(emails, identity.user?.guid ?? '', page)
    const found = await Promise.all(
      guids.slice(0, filesOnPage).map((guid) => factsFor(database.kysely, identity, emails, guid, now)),
    )
    return {
      emails,
      files: found.filter((one) => one !== null).map((one) => readerFile(one, now)),
      hasMore: guids.length > filesOnPage,
    }
  }

  /** One more than fits on the page. */
  async #guids(emails: string[], ownGuid: string, page: number): Promise<string[]> {
    const rows = await this.#deps.database.kysely
      .selectFrom('recipient')
      .innerJoin('share', 'share.guid', 'recipient.share_guid')
      .select(({ fn }) => ['share.guid', fn.max('recipient.added_at').as('added_at')])
      .where(sql<string>`lower(recipient.email)`, 'in', emails)
      .where('recipient.revoked_at', 'is', null)
      .where('share.is_tour', '=', 0)
      .where('share.owner_guid', '!=', ownGuid)
      .groupBy('share.guid')
      .orderBy('added_at', 'desc')
      .orderBy('share.guid')
      .limit(filesOnPage + 1)
      .offset((page - 1) * filesOnPage)
      .execute()
    return rows.map(({ guid }) => guid)
  }
}

function readerFile(found: ShareAccess, now: number): ReaderFile {
  const refusal = decide(found.policyFacts, 'open', now)
  const opened = { ...found.policyFacts, isOpened: true }
  const may = (act: Act): boolean => refusal === null && decide(opened, act, now) === null
  return {
    shareGuid: found.shareGuid,
    name: refusal === null || hasFlag(refusal, 'showsName') ? found.file.name : null,
    sender: found.sender,
    refusal,
    may: { see: may('see'), download: may('download'), print: may('print'), comment: may('comment') },
    policyFacts: found.policyFacts,
  }
}
