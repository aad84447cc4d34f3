import type { User } from '#server/accounts/users.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import type { Outgoing } from '#server/http/outgoing/outgoing.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { Problem } from '#server/rules/problems.ts'
import { administered, lockAsAdmin, requireAdmin } from '#server/teams/people/administered.ts'
import { lockTeam } from '#server/teams/team-rows.ts'
import type { TeamTerms } from '#server/teams/terms.ts'
import { fetchTerms, NoTerms, type FetchFailure, type TextOf } from './terms-fetch.ts'

/** What was fetched last: from where, and what came of it. Times in epoch milliseconds; `endedAt` null while it is under way. */
export type TermsFetch = {
  url: string
  askedAt: number
  endedAt: number | null
  failure: FetchFailure | null
}

type Deps = {
  database: Database
  jobs: Jobs
  rates: RateLimits
  outgoing: Pick<Outgoing, 'ask'>
  terms: Pick<TeamTerms, 'write'>
  textOf: TextOf
  clock: () => number
}

const job = 'terms-fetch'
const maxUrlLength = 2000
const maxFetched = { count: 20, per: 3_600_000 }

/**
 * Terms of a team from an address on the web. A job fetches them, as a person asked for it; the text that was there then
 * becomes a version like one that was typed, and the address is never shown to readers. For administrators; everyone else
 * is answered notFound.
 */
export class TermsSource {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(job, ({ source = '' }) => this.#fetch(source))
  }

  /** What was fetched last, or null. Throws notFound. */
  async last(actor: User): Promise<TermsFetch | null> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    const row = await kysely
      .selectFrom('terms_source')
      .selectAll()
      .where('team_guid', '=', guid)
      .executeTakeFirst()
    if (!row) return null
    const failure = row.failure as FetchFailure | null
    return { url: row.url, askedAt: row.asked_at, endedAt: row.ended_at, failure }
  }

  /** Has the text at an address fetched. Throws notFound, badForm with the field `url`, tooManyAttempts. */
  async ask(actor: User, typed: string): Promise<void> {
    const { database, jobs, rates, clock } = this.#deps
    const url = addressIn(typed)
    const { guid: teamGuid } = await requireAdmin(database.kysely, actor.guid)
    await rates.require(`terms-fetch|${teamGuid}`, maxFetched)
    await database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      const guid = newGuid()
      await tx.deleteFrom('terms_source').where('team_guid', '=', team.guid).execute()
      await tx
        .insertInto('terms_source')
        .values({
          guid,
          team_guid: team.guid,
          url,
          asked_by: actor.guid,
          asked_at: clock(),
          ended_at: null,
          failure: null,
        })
        .execute()
      await jobs.add(tx, job, { source: guid })
    })
  }

  /** A second run finds it ended. What was asked for since is another row. */
  async #fetch(source: string): Promise<void> {
    const { database, outgoing, textOf } = this.#deps
    const row = await this.#open(source)
    if (!row) return
    const found = await fetchTerms(outgoing, row.url, textOf).catch((error: unknown) => {
      if (error instanceof NoTerms) return error
      throw error
    })
    await database.transaction(async (tx) => {
      await lockTeam(tx, row.team_guid)
      const failure = found instanceof NoTerms ? found.failure : null
      const ended = await tx
        .updateTable('terms_source')
        .set({ ended_at: this.#deps.clock(), failure })
        .where('guid', '=', source)
        .where('ended_at', 'is', null)
        .returning('guid')
        .executeTakeFirst()
      if (!ended || found instanceof NoTerms) return
      // Whoever asked may have left, or lost the role, while it was under way.
      const team = await administered(tx, row.asked_by)
      if (team?.guid !== row.team_guid) return
      await this.#deps.terms.write(tx, team.guid, { text: found, actor: row.email, sourceUrl: row.url })
    })
  }

  #open(source: string) {
    return this.#deps.database.kysely
      .selectFrom('terms_source')
      .innerJoin('user', 'user.guid', 'terms_source.asked_by')
      .select(['terms_source.team_guid', 'terms_source.url', 'terms_source.asked_by', 'user.email'])
      .where('terms_source.guid', '=', source)
      .where('terms_source.ended_at', 'is', null)
      .executeTakeFirst()
  }
}

/** A web address as it is stored; whether it may be asked is decided when it is. Throws badForm with the field. */
function addressIn(typed: string): string {
  const text = typed.trim()
  const url = text.length <= maxUrlLength && URL.canParse(text) ? new URL(text) : null
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (!url || !isWeb || url.username !== '' || url.password !== '')
    throw new Problem('badForm', {
      field: 'url',
      text: 'Enter the whole address, like https://example.com/terms.',
    })
  return url.href
}
