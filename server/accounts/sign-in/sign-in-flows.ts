import type { Database, Transaction } from '#server/db/open.ts'
import type { SignInFlowTable, SignInProvider } from '#server/db/tables/identity-tables.ts'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import type { VerifiedPerson } from '#server/accounts/identities/verified-person.ts'

const minute = 60_000

/** How long a sign-in with a provider can take, in milliseconds. */
export const flowLifetime = 10 * minute

/**
 * What a sign-in with a provider has to remember until the response. `state` goes there and comes back; the response is
 * checked against the others.
 */
export type FlowSecrets = { state: string; nonce: string; verifier: string }

export type FlowDetails = {
  nonce?: string
  verifier?: string
  /** SAML: the request that the response must name. */
  requestId?: string
  /** The page of ours that was requested. */
  to?: string | null
  isRemembered?: boolean
  /** The sign-up code of the link with which it began: it only fills in the form. */
  linkCode?: string
  /** For `connect`: SHA-256 of the session that started it. */
  sessionKey?: string
  /** For `confirm`: whom the provider named. */
  person?: VerifiedPerson
  /** For `test`: what the provider itself said, by the names that it uses. */
  claims?: [name: string, value: string][]
}

export type SignInFlow = {
  provider: SignInProvider
  connectionGuid: string | null
  /**
   * `signIn` signs someone in; `connect` adds a sign-in method to the signed-in account; `confirm` waits for the owner
   * of `userGuid` to confirm that the person whom a provider named can open the account; `test` only shows `userGuid`
   * what the provider of a team answers.
   */
  purpose: SignInFlowTable['purpose']
  userGuid: string | null
  details: FlowDetails
}

type FlowKey = {
  state: string
  browserId: string
  provider?: SignInProvider
  purpose?: SignInFlow['purpose']
  connectionGuid?: string
}

export function newFlowSecrets(): FlowSecrets {
  return { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
}

/** Sign-ins with providers that are in progress. Each works once, for ten minutes, in the browser that started it. */
export class SignInFlows {
  readonly #database: Database
  readonly #clock: () => number

  constructor(options: { database: Database; clock: () => number }) {
    this.#database = options.database
    this.#clock = options.clock
  }

  /** Starts one under the secret `state`. */
  async start(
    key: { state: string; browserId: string },
    flow: Omit<SignInFlow, 'connectionGuid' | 'userGuid'> & Partial<SignInFlow>,
  ): Promise<void> {
    const now = this.#clock()
    await this.#database.kysely
      .insertInto('sign_in_flow')
      .values({
        id_hash: hashOfSecret(key.state),
        browser_key: hashOfSecret(key.browserId),
        provider: flow.provider,
        connection_guid: flow.connectionGuid ?? null,
        purpose: flow.purpose,
        user_guid: flow.userGuid ?? null,
        details: JSON.stringify(flow.details),
        created_at: now,
        expires_at: now + flowLifetime,
        used_at: null,
      })
      .execute()
  }

  /** Uses one up; null if it does not work: unknown, used, late, another browser's, another provider's. */
  async use(key: FlowKey): Promise<SignInFlow | null> {
    const now = this.#clock()
    let query = this.#database.kysely
      .updateTable('sign_in_flow')
      .set({ used_at: now })
      .where('id_hash', '=', hashOfSecret(key.state))
      .where('browser_key', '=', hashOfSecret(key.browserId))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
    if (key.provider !== undefined) query = query.where('provider', '=', key.provider)
    if (key.purpose !== undefined) query = query.where('purpose', '=', key.purpose)
    if (key.connectionGuid !== undefined) query = query.where('connection_guid', '=', key.connectionGuid)
    const row = await query.returningAll().executeTakeFirst()
    return row ? flowOf(row) : null
  }

  /** What `use` would answer, without using it up: for GET. */
  async peek(key: FlowKey): Promise<SignInFlow | null> {
    const row = await this.#database.kysely
      .selectFrom('sign_in_flow')
      .selectAll()
      .where('id_hash', '=', hashOfSecret(key.state))
      .where('browser_key', '=', hashOfSecret(key.browserId))
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#clock())
      .executeTakeFirst()
    const isMeant =
      row &&
      (key.provider ?? row.provider) === row.provider &&
      (key.purpose ?? row.purpose) === row.purpose &&
      (key.connectionGuid ?? row.connection_guid) === row.connection_guid
    return isMeant ? flowOf(row) : null
  }

  /**
   * The flow of a response that arrives without cookies, as a form posted by another site does. Anyone may have sent
   * it, so it signs no one in: `use` does, in the browser that started. Null if it does not work.
   */
  async peekUnbound(key: Omit<FlowKey, 'browserId'>): Promise<SignInFlow | null> {
    const row = await this.#unbound(this.#database.kysely, key)
    return row ? flowOf(row) : null
  }

  /** Stores whom such a response names until the browser that started collects it. False for a second response. */
  async keepPerson(
    tx: Transaction,
    key: Omit<FlowKey, 'browserId'>,
    named: Pick<FlowDetails, 'person' | 'claims'>,
  ): Promise<boolean> {
    const row = await this.#unbound(tx, key)
    if (!row || flowOf(row).details.person) return false
    const kept = await tx
      .updateTable('sign_in_flow')
      .set({ details: JSON.stringify({ ...flowOf(row).details, ...named }) })
      .where('id_hash', '=', row.id_hash)
      .where('details', '=', row.details)
      .where('used_at', 'is', null)
      .returning('id_hash')
      .executeTakeFirst()
    return kept !== undefined
  }

  async #unbound(
    kysely: Database['kysely'],
    { state, provider, connectionGuid }: Omit<FlowKey, 'browserId'>,
  ) {
    let query = kysely
      .selectFrom('sign_in_flow')
      .selectAll()
      .where('id_hash', '=', hashOfSecret(state))
      .where('purpose', 'in', ['signIn', 'test'])
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#clock())
    if (provider !== undefined) query = query.where('provider', '=', provider)
    if (connectionGuid !== undefined) query = query.where('connection_guid', '=', connectionGuid)
    return query.executeTakeFirst()
  }

  /** Removes expired ones, and returns how many. */
  async sweep(): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('sign_in_flow')
      .where('expires_at', '<=', this.#clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

type FlowRow = Pick<SignInFlowTable, 'provider' | 'connection_guid' | 'purpose' | 'user_guid' | 'details'>

function flowOf(row: FlowRow): SignInFlow {
  return {
    provider: row.provider,
    connectionGuid: row.connection_guid,
    purpose: row.purpose,
    userGuid: row.user_guid,
    details: JSON.parse(row.details) as FlowDetails,
  }
}
