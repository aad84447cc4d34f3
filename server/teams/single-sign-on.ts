import type { Identities } from '#server/accounts/identities/identities.ts'
import { accountLimits, type AccountLimits } from '#server/accounts/sign-in/limits.ts'
import { accountName, requireAddress } from '#server/accounts/registering/names.ts'
import { reasonOf, type OpenId } from '#server/accounts/identities/open-id.ts'
import { hashOfSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { newFlowSecrets, type SignInFlow, type SignInFlows } from '#server/accounts/sign-in/sign-in-flows.ts'
import type { SignInOutcome } from '#server/accounts/sign-in/sign-in.ts'
import { userByGuid } from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import { standardPerson, type VerifiedPerson } from '#server/accounts/identities/verified-person.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Log } from '#server/log.ts'
import { domainOf, emailAddress } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { teamAddresses } from './addresses.ts'
import { sweepAnswers } from './connection-rows.ts'
import type { Connection, TeamConnections } from './connections.ts'
import { domainsOf } from './domain-rows.ts'
import { assertedBy, ownMetadata, SamlRefused, signOnAddress } from './saml.ts'
import { useAssertion, sweepUsed } from './saml-used.ts'
import { requireAdmin } from './people/administered.ts'
import { endsOf, openIdOf, requestIdOf } from './sign-in/ends.ts'
import { noteAnswer, noteFailure, noteTest } from './sign-in/provider-tests.ts'
import { claimTexts, refusedAnswer, wordsOfOpenId, wordsOfSaml } from './sign-in/test-answer.ts'
import { join } from './team-rows.ts'
import type { Teams } from './teams.ts'

/** How it ended, and the page of ours that was requested; a test ends where it began and signs no one in. */
export type SignedOn = { outcome: SignInOutcome; to: string | null } | 'tested'

export type SingleSignOnOptions = {
  database: Database
  teams: Teams
  connections: TeamConnections
  flows: SignInFlows
  identities: Identities
  openId: OpenId
  rates: RateLimits
  events: Events
  config: Pick<Config, 'publicUrl'>
  clock: () => number
  log: Log
  limits?: Partial<AccountLimits>
}

/** How long what came back from a test is kept, in milliseconds. */
const answersKept = 3_600_000

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
   * no team has a provider for it. Throws badForm with the field, tooManyAttempts, providerAway.
   */
  async begin(
    client: Client,
    { email, browserId, to = null }: { email: string; browserId: string; to?: string | null },
  ): Promise<URL | null> {
    const { rates, connections } = this.#options
    await rates.require(`via:network:${networkOf(client.ip)}`, this.#limits.viaByNetwork)
    const connection = await connections.forDomain(domainOf(requireAddress(email)))
    if (!connection) return null
    return this.#leadTo(connection, browserId, { purpose: 'signIn', details: { to } })
  }

  /**
   * Where an administrator of the team goes to test a provider of it. Throws notFound, tooManyAttempts, and badForm if it
   * cannot be asked.
   */
  async beginTest(
    actor: User,
    { place, browserId }: { place: 'on' | 'draft'; browserId: string },
  ): Promise<URL> {
    const { rates, connections, database } = this.#options
    const { guid } = await requireAdmin(database.kysely, actor.guid)
    await rates.require(`team-test|${guid}`, this.#limits.viaByNetwork)
    const connection = await (place === 'on' ? connections.ofTeam(guid) : connections.draftOf(guid))
    if (!connection) throw new Problem('notFound')
    const test = { purpose: 'test', userGuid: actor.guid, details: {} } as const
    return this.#leadTo(connection, browserId, test).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      throw new Problem('badForm', { field: 'provider', text: wordsOfOpenId(reasonOf(error)) })
    })
  }

  async #leadTo(
    connection: Connection,
    browserId: string,
    { details, ...flow }: Pick<SignInFlow, 'purpose' | 'details'> & Partial<SignInFlow>,
  ): Promise<URL> {
    const { flows, openId, config } = this.#options
    const secrets = newFlowSecrets()
    const requestId = requestIdOf(secrets.state)
    const address =
      connection.kind === 'oidc'
        ? await openId.begin(openIdOf(config.publicUrl, connection), secrets)
        : await signOnAddress(endsOf(config.publicUrl, connection, requestId), secrets.state)
    const { nonce, verifier } = secrets
    await flows.start(
      { state: secrets.state, browserId },
      {
        ...flow,
        provider: 'sso',
        connectionGuid: connection.guid,
        details: { ...details, ...(connection.kind === 'oidc' ? { nonce, verifier } : { requestId }) },
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
    const { flows, openId, config } = this.#options
    const state = query.get('state') ?? ''
    const begun = await flows.peek({ state, browserId, provider: 'sso' })
    const connection = await this.#meant(begun, teamGuid, 'oidc')
    const { guid: connectionGuid } = connection
    const flow = await flows.use({ state, browserId, provider: 'sso', connectionGuid })
    if (!flow) throw new Problem('signInFailed')
    const { nonce = '', verifier = '' } = flow.details
    const pendingClaims = openId.finish(
      openIdOf(config.publicUrl, connection),
      { state, nonce, verifier },
      query,
    )
    if (flow.purpose === 'test') {
      const claims = await pendingClaims.catch((error: unknown) =>
        noteFailure(this.#options, connection, flow, error),
      )
      if (!claims) return 'tested'
      const isEmailVerified = !isFalse(claims.person['email_verified'])
      const person = { ...standardPerson('sso', claims), isEmailVerified }
      return noteTest(this.#options, connection, flow, {
        person,
        claims: claimTexts({ ...claims.token, ...claims.person }),
      })
    }
    const claims = await pendingClaims
    // Many organisations' providers do not say it; one that says the address is unverified is believed.
    if (isFalse(claims.person['email_verified'])) throw new Problem('addressUnproved')
    return this.#enter(client, { ...standardPerson('sso', claims), teamGuid }, flow, connection)
  }

  /**
   * Accepts a posted SAML response, from any browser: it signs no one in, but waits for the browser that started.
   * Throws signInFailed for any error in it, except in the answer to a test.
   */
  async receive(teamGuid: string, answer: { samlResponse: string; relayState: string }): Promise<void> {
    const { database, flows, rates, clock, log, config } = this.#options
    const { relayState: state } = answer
    const flow = await flows.peekUnbound({ state, provider: 'sso' })
    const connection = await this.#meant(flow, teamGuid, 'saml').catch(() => null)
    const requestId = flow?.details.requestId
    try {
      if (!flow || !connection || requestId === undefined)
        throw new SamlRefused('no sign-in that was begun here')
      const key = { state, provider: 'sso', connectionGuid: connection.guid } as const
      if (flow.details.person) throw new SamlRefused('a second answer')
      const tries = `saml:flow:${hashOfSecret(answer.relayState)}`
      if (!(await rates.take(tries, this.#limits.answersByFlow))) throw new SamlRefused('too many answers')
      const ends = endsOf(config.publicUrl, connection, requestId)
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
        const claims = flow.purpose === 'test' ? asserted.attributes : undefined
        if (!(await flows.keepPerson(tx, key, { person, ...(claims && { claims }) })))
          throw new SamlRefused('a second answer')
      })
    } catch (error) {
      if (!(error instanceof SamlRefused)) throw error
      log.warn({ team: teamGuid, reason: error.message }, 'a SAML answer was refused')
      if (connection && flow?.purpose === 'test' && !flow.details.person) {
        await noteAnswer(this.#options, connection, flow, refusedAnswer(wordsOfSaml(error.message)))
        // It ends like any other test, in the browser that started.
        return
      }
      throw new Problem('signInFailed')
    }
  }

  /** Signs in whom a posted response named, in the browser that started. Throws what finishOidc throws. */
  async finishSaml(
    client: Client,
    { state, browserId }: { state: string; browserId: string },
  ): Promise<SignedOn> {
    const { flows } = this.#options
    const begun = await flows.peek({ state, browserId, provider: 'sso' })
    // Replaced or removed since: it is no longer trusted.
    const connection = await this.#meant(begun, null, 'saml')
    const { guid: connectionGuid } = connection
    const flow = await flows.use({ state, browserId, provider: 'sso', connectionGuid })
    // What was wrong with the answer to a test is noted already.
    if (flow?.purpose === 'test' && !flow.details.person) return 'tested'
    const person = flow?.details.person
    if (!flow || !person) throw new Problem('signInFailed')
    if (flow.purpose !== 'test') return this.#enter(client, person, flow, connection)
    return noteTest(this.#options, connection, flow, { person, claims: flow.details.claims ?? [] })
  }

  /** What the team's identity provider reads to know about us (XML). Throws notFound. */
  async metadata(teamGuid: string): Promise<string> {
    const team = await this.#options.teams.byGuid(teamGuid)
    if (!team) throw new Problem('notFound')
    return ownMetadata(teamAddresses(this.#options.config.publicUrl, team.guid))
  }

  /** Forgets assertions too old to be used again, and returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#options
    await sweepAnswers(database.kysely, clock() - answersKept)
    return sweepUsed(database, clock())
  }

  async #enter(
    client: Client,
    person: VerifiedPerson,
    flow: SignInFlow,
    { setBy }: Connection,
  ): Promise<SignedOn> {
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
    // Whoever administers a team must not come to administer the server by naming its operator.
    const mayOpen = (user: User) => setBy === 'operator' || !user.isOperator
    const outcome = await identities.signInWith(client, { ...person, isEmailVerified: true }, 'sso', {
      mayLink: async (user) => user.teamGuid === teamGuid && user.inviteStatus === 'Active' && mayOpen(user),
      mayEnter: async (user) => mayOpen(user),
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

  /** The connection that a sign-in was begun with: the one that is on, or for a test also another. Throws signInFailed. */
  async #meant<Kind extends Connection['kind']>(
    flow: SignInFlow | null,
    teamGuid: string | null,
    kind: Kind,
  ): Promise<Extract<Connection, { kind: Kind }>> {
    const isMeant = flow?.purpose === 'signIn' || flow?.purpose === 'test'
    const guid = isMeant ? flow.connectionGuid : null
    const connection = guid === null ? null : await this.#options.connections.byGuid(guid)
    if (connection?.kind !== kind || (teamGuid ?? connection.teamGuid) !== connection.teamGuid)
      throw new Problem('signInFailed')
    if (flow?.purpose === 'signIn' && !connection.isOn) throw new Problem('signInFailed')
    return connection as Extract<Connection, { kind: Kind }>
  }
}

function isFalse(value: unknown): boolean {
  return value === false || value === 'false' || value === 0
}
