import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { Problem } from '#server/rules/problems.ts'
import { isForTeamsOnly, signInMethods, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { connectionOf } from '#server/teams/connection-rows.ts'
import { lockAsAdmin, requireAdmin } from '#server/teams/people/administered.ts'
import { lockTeam, teamByGuid } from '#server/teams/team-rows.ts'
import { usableMethods, type Offers } from '#server/teams/usable-methods.ts'
import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { allowedIn, storeMethods } from './methods.ts'
import { outlookOf, type SignInOutlook } from './outlook.ts'

type Deps = { database: Database; events: Events; offers: Offers }

/** A method that this installation has, whether the team allows it, and whether it works now. */
export type ListedMethod = { method: SignInMethod; isAllowed: boolean; isUsable: boolean }

/**
 * How the members of a team sign in, for those who administer it. Nothing here shuts out the actor or an operator of the
 * server. Everyone who does not administer a team is answered notFound.
 */
export class SignInRules {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The methods that the team can allow, in the order in which they are always named. */
  async methods(actor: User): Promise<ListedMethod[]> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    const team = (await teamByGuid(kysely, guid))!
    const allowed = allowedIn(team.allowed_methods)
    const usable = await this.#usable(kysely, guid, signInMethods)
    return this.#choices().map((method) => ({
      method,
      isAllowed: allowed?.includes(method) ?? !isForTeamsOnly(method),
      isUsable: usable.includes(method),
    }))
  }

  /** Whom it would shut out if only these were allowed. Throws notFound, badForm with the field `method`. */
  async outlook(actor: User, methods: readonly SignInMethod[]): Promise<SignInOutlook> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    return this.#outlook(kysely, guid, actor, methods)
  }

  /** Allows only these methods. Throws notFound, and badForm with the field if they shut out who must not be. */
  async allow(actor: User, methods: readonly SignInMethod[]): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      const { guid } = await lockAsAdmin(tx, actor.guid)
      const { refusal } = await this.#outlook(tx, guid, actor, methods)
      if (refusal !== null) throw refused(refusal)
      const isAny = this.#choices().every((one) => methods.includes(one) !== isForTeamsOnly(one))
      await storeMethods(tx, events, await lockTeam(tx, guid), isAny ? null : methods, actor.email)
    })
  }

  async #outlook(
    kysely: Kysely<Schema>,
    guid: string,
    actor: User,
    methods: readonly SignInMethod[],
  ): Promise<SignInOutlook> {
    const usable = await this.#usable(kysely, guid, methods)
    if (usable.length === 0)
      throw refused('None of these methods works here yet, so no one could sign in. Choose another one.')
    return outlookOf(kysely, guid, actor, usable)
  }

  #choices(): SignInMethod[] {
    return signInMethods.filter((method) => method === 'sso' || this.#deps.offers(method))
  }

  async #usable(
    kysely: Kysely<Schema>,
    guid: string,
    methods: readonly SignInMethod[],
  ): Promise<SignInMethod[]> {
    const hasConnection = (await connectionOf(kysely, guid)) !== undefined
    return usableMethods(methods, { offers: this.#deps.offers, hasConnection })
  }
}

function refused(text: string): Problem {
  return new Problem('badForm', { field: 'method', text })
}
