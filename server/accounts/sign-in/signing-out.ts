import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { User } from '#server/accounts/users.ts'
import type { Client, Sessions } from './sessions.ts'

type Deps = { database: Database; sessions: Sessions; events: Pick<Events, 'record'> }

/** Ends sessions because their owner asks for it, and puts that on the account's record. */
export class SigningOut {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The session of a cookie or a token; an unknown one is fine. */
  async here(sessionId: string): Promise<void> {
    const { sessions, events } = this.#deps
    const subject = await sessions.end(sessionId)
    if (subject !== null) await events.record(null, { subject, kind: 'SignedOut' })
  }

  /** One of the user's own listed sessions; returns whether it existed. */
  async device(user: User, key: string): Promise<boolean> {
    const { database, sessions } = this.#deps
    return database.transaction(async (tx) => {
      const wasThere = await sessions.endListed(user, key, tx)
      if (wasThere) await this.#note(tx, user, 1)
      return wasThere
    })
  }

  /** All of a user's sessions, but `except` in the browser of the `client`. */
  async everywhere(user: User, options: { except?: string; client?: Client } = {}): Promise<void> {
    const { database, sessions } = this.#deps
    await database.transaction(async (tx) => {
      await this.#note(tx, user, await sessions.endAll(user.guid, { ...options, tx }))
    })
  }

  #note(tx: Transaction, { guid: subject }: User, sessions: number): Promise<void> {
    return this.#deps.events.record(tx, { subject, kind: 'SessionsEnded', detail: { sessions } })
  }
}
