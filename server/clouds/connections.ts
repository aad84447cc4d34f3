import type { User } from '#server/accounts/users.ts'
import { lockUser } from '#server/accounts/addresses/address-rows.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Config } from '#server/config.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { Client } from '#server/http/client.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import { cloudNames, type CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { Granted } from './authorizing.ts'
import type { CloudTokens } from './cloud-provider.ts'
import { CloudFlows, type CloudVisit } from './flows.ts'
import type { Cloud } from './provider.ts'
import { RegisteredProviders } from './providers.ts'
import { CloudTokenStore } from './renewing.ts'
import { CloudRevocations } from './revocations.ts'
import type { Patience, TokenSource } from './requests.ts'

type Deps = {
  config: Pick<Config, 'clouds' | 'publicUrl'>
  database: Database
  keyRing: KeyRing
  events: Events
  rates: RateLimits
  jobs: Jobs
  clock: () => number
  log: Log
  patience?: Partial<Patience>
}

type Actor = Pick<User, 'guid' | 'email'>

export type ListedConnection = {
  cloud: CloudName
  /** Whose storage it is, as the provider calls them. */
  accountName: string
  createdAt: number
  /** Whether it has to be connected again. */
  isLost: boolean
  /** Opaque; another one after each time it is connected. */
  guid: string
}

/** Attempts by account: each of them asks the provider. */
const byAccount = { count: 30, per: 10 * 60_000 }

/**
 * The cloud storage that people have connected, one for each provider. No one sees or uses that of anyone else. Tokens
 * leave the database only to go to their provider.
 */
export class CloudConnections {
  readonly #deps: Deps
  readonly #providers: RegisteredProviders
  readonly #flows: CloudFlows
  readonly #tokens: CloudTokenStore
  readonly #revocations: CloudRevocations

