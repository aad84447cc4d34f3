import type { Selectable } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { TermsTable } from '#server/db/tables/share-tables.ts'
import type { Events } from '#server/events/events.ts'
import { Problem } from '#server/rules/problems.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { termsText } from '#server/rules/sharing/terms.ts'
import { lockTeam } from './team-rows.ts'
import { latestTeamTerms, writeTerms } from './terms-rows.ts'

/** One version of a team's text; `createdAt` in epoch milliseconds, `version` counts from 1. */
export type TermsVersion = {
  guid: string
  version: number
  text: string
  sha256: string
  createdAt: number
  /** Where it was fetched from; null for a text that was typed. */
  sourceUrl: string | null
}

type TermsDeps = { database: Database; events: Pick<Events, 'record'>; clock: () => number }

/** The terms of access of a team: one text in versions, none of which is ever changed or removed. */
export class TeamTerms {
  readonly #database: Database
  readonly #events: Pick<Events, 'record'>
  readonly #clock: () => number

  constructor({ database, events, clock }: TermsDeps) {
    this.#database = database
    this.#events = events
    this.#clock = clock
  }

  /** The latest text of the actor's team, or null if there is none, or no team. */
  async latest(actor: User): Promise<TermsVersion | null> {
    const row = await latestTeamTerms(this.#database.kysely, actor)
    return row ? versionOf(row) : null
  }

  /** All versions of the actor's team without their texts, the newest first. */
  async versions(actor: User): Promise<Omit<TermsVersion, 'text'>[]> {
    const rows = await this.#ofTeam(actor).orderBy('version', 'desc').execute()
    return rows.map((row) => {
      const { text: _, ...rest } = versionOf(row)
      return rest
    })
  }

  /** One version of the actor's team. Throws notFound. */
  async find(actor: User, version: number): Promise<TermsVersion> {
    const row = await this.#ofTeam(actor).where('version', '=', version).executeTakeFirst()
    if (!row) throw new Problem('notFound')
    return versionOf(row)
  }

  #ofTeam({ teamGuid, inviteStatus }: User) {
    // A pending invitation makes no one a member.
    const team = inviteStatus === 'Active' ? teamGuid : null
    return this.#database.kysely
      .selectFrom('terms')
      .selectAll()
      .where('team_guid', '=', team ?? '')
  }

  /**
   * Makes the text the next version, for owners and admins of the team; the current text again creates none. Answers
   * the version. Throws notFound for everyone else, textRefused with the field `text`.
   */
  async save(actor: User, typed: string): Promise<number> {
    const text = termsText(typed, 'text')
    return this.#database.transaction(async (tx) => {
      const team = await requireTeamOf(tx, actor)
      // If two save at once, one waits, and creates the version after.
      await lockTeam(tx, team)
      return this.write(tx, team, { text, actor: actor.email })
    })
  }

  /** Makes a tidied text the next version of a team that is locked; the current text again creates none. */
  async write(
    tx: Transaction,
    team: string,
    { text, actor, sourceUrl = null }: { text: string; actor: string; sourceUrl?: string | null },
  ): Promise<number> {
    const last = await tx
      .selectFrom('terms')
      .select(['version', 'text'])
      .where('team_guid', '=', team)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (last?.text === text) return last.version
    const version = (last?.version ?? 0) + 1
    await writeTerms(tx, { text, teamGuid: team, version, sourceUrl, now: this.#clock() })
    await this.#events.record(tx, { subject: team, kind: 'TeamTermsChanged', actor, detail: { version } })
    return version
  }
}

/** Whether someone can change what a team requires of others. */
export function mayEditTerms({ teamGuid, teamRole, inviteStatus }: User): boolean {
  const mayEdit = teamRole === teamRoles.owner || teamRole === teamRoles.admin
  return teamGuid !== null && inviteStatus === 'Active' && mayEdit
}

/** The current state, whatever the actor's session remembers. */
async function requireTeamOf(tx: Transaction, actor: User): Promise<string> {
  const row = await tx
    .selectFrom('user')
    .select('team_guid')
    .where('guid', '=', actor.guid)
    .where('team_role', 'in', [teamRoles.owner, teamRoles.admin])
    .where('invite_status', '=', 'Active')
    .executeTakeFirst()
  if (!row?.team_guid) throw new Problem('notFound')
  return row.team_guid
}

function versionOf(row: Selectable<TermsTable>): TermsVersion {
  const { guid, version, text, sha256, created_at: createdAt, source_url: sourceUrl } = row
  return { guid, version, text, sha256, createdAt, sourceUrl }
}
