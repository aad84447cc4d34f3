import type { Kysely } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Events } from '#server/events/events.ts'
import { differences, oldAndNew } from '#server/rules/text/changes.ts'
import type { User } from '#server/accounts/users.ts'

/** The optional emails. Those about password, addresses and two-step verification are always sent. */
export type NotificationChoices = {
  isToldOfOpenings: boolean
  isToldOfRequests: boolean
  isToldOfComments: boolean
  isToldOfDevices: boolean
  isToldOfWeek: boolean
}

/** Which emails an account gets: all of them unless its owner chooses otherwise. */
export class Notifications {
  readonly #database: Database
  readonly #events: Pick<Events, 'record'>

  constructor({ database, events }: { database: Database; events: Pick<Events, 'record'> }) {
    this.#database = database
    this.#events = events
  }

  choices(actor: User): Promise<NotificationChoices> {
    return choicesOf(this.#database.kysely, actor.guid)
  }

  async choose(actor: User, wanted: NotificationChoices): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const before = columnsOf(await choicesOf(tx, actor.guid))
      const columns = columnsOf(wanted)
      await tx
        .insertInto('notification_choice')
        .values({ user_guid: actor.guid, ...columns })
        .onConflict((conflict) => conflict.column('user_guid').doUpdateSet(columns))
        .execute()
      const changes = differences(before, columns)
      const detail = oldAndNew(changes)
      if (changes.length > 0)
        await this.#events.record(tx, { subject: actor.guid, kind: 'NotificationsChanged', detail })
      // Someone who unsubscribed by the link in such an email, and now ticks it, wants it again.
      if (wanted.isToldOfWeek)
        await tx.deleteFrom('quiet_address').where('email', '=', actor.email.toLowerCase()).execute()
    })
  }
}

function columnsOf(choices: NotificationChoices) {
  return {
    is_told_of_openings: choices.isToldOfOpenings ? 1 : 0,
    is_told_of_comments: choices.isToldOfComments ? 1 : 0,
    is_told_of_devices: choices.isToldOfDevices ? 1 : 0,
    is_told_of_requests: choices.isToldOfRequests ? 1 : 0,
    is_told_of_week: choices.isToldOfWeek ? 1 : 0,
  } as const
}

/** What an account wants to be notified of, for callers that write the email in their own transaction. */
export async function choicesOf(kysely: Kysely<Schema>, userGuid: string): Promise<NotificationChoices> {
  const row = await kysely
    .selectFrom('notification_choice')
    .selectAll()
    .where('user_guid', '=', userGuid)
    .executeTakeFirst()
  return {
    isToldOfOpenings: row?.is_told_of_openings !== 0,
    isToldOfRequests: row?.is_told_of_requests !== 0,
    isToldOfComments: row?.is_told_of_comments !== 0,
    isToldOfDevices: row?.is_told_of_devices !== 0,
    isToldOfWeek: row?.is_told_of_week !== 0,
  }
}
