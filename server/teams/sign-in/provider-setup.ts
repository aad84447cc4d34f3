import type { User } from '#server/accounts/users.ts'
import type { OpenId } from '#server/accounts/identities/open-id.ts'
import { newFlowSecrets } from '#server/accounts/sign-in/sign-in-flows.ts'
import type { Config } from '#server/config.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { NotAnswered, type Outgoing, type Silence } from '#server/http/outgoing/outgoing.ts'
import { isForTeamsOnly, signInMethods, type SignInMethod } from '#server/rules/accounts/sign-in-methods.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { Problem } from '#server/rules/problems.ts'
import { teamAddresses, type TeamAddresses } from '#server/teams/addresses.ts'
import * as rows from '#server/teams/connection-rows.ts'
import {
  checkedOidc,
  checkedSaml,
  providerName,
  type Connection,
  type TeamConnections,
} from '#server/teams/connections.ts'
import { lockAsAdmin, requireAdmin, type Administered } from '#server/teams/people/administered.ts'
import { teamByGuid } from '#server/teams/team-rows.ts'
import { usableMethods, type Offers } from '#server/teams/usable-methods.ts'
import { openIdOf } from './ends.ts'
import { allowedIn } from './methods.ts'
import { outlookOf, outlookOfSwitch, type SignInOutlook } from './outlook.ts'

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  connections: TeamConnections
  openId: OpenId
  outgoing: Outgoing
  offers: Offers
  config: Pick<Config, 'publicUrl'>
  clock: () => number
}

export type OidcGiven = { issuer: string; clientId: string; clientSecret: string }
/** The metadata of a SAML provider: from a file, its text, or the address at which it is; the first that is there. */
export type SamlGiven = {
  address?: string | undefined
  metadata?: string | undefined
  metadataFile?: string | undefined
}
export type ProviderPlace = 'on' | 'draft'

const asking = { count: 30, per: 3_600_000 }
const patience = 10_000
const maxBytes = 1024 * 1024

/**
 * The identity provider of a team, for those who administer it: one is on, and another can be set up and tested beside
 * it before it takes its place. Everyone who does not administer a team is answered notFound.
 */
export class ProviderSetup {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async state(
    actor: User,
  ): Promise<{ addresses: TeamAddresses; on: Connection | null; draft: Connection | null }> {
    const { database, connections, config } = this.#deps
    const { guid } = await requireAdmin(database.kysely, actor.guid)
    return {
      addresses: teamAddresses(config.publicUrl, guid),
      on: await connections.ofTeam(guid),
      draft: await connections.draftOf(guid),
    }
  }

