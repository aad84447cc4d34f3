import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { differences, oldAndNew } from '#server/rules/text/changes.ts'
import { Problem } from '#server/rules/problems.ts'
import { isTimeZone } from '#server/rules/accounts/time-zones.ts'
import { requireName, type Words } from '#server/accounts/registering/names.ts'
import { userInfo, type UserInfo } from '#server/accounts/identities/user-info.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'

export type ProfileForm = { firstName: string; lastName: string; timeZone: string }

type ProfileDeps = { database: Database; events: Pick<Events, 'record'>; words?: Words }

/** What people say about themselves: the name that others read, and the time zone of their own pages and emails. */
export class Profile {
  readonly #database: Database
  readonly #words: Words
  readonly #events: Pick<Events, 'record'>

  constructor({ database, events, words = {} }: ProfileDeps) {
    this.#database = database
    this.#events = events
    this.#words = words
  }

  /** `POST users/name`. Throws badForm with the field. */
  async name(actor: User, form: Pick<ProfileForm, 'firstName' | 'lastName'>): Promise<void> {
    const first_name = requireName(form.firstName, 'firstName', this.#words)
    const last_name = requireName(form.lastName, 'lastName', this.#words)
    await this.#set(actor, { first_name, last_name })
  }

  /** Name and time zone in one step. Throws badForm with the field. */
  async change(actor: User, form: ProfileForm): Promise<void> {
    const first_name = requireName(form.firstName, 'firstName', this.#words)
    const last_name = requireName(form.lastName, 'lastName', this.#words)
    await this.#set(actor, { first_name, last_name, time_zone: requireTimeZone(form.timeZone) })
  }

  /** What a program learns about the account; `known` is what other services know about it. Throws notSignedIn. */
  async info(actor: User, known: Partial<UserInfo>): Promise<UserInfo> {
    const row = await userByGuid(this.#database.kysely, actor.guid)
    if (!row) throw new Problem('notSignedIn')
    return userInfo(row, known)
  }

  async #set(
    actor: User,
    columns: { first_name: string; last_name: string; time_zone?: string },
  ): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const row = await userByGuid(tx, actor.guid)
      await tx.updateTable('user').set(columns).where('guid', '=', actor.guid).execute()
      const changes = row ? differences(row, columns) : []
      if (changes.length === 0) return
      const detail = oldAndNew(changes)
      await this.#events.record(tx, { subject: actor.guid, kind: 'ProfileChanged', detail })
    })
  }
}

function requireTimeZone(name: string): string {
  if (isTimeZone(name)) return name
  throw new Problem('badForm', { field: 'timeZone', text: 'Select a time zone from the list.' })
}
