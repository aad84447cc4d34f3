import { sql } from 'kysely'
import { choicesOf } from '#server/accounts/keeping/notifications.ts'
import { isQuiet, type QuietAddresses } from '#server/accounts/addresses/quiet-addresses.ts'
import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Weeks } from './week.ts'
import { weekEmail } from './week-email.ts'

const hour = 3_600_000
const week = 7 * 24 * hour
const batchSize = 500
const maxCounted = 100
const kind = 'week-email'

/** The number of the week that is over: they end on Mondays at 6:00 UTC. 1970 began on a Thursday. */
export function weekOver(now: number): number {
  return Math.floor((now + 3 * 24 * hour - 6 * hour) / week)
}

type Deps = {
  database: Database
  jobs: Jobs
  mailer: Mailer
  weeks: Weeks
  /** How many requests wait for someone's decision. */
  requests: { waitingCount(actor: User, limit: number): Promise<number> }
  quietAddresses: QuietAddresses
  publicUrl: URL
  clock: () => number
}

/** An email on Mondays with what home shows of the week; none after a week in which nothing happened. */
export class WeekEmails {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
    deps.jobs.handle(kind, ({ user = '', week: number }) => this.#write(user, Number(number)))
  }

  /** Queues the emails of the week that is over, of some accounts at a time. Answers 0: nothing is removed. */
  async sweep(): Promise<number> {
    const { database, jobs, clock } = this.#deps
    const number = weekOver(clock())
    const due = await this.#due(number).select('user.guid').orderBy('user.guid').limit(batchSize).execute()
    for (const { guid } of due)
      await database.transaction((tx) =>
        jobs.add(tx, kind, { user: guid, week: String(number) }, { isOnce: true }),
      )
    return 0
  }

  #due(number: number) {
    return (
      this.#deps.database.kysely
        .selectFrom('user')
        .leftJoin('notification_choice', 'notification_choice.user_guid', 'user.guid')
        .where('user.status', '=', 'Active')
        .where('user.closed_at', 'is', null)
        // Who came during the week hears of the next one.
        .where('user.created_at', '<', number * week - 3 * 24 * hour + 6 * hour)
        .where(({ eb, fn, val }) => eb(fn.coalesce('user.week_told', val(0)), '<', number))
        .where(({ eb, fn, val }) => eb(fn.coalesce('notification_choice.is_told_of_week', val(1)), '=', 1))
    )
  }

  /** Once for each week, however often it runs. */
  async #write(guid: string, number: number): Promise<void> {
    const { database, mailer, weeks, requests, quietAddresses, publicUrl } = this.#deps
    const row = await this.#due(number).selectAll('user').where('user.guid', '=', guid).executeTakeFirst()
    if (!row) return
    const waiting = await requests.waitingCount({ guid } as User, maxCounted)
    const figures = await weeks.of({ guid })
    await database.transaction(async (tx) => {
      const taken = await tx
        .updateTable('user')
        .set({ week_told: number })
        .where('guid', '=', guid)
        .where(sql`coalesce(week_told, 0)`, '<', number)
        .returning('guid')
        .executeTakeFirst()
      const isEmpty =
        figures.views === 0 && figures.refused === 0 && figures.rooms.length === 0 && waiting === 0
      if (!taken || isEmpty) return
      if (!(await choicesOf(tx, guid)).isToldOfWeek || (await isQuiet(tx, row.email))) return
      const links = { publicUrl, switchOffAt: quietAddresses.linkFor(row.email) }
      await mailer.enqueue(tx, weekEmail(row.email, figures, waiting, links))
    })
  }
}
