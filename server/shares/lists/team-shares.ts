import { sql, type Kysely, type SqlBool } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { protectionsIn, shareRows, type ShareRow } from '#server/shares/rows.ts'

/** A share of someone in the team. */
export type TeamShare = { share: ShareRow; sender: { name: string; email: string } }

type Range = {
  page: number
  pageSize: number
  /** The last share of the page before; found at once, where `page` skips all rows before it. */
  beside: { key: number | string; guid: string } | null
  /** Whose; empty for all the others. */
  sender: string
}

/**
 * What a team's owner and admins see of what other members share: that it exists, whose it is and how it is protected.
 * No file is opened to them, and they do not learn who else has it.
 */
export class TeamShares {
  readonly #deps: { database: Database }

  constructor(deps: { database: Database }) {
    this.#deps = deps
  }

  /** A page of them, the newest first; none for anyone who is not a team admin. */
  async list(
    actor: User,
    { page, pageSize, beside, sender }: Range,
  ): Promise<{ rows: TeamShare[]; total: number }> {
    const { kysely } = this.#deps.database
    const email = sender.trim().toLowerCase()
    const whose = await teamOf(kysely, actor)
      .select(['owner.guid', 'owner.email', 'owner.first_name', 'owner.last_name'])
      .$if(email !== '', (owner) => owner.where(sql<string>`lower(owner.email)`, '=', email))
      .execute()
    if (whose.length === 0) return { rows: [], total: 0 }
    const senders = new Map(whose.map((one) => [one.guid, one]))
    const guids = [...senders.keys()]
    const shares = shareRows(kysely)
      .select('share.owner_guid')
      .where('share.owner_guid', 'in', guids)
      .where('share.binned_at', 'is', null)
      .orderBy('share.created_at', 'desc')
      .orderBy('share.guid', 'desc')
      .limit(pageSize)
    const rows = await (
      beside
        ? shares.where(sql<SqlBool>`(share.created_at, share.guid) < (${beside.key}, ${beside.guid})`)
        : shares.offset((page - 1) * pageSize)
    ).execute()
    const { count } = await kysely
      .selectFrom('share')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('owner_guid', 'in', guids)
      .where('binned_at', 'is', null)
      .executeTakeFirstOrThrow()
    return {
      total: Number(count),
      rows: rows.flatMap((row) => {
        const of = senders.get(row.owner_guid)
        const name = of ? `${of.first_name} ${of.last_name}`.trim() : ''
        return of ? [{ share: protectionsIn(row), sender: { name, email: of.email } }] : []
      }),
    }
  }
}

/** The others in the team that the actor administers now: both are read from the rows, not from the session. */
function teamOf(kysely: Kysely<Schema>, actor: User) {
  return kysely
    .selectFrom('user as owner')
    .innerJoin('user as admin', 'admin.team_guid', 'owner.team_guid')
    .where('admin.guid', '=', actor.guid)
    .where('admin.status', '=', 'Active')
    .where('admin.invite_status', '=', 'Active')
    .where('admin.team_role', 'in', [teamRoles.owner, teamRoles.admin])
    .where('owner.invite_status', '=', 'Active')
    .where('owner.guid', '<>', actor.guid)
}