  constructor(deps: Deps) {
    this.#deps = deps
    this.#providers = new RegisteredProviders(deps)
    this.#flows = new CloudFlows(deps)
    this.#tokens = new CloudTokenStore(deps)
    this.#revocations = new CloudRevocations({
      ...deps,
      tokens: this.#tokens,
      authorizing: (name) => this.#providers.find(name)?.authorizing ?? null,
    })
  }

  /** Those with which the operator has registered this installation. */
  offered(): CloudName[] {
    return this.#providers.names()
  }

  async list(actor: Pick<Actor, 'guid'>): Promise<ListedConnection[]> {
    const rows = await this.#deps.database.kysely
      .selectFrom('cloud_connection')
      .select(['guid', 'cloud', 'account_name', 'created_at', 'is_lost'])
      .where('user_guid', '=', actor.guid)
      .orderBy('cloud')
      .execute()
    return rows.map((row) => ({
      guid: row.guid,
      cloud: row.cloud,
      accountName: row.account_name,
      createdAt: row.created_at,
      isLost: row.is_lost === 1,
    }))
  }

  /** The address at the provider that the browser goes to next; `back`: the page of ours to return to. */
  async begin(actor: Actor, visit: CloudVisit, name: CloudName, back: string | null): Promise<URL> {
    const { authorizing } = this.#providers.of(name)
    await this.#deps.rates.require(`cloud:account:${actor.guid}`, byAccount)
    return authorizing.address(await this.#flows.start(actor.guid, visit, { cloud: name, back }))
  }

  /** Where someone came from who returns with this state, as far as it was theirs. */
  begun(actor: Actor, state: string): Promise<{ cloud: CloudName; back: string | null } | null> {
    return this.#flows.begun(actor.guid, state)
  }

  /**
   * The return from a provider, by the query of the callback; it uses up what was begun. Throws cloudRefused: denied,
   * late, used before, of another session or account; cloudBusy and cloudFailed.
   */
  async finish(
    actor: Actor,
    visit: CloudVisit,
    answer: URLSearchParams,
    client: Client,
  ): Promise<{ cloud: CloudName; back: string | null; accountName: string }> {
    const flow = await this.#flows.use(actor.guid, visit, answer.get('state') ?? '')
    const code = answer.get('code')
    if (!flow || answer.has('error') || !code) throw new Problem('cloudRefused')
    const { authorizing } = this.#providers.of(flow.cloud)
    const granted = await authorizing.exchange(code, flow.verifier)
    const browser = client.browserSecret ?? null
    const accountName = await this.#connect(actor, flow.cloud, granted, client, browser)
    return { cloud: flow.cloud, back: flow.back, accountName }
  }

  /** Tokens that a program was given by itself, as an application with the same registration. */
  async add(actor: Actor, name: CloudName, tokens: CloudTokens, client: Client): Promise<ListedConnection> {
    this.#providers.of(name)
    await this.#deps.rates.require(`cloud:account:${actor.guid}`, byAccount)
    await this.#connect(actor, name, { ...tokens, lasts: null }, client, null)
    return this.#required(actor, name)
  }

  /** Renews the tokens now. Throws cloudDisconnected. */
  async refresh(actor: Actor, name: CloudName): Promise<ListedConnection> {
    const { authorizing } = this.#providers.of(name)
    await this.#deps.rates.require(`cloud:account:${actor.guid}`, byAccount)
    const { guid } = await this.#required(actor, name)
    await this.#tokens.access(guid, authorizing, await this.#tokens.access(guid, authorizing))
    return this.#required(actor, name)
  }

  /** Forgets the tokens, and takes the access back at the provider. What is not connected stays so. */
  async disconnect(actor: Pick<Actor, 'guid'>, name: CloudName, client: Client | null = null): Promise<void> {
    await this.#deps.database.transaction((tx) => this.#remove(tx, actor.guid, name, client, 'user'))
  }

  /** Someone signed in in this browser: Google’s connections that others made in it end. */
  async noteEntered(user: Pick<User, 'guid'>, { browserSecret }: Client): Promise<void> {
    if (!browserSecret) return
    const { kysely } = this.#deps.database
    const others = await kysely
      .selectFrom('cloud_connection')
      .select('user_guid')
      .where('browser_hash', '=', hashOfSecret(browserSecret))
      .where('cloud', '=', 'google')
      .where('user_guid', '!=', user.guid)
      .execute()
    for (const { user_guid: guid } of others)
      await this.#deps.database.transaction((tx) => this.#remove(tx, guid, 'google', null, 'other user'))
  }

  /** Takes back at the providers what an account that is erased has connected; its rows go with it. */
  async revokeAll(tx: Transaction, userGuid: string): Promise<void> {
    for (const name of cloudNames) await this.#remove(tx, userGuid, name, null, 'user')
  }

  /** The storage that someone has connected. Throws cloudDisconnected if there is none; cloudNotOffered. */
  async open(actor: Pick<Actor, 'guid'>, name: CloudName): Promise<Cloud> {
    const { provider, authorizing, requests } = this.#providers.of(name)
    const { guid, isLost } = await this.#required(actor, name)
    if (isLost) throw new Problem('cloudDisconnected')
    return provider.cloud(requests((refused) => this.#tokens.access(guid, authorizing, refused)))
  }

  /** Storage that a program opens with an access token of its own, which is not kept. Throws cloudNotOffered. */
  async openWith(name: CloudName, access: string): Promise<Cloud> {
    const { provider, requests } = this.#providers.of(name)
    return provider.cloud(requests(onlyWith(access)))
  }

  /** Removes what ended, and returns how much. */
  async sweep(): Promise<number> {
    return (await this.#revocations.sweep()) + (await this.#flows.sweep())
  }

  async #connect(
    actor: Actor,
    cloud: CloudName,
    granted: Granted,
    client: Client,
    browser: string | null,
  ): Promise<string> {
    const { provider, requests } = this.#providers.of(cloud)
    const { database, keyRing, events, clock } = this.#deps
    const whose = requests(onlyWith(granted.access))
    const person = await provider.person(whose, AbortSignal.timeout(60_000))
    const guid = newGuid()
    const now = clock()
    await database.transaction(async (tx) => {
      await requireCurrentKey(tx, keyRing)
      await lockUser(tx, actor.guid)
      const old = await this.#taken(tx, actor.guid, cloud)
      // Who connects the same account again may have been given the same access: taking it back would end both.
      if (old && old.account_id !== person.id) await this.#revocations.add(tx, old)
      await tx
        .insertInto('cloud_connection')
        .values({
          guid,
          user_guid: actor.guid,
          cloud,
          account_id: person.id,
          account_name: person.name.slice(0, 300),
          tokens_sealed: this.#tokens.sealed(guid, granted),
          tokens_number: 1,
          access_ends_at: granted.lasts === null ? null : now + granted.lasts,
          browser_hash: browser === null ? null : hashOfSecret(browser),
          created_at: now,
          renewed_by: null,
          renewed_until: null,
        })
        .execute()
      const detail = { cloud, as: person.name.slice(0, 300) }
      await events.record(tx, {
        subject: actor.guid,
        kind: 'CloudConnected',
        actor: actor.email,
        client,
        detail,
      })
    })
    return person.name
  }

  async #remove(
    tx: Transaction,
    userGuid: string,
    cloud: CloudName,
    client: Client | null,
    by: 'user' | 'other user',
  ): Promise<void> {
    const old = await this.#taken(tx, userGuid, cloud)
    if (!old) return
    await this.#revocations.add(tx, old)
    const detail = { cloud, as: old.account_name, by }
    await this.#deps.events.record(tx, { subject: userGuid, kind: 'CloudDisconnected', client, detail })
  }

  #taken(tx: Transaction, userGuid: string, cloud: CloudName) {
    return tx
      .deleteFrom('cloud_connection')
      .where('user_guid', '=', userGuid)
      .where('cloud', '=', cloud)
      .returning(['guid', 'cloud', 'account_id', 'account_name', 'tokens_sealed'])
      .executeTakeFirst()
  }

  async #required(actor: Pick<Actor, 'guid'>, name: CloudName): Promise<ListedConnection> {
    const found = (await this.list(actor)).find(({ cloud }) => cloud === name)
    if (!found) throw new Problem('cloudDisconnected')
    return found
  }
}

/** A token that is replaced by none. */
function onlyWith(access: string): TokenSource {
  return async (refused) => {
    if (refused !== undefined) throw new Problem('cloudDisconnected')
    return access
  }
}
