import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Events } from '#server/events/events.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { Problem } from '#server/rules/problems.ts'
import { day, readMoment } from '#server/rules/sharing/expiry.ts'
import { lockAsAdmin, nameOf, requireAdmin } from '#server/teams/people/administered.ts'
import type { TeamRow } from '#server/teams/team-names.ts'
import * as rows from '#server/teams/team-rows.ts'

type Deps = { database: Database; events: Events; jobs: Jobs; clock: () => number }

/** From when it is required: `now`, the moment (epoch milliseconds), or not at all. */
export type Requirement = 'optional' | 'now' | number
export type Lacking = { email: string; name: string }

/** How many days before it holds those who lack it are reminded. */
const remindedDays = [7, 1]
const job = 'team-second-factor'

/** When a team requires a second factor of its members, and the emails that say so before. */
export class SecondFactorRule {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(job, ({ team = '', from = '', days = '' }) =>
      this.#remind(team, Number(from), Number(days)),
    )
  }

  /** What applies, and who has no second factor, by address. Throws notFound for anyone who does not administer a team. */
  async state(actor: User): Promise<{ requirement: Requirement; lacking: Lacking[] }> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    const row = (await rows.teamByGuid(kysely, guid))!
    return { requirement: requirementIn(row, this.#deps.clock()), lacking: await lackingIn(kysely, guid) }
  }

  /** The day is the actor's own. Throws notFound, and badForm with the field `date`. */
  async change(actor: User, wanted: 'optional' | 'now' | { date: string }): Promise<void> {
    const requirement = typeof wanted === 'string' ? wanted : this.#dayOf(actor, wanted.date)
    await this.#deps.database.transaction(async (tx) => {
      const { guid } = await lockAsAdmin(tx, actor.guid)
      await this.#store(tx, guid, requirement, actor.email)
    })
  }

  /** The same for the operator, who names the team. */
  async set({ guid }: { guid: string }, requirement: Requirement): Promise<void> {
    await this.#deps.database.transaction((tx) => this.#store(tx, guid, requirement, null))
  }

  #dayOf({ timeZone }: User, date: string): Requirement {
    const now = this.#deps.clock()
    const read = readMoment({ date, time: '', timeZone }, 'beginning', now)
    if ('refused' in read) throw new Problem('badForm', { field: 'date', text: read.refused })
    return read.at <= now ? 'now' : read.at
  }

  async #store(tx: Transaction, guid: string, to: Requirement, actor: string | null): Promise<void> {
    const { events, jobs, clock } = this.#deps
    const now = clock()
    const team = await rows.lockTeam(tx, guid)
    const from = requirementIn(team, now)
    if (from === to) return
    const at = typeof to === 'number' ? to : null
    await rows.setSecondFactor(tx, guid, {
      requires_second_factor: to === 'optional' ? 0 : 1,
      second_factor_from: at,
      second_factor_reminded: null,
    })
    const members = to === 'optional' ? [] : (await lackingIn(tx, guid)).map(({ email }) => email)
    await events.record(tx, {
      subject: guid,
      kind: 'TeamSecondFactorChanged',
      actor,
      detail: { from: wordOf(from), to: wordOf(to) },
      facts: { team: team.name, from: at, members },
    })
    for (const days of at === null ? [] : remindedDays) {
      const runAt = at! - days * day
      const payload = { team: guid, from: String(at), days: String(days) }
      if (runAt > now) await jobs.add(tx, job, payload, { runAt })
    }
  }

  /** Does nothing if it was changed since, or if they were reminded already. */
  async #remind(guid: string, from: number, days: number): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const team = await rows.lockTeam(tx, guid).catch(() => null)
      const isStill = team?.requires_second_factor === 1 && team.second_factor_from === from
      if (!team || !isStill || from <= clock()) return
      if (team.second_factor_reminded !== null && team.second_factor_reminded <= days) return
      await rows.setSecondFactor(tx, guid, { second_factor_reminded: days })
      const members = (await lackingIn(tx, guid)).map(({ email }) => email)
      await events.record(tx, {
        subject: guid,
        kind: 'TeamSecondFactorComing',
        client: null,
        facts: { team: team.name, from, members },
      })
    })
  }
}

type Stored = Pick<TeamRow, 'requires_second_factor' | 'second_factor_from'>

/** What a team's row says at a time. */
export function requirementIn(team: Stored, now: number): Requirement {
  if (team.requires_second_factor === 0) return 'optional'
  const from = team.second_factor_from ?? null
  return from === null || from <= now ? 'now' : from
}

function wordOf(requirement: Requirement): string {
  return typeof requirement === 'number' ? new Date(requirement).toISOString() : requirement
}

/** The members who can sign in and have no second factor. */
async function lackingIn(kysely: Kysely<Schema>, teamGuid: string): Promise<Lacking[]> {
  const found = await kysely
    .selectFrom('user')
    .select(['email', 'first_name', 'last_name'])
    .where('team_guid', '=', teamGuid)
    .where('status', '=', 'Active')
    .where('invite_status', '=', 'Active')
    .where('needs_setup', '=', 0)
    .where((user) =>
      user.not(
        user.exists(
          user
            .selectFrom('second_factor')
            .select('user_guid')
            .whereRef('second_factor.user_guid', '=', 'user.guid')
            .where('confirmed_at', 'is not', null),
        ),
      ),
    )
    .orderBy('email')
    .execute()
  return found.map((row) => ({ email: row.email, name: nameOf(row) }))
}