  /** Stores a provider to be tested, in the place of one that was not on. Throws badForm with the field, tooManyAttempts. */
  async prepareOidc(actor: User, { clientSecret, ...given }: OidcGiven): Promise<void> {
    const { openId, config } = this.#deps
    const settings = checkedOidc(given)
    const { guid } = await this.#countAsking(actor)
    const made = { guid: '', teamGuid: guid, createdAt: 0, isOn: false, setBy: 'admin' as const }
    const connection = {
      ...made,
      kind: 'oidc' as const,
      settings,
      clientSecret,
      testedAt: null,
      answer: null,
    }
    await openId.begin(openIdOf(config.publicUrl, connection), newFlowSecrets()).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      const text = 'There’s no usable configuration at /.well-known/openid-configuration below this address.'
      throw new Problem('badForm', { field: 'issuer', text })
    })
    await this.#prepare(actor, { kind: 'oidc', settings, secret: clientSecret })
  }

  /** The same for SAML. */
  async prepareSaml(actor: User, given: SamlGiven): Promise<void> {
    const names = ['metadataFile', 'metadata', 'address'] as const
    const field = names.find((name) => (given[name] ?? '').trim() !== '')
    if (!field) {
      const text = 'Enter the address of the metadata, choose its file, or paste it.'
      throw new Problem('badForm', { field: 'address', text })
    }
    const typed = given[field] ?? ''
    const text = field === 'address' ? await this.#fetch(actor, typed.trim()) : typed
    const settings = await checkedSaml(text, this.#deps.clock()).catch((error: unknown) => {
      throw error instanceof Problem ? new Problem('badForm', { field, text: error.text }) : error
    })
    await this.#prepare(actor, { kind: 'saml', settings, secret: null })
  }

  /**
   * Puts the tested one in the place of the one that is on. Throws notFound, also for an admin who is no owner: who runs
   * the provider can sign in as any member, and so as an owner. Throws badForm if no test worked, or if it shuts out who
   * must not be.
   */
  async switchOn(actor: User): Promise<void> {
    await this.#change(actor, async (tx, team) => {
      if (team.role !== teamRoles.owner) throw new Problem('notFound')
      const [draft, on] = [await rows.draftOf(tx, team.guid), await rows.connectionOf(tx, team.guid)]
      if (!draft) throw new Problem('notFound')
      if (draft.tested_at === null) throw refused('Test it first: no test of it has worked yet.')
      const { refusal } = await this.#outlookOfSwitch(tx, team.guid, actor)
      if (refusal !== null) throw refused(refusal)
      if (on) await rows.deleteConnection(tx, on.guid)
      await rows.setOn(tx, draft.guid, true)
      const detail = { from: on ? providerName(on) : 'none', to: providerName(draft) }
      await this.#record(tx, team, 'TeamProviderChanged', actor, detail)
    })
  }

  /** Whom it would shut out if the provider was off. Throws notFound. */
  async outlook(actor: User): Promise<SignInOutlook> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    return this.#outlook(kysely, guid, actor)
  }

  /** Whom it would shut out to have the one that is being set up in its place. Throws notFound. */
  async outlookOfSwitch(actor: User): Promise<SignInOutlook> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    return this.#outlookOfSwitch(kysely, guid, actor)
  }

  /** Keeps it, to be tested and switched on again. Throws notFound, badForm if it shuts out who must not be. */
  async switchOff(actor: User): Promise<void> {
    await this.#change(actor, async (tx, team) => {
      const on = await this.#requireDispensable(tx, team, actor)
      if (await rows.draftOf(tx, team.guid))
        throw refused('Another provider is being set up. Switch it on or remove it first.')
      await rows.setOn(tx, on.guid, false)
      const detail = { from: providerName(on), to: 'none' }
      await this.#record(tx, team, 'TeamProviderChanged', actor, detail)
    })
  }

  /** Throws notFound, badForm if it shuts out who must not be. */
  async remove(actor: User, place: ProviderPlace): Promise<void> {
    await this.#change(actor, async (tx, team) => {
      const row =
        place === 'on' ? await this.#requireDispensable(tx, team, actor) : await rows.draftOf(tx, team.guid)
      if (!row) throw new Problem('notFound')
      await rows.deleteConnection(tx, row.guid)
      if (place === 'draft')
        return this.#record(tx, team, 'TeamProviderDropped', actor, { provider: providerName(row) })
      const detail = { from: providerName(row), to: 'none' }
      await this.#record(tx, team, 'TeamProviderChanged', actor, detail)
    })
  }

  async #requireDispensable(tx: Transaction, { guid }: Administered, actor: User) {
    const on = await rows.connectionOf(tx, guid)
    if (!on) throw new Problem('notFound')
    const { refusal } = await this.#outlook(tx, guid, actor)
    if (refusal !== null) throw refused(refusal)
    return on
  }

  async #outlook(
    kysely: Database['kysely'] | Transaction,
    guid: string,
    actor: User,
  ): Promise<SignInOutlook> {
    const usable = await this.#usable(kysely, guid, { hasConnection: false })
    const outlook = await outlookOf(kysely, guid, actor, usable)
    if (usable.length > 0) return outlook
    return { ...outlook, refusal: 'Members sign in with single sign-on only. Allow another method first.' }
  }

  async #outlookOfSwitch(
    kysely: Database['kysely'] | Transaction,
    guid: string,
    actor: User,
  ): Promise<SignInOutlook> {
    const [on, to] = [await rows.connectionOf(kysely, guid), await rows.draftOf(kysely, guid)]
    // Where none is on, one more way to sign in shuts out no one.
    if (!on || !to) return { shutOut: [], withPassword: [], refusal: null }
    const usable = await this.#usable(kysely, guid, { hasConnection: true })
    return outlookOfSwitch(kysely, guid, actor, { usable, to })
  }

  async #usable(
    kysely: Database['kysely'] | Transaction,
    guid: string,
    { hasConnection }: { hasConnection: boolean },
  ): Promise<SignInMethod[]> {
    const team = (await teamByGuid(kysely, guid))!
    const any = signInMethods.filter((method) => !isForTeamsOnly(method))
    const allowed = allowedIn(team.allowed_methods) ?? any
    return usableMethods(allowed, { offers: this.#deps.offers, hasConnection })
  }

  async #prepare(
    actor: User,
    { kind, settings, secret }: Pick<Connection, 'kind' | 'settings'> & { secret: string | null },
  ): Promise<void> {
    await this.#change(actor, async (tx, team) => {
      const how = { teamGuid: team.guid, isOn: false, setBy: 'admin' } as const
      const row = await this.#deps.connections.store(tx, { ...how, kind, settings, secret })
      await this.#record(tx, team, 'TeamProviderPrepared', actor, { provider: providerName(row) })
    })
  }

  async #fetch(actor: User, address: string): Promise<string> {
    await this.#countAsking(actor)
    const request = this.#deps.outgoing.ask(address, { patience, maxBytes })
    const answer = await request.catch((error: unknown) => {
      if (!(error instanceof NotAnswered)) throw error
      throw new Problem('badForm', { field: 'address', text: silenceLabels[error.reason] })
    })
    if (answer.status === 200) return answer.body.toString('utf8')
    const text = `The server at this address answered ${answer.status} and no metadata.`
    throw new Problem('badForm', { field: 'address', text })
  }

  async #countAsking(actor: User): Promise<Administered> {
    const team = await requireAdmin(this.#deps.database.kysely, actor.guid)
    await this.#deps.rates.require(`team-provider|${team.guid}`, asking)
    return team
  }

  #change(actor: User, change: (tx: Transaction, team: Administered) => Promise<void>): Promise<void> {
    return this.#deps.database.transaction(async (tx) => change(tx, await lockAsAdmin(tx, actor.guid)))
  }

  async #record(
    tx: Transaction,
    { guid: subject }: Administered,
    kind: 'TeamProviderChanged' | 'TeamProviderPrepared' | 'TeamProviderDropped',
    actor: User,
    detail: Record<string, string>,
  ): Promise<void> {
    await this.#deps.events.record(tx, { subject, kind, actor: actor.email, detail })
  }
}

const silenceLabels: Readonly<Record<Silence, string>> = {
  address: 'Enter an address that begins with https://.',
  network: 'This address isn’t on the internet, so the server doesn’t use it. Paste the metadata instead.',
  name: 'There is no server with this name.',
  time: 'The server at this address took too long. Try again, or paste the metadata instead.',
  size: 'The document at this address is larger than 1 MB.',
  redirects: 'This address redirects to another one. Enter that one.',
  connection: 'Couldn’t connect to this address. Check it, or paste the metadata instead.',
}

/** Said at the top of the form: the button has no field. */
function refused(text: string): Problem {
  return new Problem('badForm', { field: 'provider', text })
}
