import type { Identities } from '#server/accounts/identities/identities.ts'
import { accountLimits, type AccountLimits } from '#server/accounts/sign-in/limits.ts'
import { accountName, requireAddress } from '#server/accounts/registering/names.ts'
import type { OpenId, OpenIdConnection } from '#server/accounts/identities/open-id.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newFlowSecrets, type SignInFlow, type SignInFlows } from '#server/accounts/sign-in/sign-in-flows.ts'
import type { SignInOutcome } from '#server/accounts/sign-in/sign-in.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import { userOf } from '#server/accounts/users.ts'
import { standardPerson, type VerifiedPerson } from '#server/accounts/identities/verified-person.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Log } from '#server/log.ts'
import { domainOf, emailAddress } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { teamAddresses } from './addresses.ts'
import type { Connection, OidcConnection, SamlConnection, TeamConnections } from './connections.ts'
import { domainsOf } from './domain-rows.ts'
import { assertedBy, ownMetadata, SamlRefused, signOnAddress } from './saml.ts'
import { useAssertion, sweepUsed } from './saml-used.ts'
import { join } from './team-rows.ts'
import type { Teams } from './teams.ts'

/** How it ended, and the page of ours that was requested. */
export type SignedOn = { outcome: SignInOutcome; to: string | null }

export type SingleSignOnOptions = {
  database: Database
  teams: Teams
  connections: TeamConnections
  flows: SignInFlows
  identities: Identities
  openId: OpenId
  rates: RateLimits
  config: Pick<Config, 'publicUrl'>
  clock: () => number
  log: Log
  limits?: Partial<AccountLimits>
}

/**
 * Signing in with a team's identity provider, over OpenID Connect or SAML. The provider is trusted for the team's own
 * domains and nothing else. Any error in a response is one Problem, and a log line.
 */
export class SingleSignOn {
  readonly #options: SingleSignOnOptions
  readonly #limits: AccountLimits

  constructor(options: SingleSignOnOptions) {
    this.#options = options
    this.#limits = { ...accountLimits, ...options.limits }
  }

