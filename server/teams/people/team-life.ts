import { restoreForTeam } from '#server/accounts/keeping/team-suspension.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { connectionOf } from '#server/teams/connection-rows.ts'
import { insertTeam, requireTeamName, setTeamName } from '#server/teams/team-names.ts'
import { join, lockTeam, teamByGuid } from '#server/teams/team-rows.ts'
import { lockAsAdmin, requireAdmin } from './administered.ts'

type Deps = { database: Database; plans: Plans; events: Events; clock: () => number }

/** What closing a team ends, counted. */
export type ClosingOutlook = {
  members: number
  invitations: number
  domains: string[]
  hasSingleSignOn: boolean
}

/** How a team begins and ends: what only its owners do. Everyone else is answered notFound. */
export class TeamLife {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether the actor can make a team: the plan has teams, and the account is in none. */
  async mayMake(actor: User): Promise<boolean> {
    const row = await userByGuid(this.#deps.database.kysely, actor.guid)
    return row?.team_guid === null && this.#deps.plans.of(row.tier_code).seats !== 1
  }

  /** Makes a team with the actor as its owner. Throws notFound where `mayMake` says no, badForm with the field. */
  async make(actor: User, name: string): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      if (!(await this.mayMake(actor))) throw new Problem('notFound')
      const team = await insertTeam(tx, name, clock())
      if (!(await join(tx, actor.guid, team.guid, teamRoles.owner))) throw new Problem('notFound')
      const detail = { name: team.name }
      await events.record(tx, { subject: team.guid, kind: 'TeamMade', actor: actor.email, detail })
    })
  }

  /** Throws badForm with the field. */
  async rename(actor: User, typed: string): Promise<void> {
    const { database, events } = this.#deps
    const name = requireTeamName(typed)
    await database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid, { isOwner: true })
      if (team.name === name) return
      await setTeamName(tx, team.guid, name)
      const detail = { from: team.name, to: name }
      await events.record(tx, { subject: team.guid, kind: 'TeamRenamed', actor: actor.email, detail })
    })
  }

  /** Makes another active member an owner, and the actor an admin. Throws memberRefused with the field. */
  async handOver(actor: User, toGuid: string): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid, { isOwner: true })
      const to = toGuid === actor.guid ? undefined : await userByGuid(tx, toGuid)
      const isFit = to?.team_guid === team.guid && to.status === 'Active' && to.invite_status === 'Active'
      if (!isFit)
        throw new Problem('memberRefused', { field: 'to', text: 'Choose an active member of the team.' })
      await setRole(tx, to.guid, teamRoles.owner)
      await setRole(tx, actor.guid, teamRoles.admin)
      const detail = { person: to.email }
      await events.record(tx, { subject: team.guid, kind: 'TeamHandedOver', actor: actor.email, detail })
    })
  }

  /** What closing would end. Throws notFound. */
  async outlook(actor: User): Promise<ClosingOutlook> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    const [members, invitations, domains, connection] = await Promise.all([
      kysely.selectFrom('user').select('guid').where('team_guid', '=', guid).execute(),
      kysely
        .selectFrom('team_place')
        .select('guid')
        .where('team_guid', '=', guid)
        .where('state', 'in', ['Invited', 'Asked'])
        .execute(),
      kysely
        .selectFrom('team_domain')
        .select('domain')
        .where('team_guid', '=', guid)
        .orderBy('domain')
        .execute(),
      connectionOf(kysely, guid),
    ])
    return {
      members: members.length,
      invitations: invitations.length,
      domains: domains.map(({ domain }) => domain),
      hasSingleSignOn: connection !== undefined,
    }
  }

  /**
   * Closes the team: everyone leaves it, its domains, invitations and single sign-on end, what it suspended is open
   * again. Its record stays, and terms that someone accepted. Throws badForm with the field if the name was not typed.
   */
  async close(actor: User, typedName: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      const { guid, name } = await lockAsAdmin(tx, actor.guid, { isOwner: true })
      if (typedName.trim() !== name) {
        const text = 'That isn’t the name of the team. Enter it exactly as shown above.'
        throw new Problem('badForm', { field: 'teamName', text })
      }
      await this.#close(tx, { guid, name }, actor.email)
    })
  }

  /** The same by an operator, of any team. Throws notFound, also for one that was closed. */
  async closeByOperator(email: string, guid: string): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await lockTeam(tx, guid)
      const team = await teamByGuid(tx, guid)
      if (!team || team.closed_at !== null) throw new Problem('notFound')
      await this.#close(tx, team, email)
    })
  }

  async #close(tx: Transaction, { guid, name }: { guid: string; name: string }, by: string): Promise<void> {
    const { events, clock } = this.#deps
    const members = await tx
      .selectFrom('user')
      .select(['guid', 'email'])
      .where('team_guid', '=', guid)
      .execute()
    // First, while the accounts are in the team whose record this is.
    await events.record(tx, {
      subject: guid,
      kind: 'TeamClosed',
      actor: by,
      detail: { name, members: members.length },
      facts: { team: name, members: members.map(({ email }) => email) },
    })
    for (const member of members) await restoreForTeam(tx, member.guid)
    await tx
      .deleteFrom('identity')
      .where('provider', '=', 'sso')
      .where('user_guid', 'in', (user) =>
        user.selectFrom('user').select('guid').where('team_guid', '=', guid),
      )
      .execute()
    await tx
      .updateTable('user')
      .set({ team_guid: null, team_role: null, invite_status: 'Active' })
      .where('team_guid', '=', guid)
      .execute()
    for (const table of [
      'team_place',
      'team_domain',
      'team_domain_claim',
      'team_connection',
      'team_logo',
      'terms_source',
    ] as const)
      await tx.deleteFrom(table).where('team_guid', '=', guid).execute()
    await tx.updateTable('team').set({ closed_at: clock() }).where('guid', '=', guid).execute()
  }
}

async function setRole(tx: Transaction, guid: string, role: number): Promise<void> {
  await tx.updateTable('user').set({ team_role: role }).where('guid', '=', guid).execute()
}
