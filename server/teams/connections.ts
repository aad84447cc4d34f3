import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { TeamConnectionTable } from '#server/db/tables/team-tables.ts'
import { isLoopback } from '#server/proxies.ts'
import { Problem } from '#server/rules/problems.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { teamConnectionName } from '#server/storage/keys/wrapped-columns.ts'
import * as rows from './connection-rows.ts'
import type { SamlProvider } from './saml-provider.ts'
import { lockTeam } from './team-rows.ts'
import type { Team } from './teams.ts'
import { usableMethods, type Offers } from './usable-methods.ts'

export type OidcSettings = { issuer: string; clientId: string }

type Made = { guid: string; teamGuid: string; createdAt: number }
export type OidcConnection = Made & { kind: 'oidc'; settings: OidcSettings; clientSecret: string }
export type SamlConnection = Made & { kind: 'saml'; settings: SamlProvider }
/** The identity provider of a team. `createdAt` in epoch milliseconds. */
export type Connection = OidcConnection | SamlConnection

/**
 * The identity providers with which teams sign in, at most one each. Client secrets are encrypted with the
 * installation's key.
 */
export class TeamConnections {
  readonly #database: Database
  readonly #clock: () => number
  readonly #keyRing: KeyRing
  readonly #offers: Offers

  constructor(options: { database: Database; clock: () => number; keyRing: KeyRing; offers: Offers }) {
    this.#database = options.database
    this.#clock = options.clock
    this.#keyRing = options.keyRing
    this.#offers = options.offers
  }

  /** The team's connection, or null. */
  async ofTeam(teamGuid: string): Promise<Connection | null> {
    const row = await rows.connectionOf(this.#database.kysely, teamGuid)
    return row ? this.#connectionOf(row) : null
  }

  /** The connection of the team with this mail domain, in its canonical spelling, or null. */
  async forDomain(domain: string): Promise<Connection | null> {
    const row = await rows.connectionForDomain(this.#database.kysely, domain)
    return row ? this.#connectionOf(row) : null
  }

  /** Connects the team over OpenID Connect, replacing any earlier connection. Throws badForm. */
  async setOidc(team: Team, given: OidcSettings & { clientSecret: string }): Promise<void> {
    const issuer = URL.parse(given.issuer)
    if (!issuer || !isSecure(issuer) || issuer.search !== '' || issuer.hash !== '') {
      throw new Problem('badForm', {
        text: 'The issuer must be an https address without a query, like https://login.example.com.',
      })
    }
    if (/^\/(common|organizations|consumers)(\/|$)/i.test(issuer.pathname)) {
      throw new Problem('badForm', {
        text: 'This issuer signs in people of every organisation. Use the address with your own tenant’s ID.',
      })
    }
    if (given.clientId === '') throw new Problem('badForm', { text: 'The client ID is missing.' })
    const settings: OidcSettings = { issuer: given.issuer, clientId: given.clientId }
    await this.#replace(team, 'oidc', settings, given.clientSecret)
  }

  /** Connects the team over SAML, replacing any earlier connection. Throws badForm if the metadata cannot be used. */
  async setSaml(team: Team, metadata: string): Promise<SamlProvider> {
    // Loaded only where it is used, with the XML parser.
    const { providerOf } = await import('./saml-provider.ts')
    const settings = await providerOf(metadata, this.#clock())
    if (!isSecure(new URL(settings.signOnUrl))) {
      throw new Problem('badForm', { text: 'The sign-on address in the metadata is not an https address.' })
    }
    await this.#replace(team, 'saml', settings, null)
    return settings
  }

  /** Throws notFound, and badForm if no member of the team could sign in any more. */
  async remove(team: Team): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const { allowed_methods: allowed } = await lockTeam(tx, team.guid)
      const methods = allowed === null ? null : (JSON.parse(allowed) as NonNullable<Team['allowedMethods']>)
      if (methods && usableMethods(methods, { offers: this.#offers, hasConnection: false }).length === 0) {
        throw new Problem('badForm', {
          text: `The team ${team.name} signs in by single sign-on only. Allow another method first, with team methods.`,
        })
      }
      if (await rows.deleteConnection(tx, team.guid)) return
      throw new Problem('notFound', { text: `The team ${team.name} has no single sign-on.` })
    })
  }

  async #replace(
    team: Team,
    kind: Connection['kind'],
    settings: OidcSettings | SamlProvider,
    secret: string | null,
  ): Promise<void> {
    await this.#database.transaction(async (tx: Transaction) => {
      await lockTeam(tx, team.guid)
      if (secret !== null) await requireCurrentKey(tx, this.#keyRing)
      const guid = newGuid()
      const sealed =
        secret === null ? null : this.#keyRing.wrap(teamConnectionName(guid), Buffer.from(secret))
      await rows.replaceConnection(tx, {
        guid,
        team_guid: team.guid,
        kind,
        settings: JSON.stringify(settings),
        secret_sealed: sealed,
        created_at: this.#clock(),
      })
    })
  }

  #connectionOf(row: TeamConnectionTable): Connection {
    const made = { guid: row.guid, teamGuid: row.team_guid, createdAt: row.created_at }
    if (row.kind === 'saml') {
      return { ...made, kind: 'saml', settings: JSON.parse(row.settings) as SamlProvider }
    }
    const clientSecret = this.#keyRing
      .unwrap(teamConnectionName(row.guid), row.secret_sealed ?? '')
      .toString()
    return { ...made, kind: 'oidc', settings: JSON.parse(row.settings) as OidcSettings, clientSecret }
  }
}

/** Plain http only if no one is in between: on the machine itself. */
function isSecure({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
