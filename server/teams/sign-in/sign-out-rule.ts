import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { lockAsAdmin, requireAdmin } from '#server/teams/people/administered.ts'
import { lockTeam, teamByGuid } from '#server/teams/team-rows.ts'

type Deps = { database: Database; events: Events }

const hour = 3_600_000

/** After how many hours the members of a team sign in again, however long they use it. */
export class SignOutRule {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Null for as long as any session lasts. Throws notFound for anyone who does not administer a team. */
  async hours(actor: User): Promise<number | null> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    return (await teamByGuid(kysely, guid))!.session_hours
  }

  /** Holds at once: whoever signed in longer ago is signed out. Throws notFound. */
  async change(actor: User, hours: number | null): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      const { guid } = await lockAsAdmin(tx, actor.guid)
      const { session_hours: before } = await lockTeam(tx, guid)
      if (before === hours) return
      await tx.updateTable('team').set({ session_hours: hours }).where('guid', '=', guid).execute()
      if (hours !== null) {
        const members = tx.selectFrom('user').select('guid').where('team_guid', '=', guid)
        await tx
          .updateTable('session')
          .set((session) => ({ ends_at: session('created_at', '+', hours * hour) }))
          .where('user_guid', 'in', members)
          .where((session) => session('ends_at', '>', session('created_at', '+', hours * hour)))
          .execute()
      }
      const detail = { from: hoursText(before), to: hoursText(hours) }
      await events.record(tx, { subject: guid, kind: 'TeamSignOutChanged', actor: actor.email, detail })
    })
  }
}

function hoursText(hours: number | null): string {
  return hours === null ? 'no limit' : `${hours} hours`
}