  /**
   * Where the browser goes to sign in: found by the domain of the address, whether or not there is an account. Null if
   * no team has a provider for it. Throws badForm with the field, tooManyTries, providerAway.
   */
  async begin(
    client: Client,
    { email, browserId, to = null }: { email: string; browserId: string; to?: string | null },
  ): Promise<URL | null> {
    const { rates, connections, flows, openId } = this.#options
    await rates.require(`via:network:${networkOf(client.ip)}`, this.#limits.viaByNetwork)
    const connection = await connections.forDomain(domainOf(requireAddress(email)))
    if (!connection) return null
    const secrets = newFlowSecrets()
    const requestId = requestIdOf(secrets.state)
    const address =
      connection.kind === 'oidc'
        ? await openId.begin(this.#openIdOf(connection), secrets)
        : await signOnAddress(this.#endsOf(connection, requestId), secrets.state)
    const { nonce, verifier } = secrets
    await flows.start(
      { state: secrets.state, browserId },
      {
        provider: 'sso',
        purpose: 'signIn',
        connectionGuid: connection.guid,
        details: connection.kind === 'oidc' ? { nonce, verifier, to } : { requestId, to },
      },
    )
    return address
  }

  /**
   * Handles the return from the team's OpenID Connect provider, by the query of the callback. Throws signInFailed,
   * providerAway, notInTeam, and what signing in throws.
   */
  async finishOidc(
    client: Client,
    { teamGuid, browserId, query }: { teamGuid: string; browserId: string; query: URLSearchParams },
  ): Promise<SignedOn> {
    const { flows, openId } = this.#options
    const connection = await this.#require(teamGuid, 'oidc')
    const state = query.get('state') ?? ''
    const key = {
      state,
      browserId,
      provider: 'sso',
      purpose: 'signIn',
      connectionGuid: connection.guid,
    } as const
    const flow = await flows.use(key)
    if (!flow) throw new Problem('signInFailed')
    const { nonce = '', verifier = '' } = flow.details
    const claims = await openId.finish(this.#openIdOf(connection), { state, nonce, verifier }, query)
    // Many organisations' providers do not say it; one that says the address is unverified is believed.
    if (isFalse(claims.person['email_verified'])) throw new Problem('addressUnproved')
    return this.#enter(client, { ...standardPerson('sso', claims), teamGuid }, flow)
  }

  /**
   * Accepts a posted SAML response, from any browser: it signs no one in, but waits for the browser that started.
   * Throws signInFailed for any error in it.
   */
  async receive(teamGuid: string, answer: { samlResponse: string; relayState: string }): Promise<void> {
    const { database, flows, rates, clock, log } = this.#options
    const connection = await this.#require(teamGuid, 'saml')
    const key = { state: answer.relayState, provider: 'sso', connectionGuid: connection.guid } as const
    const flow = await flows.peekUnbound(key)
    const requestId = flow?.details.requestId
    try {
      if (!flow || requestId === undefined) throw new SamlRefused('no sign-in that was begun here')
      if (flow.details.person) throw new SamlRefused('a second answer')
      const tries = `saml:flow:${hashOfSecret(answer.relayState)}`
      if (!(await rates.take(tries, this.#limits.answersByFlow))) throw new SamlRefused('too many answers')
      const ends = this.#endsOf(connection, requestId)
      const asserted = await assertedBy(ends, answer.samlResponse, clock())
      const email = emailAddress(asserted.email)
      const person: VerifiedPerson = {
        provider: 'sso',
        issuer: connection.settings.entityId,
        subject: asserted.subject,
        email,
        isEmailVerified: true,
        firstName: accountName(asserted.firstName).name ?? '',
        lastName: accountName(asserted.lastName).name ?? '',
        teamGuid,
      }
      await database.transaction(async (tx) => {
        if (!(await useAssertion(tx, connection, asserted)))
          throw new SamlRefused('an assertion that was used')
        if (!(await flows.keepPerson(tx, key, person))) throw new SamlRefused('a second answer')
      })
    } catch (error) {
      if (!(error instanceof SamlRefused)) throw error
      log.warn({ team: teamGuid, reason: error.message }, 'a SAML answer was refused')
      throw new Problem('signInFailed')
    }
  }

  /** Signs in whom a posted response named, in the browser that started. Throws what finishOidc throws. */
  async finishSaml(
    client: Client,
    { state, browserId }: { state: string; browserId: string },
  ): Promise<SignedOn> {
    const { flows, connections } = this.#options
    const flow = await flows.use({ state, browserId, provider: 'sso', purpose: 'signIn' })
    const person = flow?.details.person
    const connection = person?.teamGuid === undefined ? null : await connections.ofTeam(person.teamGuid)
    // Replaced or removed since: it is no longer trusted.
    if (!flow || !person || connection?.guid !== flow.connectionGuid) throw new Problem('signInFailed')
    return this.#enter(client, person, flow)
  }

  /** What the team's identity provider reads to know about us (XML). Throws notFound. */
  async metadata(teamGuid: string): Promise<string> {
    const team = await this.#options.teams.byGuid(teamGuid)
    if (!team) throw new Problem('notFound')
    return ownMetadata(teamAddresses(this.#options.config.publicUrl, team.guid))
  }

  /** Forgets assertions too old to be used again, and answers how many. */
  async sweep(): Promise<number> {
    return sweepUsed(this.#options.database, this.#options.clock())
  }

  async #enter(client: Client, person: VerifiedPerson, flow: SignInFlow): Promise<SignedOn> {
    const { database, identities, teams, log } = this.#options
    const { email, teamGuid = '' } = person
    const domains = await domainsOf(database.kysely, teamGuid)
    if (email === null || !domains.some(({ domain }) => domain === domainOf(email))) {
      log.warn(
        { team: teamGuid, reason: 'an address outside the domains of the team' },
        'single sign-on refused',
      )
      throw new Problem('signInFailed')
    }
    const outcome = await identities.signInWith(client, { ...person, isEmailVerified: true }, 'sso', {
      mayLink: async (user) => user.teamGuid === teamGuid && user.inviteStatus === 'Active',
      onMade: async (tx, userGuid) => void (await join(tx, userGuid, teamGuid, teamRoles.member)),
    })
    const to = flow.details.to ?? null
    if (outcome.code !== 'confirm') return { outcome, to }
    // An account outside the team stays its owner's: the team's provider must not open it to anyone.
    const owner = await userByGuid(database.kysely, outcome.userGuid)
    const refusal = owner ? await teams.policy(userOf(owner), 'sso') : null
    if (refusal?.code === 10012) return { outcome: refusal, to }
    throw new Problem('notInTeam')
  }

  async #require(teamGuid: string, kind: 'oidc'): Promise<OidcConnection>
  async #require(teamGuid: string, kind: 'saml'): Promise<SamlConnection>
  async #require(teamGuid: string, kind: Connection['kind']): Promise<Connection> {
    const connection = await this.#options.connections.ofTeam(teamGuid)
    if (connection?.kind !== kind) throw new Problem('signInFailed')
    return connection
  }

  #openIdOf({ teamGuid, settings, clientSecret }: OidcConnection): OpenIdConnection {
    const { redirectUri } = teamAddresses(this.#options.config.publicUrl, teamGuid)
    return { issuer: new URL(settings.issuer), clientId: settings.clientId, clientSecret, redirectUri }
  }

  #endsOf({ teamGuid, settings }: SamlConnection, requestId: string) {
    const addresses = teamAddresses(this.#options.config.publicUrl, teamGuid)
    return { provider: settings, addresses, requestId }
  }
}

/** An XML id that only the holder of the state can know in advance, and that does not reveal the state. */
function requestIdOf(state: string): string {
  return `_${hashOfSecret(`request ${state}`).slice(0, 40)}`
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false' || value === 0
}
