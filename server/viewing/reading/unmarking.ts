import type { User } from '#server/accounts/accounts.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import type { PageWidth } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { PageImage, Rendering } from '#server/rendering/rendering.ts'
import type { Events } from '#server/events/events.ts'
import { atVersion } from './at-version.ts'
import { loadFacts, openingHolds, type ShareAccess } from '#server/viewing/access/facts.ts'
import { subjectOf } from '#server/viewing/access/passing.ts'
import type { Identity } from '#server/accounts/identity.ts'

type Deps = { database: Database; events: Events; rendering: Rendering; clock: () => number }

/** Pages without their watermark, for people who manage the share; each request for them is recorded. */
export class Unmarking {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** From now on, for as long as an opening lasts. Throws notFound for anyone else's share. */
  async ask(actor: User, identity: Identity, shareGuid: string, client: Client): Promise<void> {
    const found = await this.#own(identity, shareGuid)
    const unmarked = { kind: 'Unmarked', actor: actor.email, client } as const
    await this.#deps.events.record(null, { ...subjectOf(found), ...unmarked })
  }

  /** Throws notFound for anyone else's share, and if it was not requested. */
  async require(identity: Identity, shareGuid: string): Promise<ShareAccess> {
    const found = await this.#own(identity, shareGuid)
    const { database, clock } = this.#deps
    const request = await database.kysely
      .selectFrom('event')
      .select('sequence')
      .where('subject_guid', '=', shareGuid)
      .where('kind', '=', 'Unmarked')
      // A room has several managers: each requests it separately.
      .$if(found.room !== null, (event) =>
        event.where('email', '=', identity.user?.email.toLowerCase() ?? null),
      )
      .where('at', '>', clock() - openingHolds)
      .limit(1)
      .executeTakeFirst()
    if (!request) throw new Problem('notFound')
    return found
  }

  /** One page as it is. Throws what `require` and the policy throw, and pageError. */
  async pageImage(
    identity: Identity,
    shareGuid: string,
    page: { number: number; width: PageWidth; version?: number | undefined },
  ): Promise<PageImage> {
    const { database, rendering, clock } = this.#deps
    const current = await this.require(identity, shareGuid)
    const { version } = page
    const found = version === undefined ? current : await atVersion(database.kysely, current, version)
    const refusal = decide(found.policyFacts, 'see', clock())
    if (refusal) throw new Problem(refusal)
    return rendering.pageImage(found.file, page.number, page.width, null)
  }

  async #own(identity: Identity, shareGuid: string): Promise<ShareAccess> {
    const { database, clock } = this.#deps
    const found = await loadFacts(database.lookups, identity, shareGuid, clock())
    if (!found || decide(found.policyFacts, 'manage', clock())) throw new Problem('notFound')
    return found
  }
}
