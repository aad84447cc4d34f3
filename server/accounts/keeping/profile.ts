import type { Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { isTimeZone } from '#server/rules/accounts/time-zones.ts'
import { requireName, type Words } from '#server/accounts/registering/names.ts'
import { userInfo, type UserInfo } from '#server/accounts/identities/user-info.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import type { User } from '#server/accounts/users.ts'

export type ProfileForm = { firstName: string; lastName: string; timeZone: string }

/** What people say about themselves: the name that others read, and the time zone of their own pages and emails. */
export class Profile {
  readonly #database: Database
  readonly #words: Words

  constructor({ database, words = {} }: { database: Database; words?: Words }) {
    this.#database = database
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

  /** What a program is told about the account; `known` is what other services know about it. Throws notSignedIn. */
  async info(actor: User, known: Partial<UserInfo>): Promise<UserInfo> {
    const row = await userByGuid(this.#database.kysely, actor.guid)
    if (!row) throw new Problem('notSignedIn')
    return userInfo(row, known)
  }

  async #set(
    actor: User,
    columns: { first_name: string; last_name: string; time_zone?: string },
  ): Promise<void> {
    await this.#database.kysely.updateTable('user').set(columns).where('guid', '=', actor.guid).execute()
  }
}

function requireTimeZone(name: string): string {
  if (isTimeZone(name)) return name
  throw new Problem('badForm', { field: 'timeZone', text: 'Select a time zone from the list.' })
}
