import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { isLoopback } from '#server/proxies.ts'
import { Problem } from '#server/rules/problems.ts'
import { requireCurrentKey } from '#server/storage/keys/current-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import { teamConnectionName } from '#server/storage/keys/wrapped-columns.ts'
import * as rows from './connection-rows.ts'
import type { SamlProvider } from './saml-provider.ts'
import { allowedIn } from './sign-in/methods.ts'
import type { TestAnswer } from './sign-in/test-answer.ts'
import { lockTeam } from './team-rows.ts'
import type { Team } from './teams.ts'
import { usableMethods, type Offers } from './usable-methods.ts'

export type OidcSettings = { issuer: string; clientId: string }

/** Times in epoch milliseconds; `testedAt` is null until a test has worked since the last one that did not. */
type Made = {
  guid: string
  teamGuid: string
  createdAt: number
  /** Whether the team signs in with it; the other one is being set up. */
  isOn: boolean
  /** URLs from an administrator are fetched with care: never in this server's own network. */
  setBy: 'operator' | 'admin'
  testedAt: number | null
  /** What came back from the last test, as long as it is kept. */
  answer: TestAnswer | null
}
export type OidcConnection = Made & { kind: 'oidc'; settings: OidcSettings; clientSecret: string }
export type SamlConnection = Made & { kind: 'saml'; settings: SamlProvider }
/** An identity provider of a team. */
export type Connection = OidcConnection | SamlConnection

/** A connection as it is stored: `secret` is the client secret, null for SAML. */
type ToStore = Pick<Connection, 'teamGuid' | 'kind' | 'settings' | 'isOn' | 'setBy'> & {
  secret: string | null
}

/**
 * The identity providers of teams: at most one with which a team signs in, and one that is being set up. Client secrets
 * are encrypted with the installation's key.
 */
export class TeamConnections {
  readonly #database: Database
  readonly #events: Events
  readonly #clock: () => number
  readonly #keyRing: KeyRing
  readonly #offers: Offers

  constructor(options: {
    database: Database
    events: Events
    clock: () => number
    keyRing: KeyRing
    offers: Offers
  }) {
    this.#database = options.database
    this.#events = options.events
    this.#clock = options.clock
    this.#keyRing = options.keyRing
    this.#offers = options.offers
  }

  /** The one with which the team signs in, or null. */
  async ofTeam(teamGuid: string): Promise<Connection | null> {
    return this.#found(await rows.connectionOf(this.#database.kysely, teamGuid))
  }

  /** The one that is being set up, or null. */
  async draftOf(teamGuid: string): Promise<Connection | null> {
    return this.#found(await rows.draftOf(this.#database.kysely, teamGuid))
  }

  async byGuid(guid: string): Promise<Connection | null> {
    return this.#found(await rows.connectionByGuid(this.#database.kysely, guid))
  }

  /** The connection of the team with this mail domain, in its canonical spelling, or null. */
  async forDomain(domain: string): Promise<Connection | null> {
    return this.#found(await rows.connectionForDomain(this.#database.kysely, domain))
  }

  /** Connects the team over OpenID Connect, replacing the connection that was on. Throws badForm. */
  async setOidc(
    team: Team,
    { clientSecret, ...given }: OidcSettings & { clientSecret: string },
  ): Promise<void> {
    await this.#replace(team, { kind: 'oidc', settings: checkedOidc(given), secret: clientSecret })
  }

  /** The same over SAML. Throws badForm if the metadata cannot be used. */
  async setSaml(team: Team, metadata: string): Promise<SamlProvider> {
    const settings = await checkedSaml(metadata, this.#clock())
    await this.#replace(team, { kind: 'saml', settings, secret: null })
    return settings
  }

  /** Throws notFound, and badForm if no member of the team could sign in any more. */
  async remove(team: Team): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const { allowed_methods: allowed } = await lockTeam(tx, team.guid)
      const methods = allowedIn(allowed)
      if (methods && usableMethods(methods, { offers: this.#offers, hasConnection: false }).length === 0) {
        throw new Problem('badForm', {
          text: `The team ${team.name} signs in by single sign-on only. Allow another method first, with team methods.`,
        })
      }
      const row = await rows.connectionOf(tx, team.guid)
      if (!row) throw new Problem('notFound', { text: `The team ${team.name} has no single sign-on.` })
      await rows.deleteConnection(tx, row.guid)
      await this.#record(tx, team, { from: providerName(row), to: 'none' })
    })
  }

  /** Stores a connection in the place of the one that was on, or of the one that was being set up. */
  async store(
    tx: Transaction,
    { teamGuid, kind, settings, secret, isOn, setBy }: ToStore,
  ): Promise<rows.ConnectionRow> {
    if (secret !== null) await requireCurrentKey(tx, this.#keyRing)
    const guid = newGuid()
    const row = {
      guid,
      team_guid: teamGuid,
      kind,
      settings: JSON.stringify(settings),
      secret_sealed: secret && this.#keyRing.wrap(teamConnectionName(guid), Buffer.from(secret)),
      created_at: this.#clock(),
      is_on: isOn ? 1 : 0,
      set_by: setBy,
      tested_at: null,
      answer: null,
      answered_at: null,
    } as const
    await rows.replaceConnection(tx, row)
    return row
  }

  async #replace(team: Team, what: Pick<ToStore, 'kind' | 'settings' | 'secret'>): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await lockTeam(tx, team.guid)
      const before = await rows.connectionOf(tx, team.guid)
      const row = await this.store(tx, { ...what, teamGuid: team.guid, isOn: true, setBy: 'operator' })
      await this.#record(tx, team, { from: before ? providerName(before) : 'none', to: providerName(row) })
    })
  }

  #record(tx: Transaction, { guid }: Team, detail: { from: string; to: string }): Promise<void> {
    return this.#events.record(tx, { subject: guid, kind: 'TeamProviderChanged', detail })
  }

  #found(row: rows.ConnectionRow | undefined): Connection | null {
    return row ? this.#connectionOf(row) : null
  }

  #connectionOf(row: rows.ConnectionRow): Connection {
    const made = {
      guid: row.guid,
      teamGuid: row.team_guid,
      createdAt: row.created_at,
      isOn: row.is_on === 1,
      setBy: row.set_by,
      testedAt: row.tested_at,
      answer: row.answer === null ? null : (JSON.parse(row.answer) as TestAnswer),
    }
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

/** Throws badForm with the field. */
export function checkedOidc(given: OidcSettings): OidcSettings {
  const issuer = URL.parse(given.issuer)
  if (!issuer || !isSecure(issuer) || issuer.search !== '' || issuer.hash !== '') {
    throw new Problem('badForm', {
      field: 'issuer',
      text: 'The issuer must be an https address without a query, like https://login.example.com.',
    })
  }
  if (/^\/(common|organizations|consumers)(\/|$)/i.test(issuer.pathname)) {
    throw new Problem('badForm', {
      field: 'issuer',
      text: 'This issuer signs in people of every organisation. Use the address with your own tenant’s ID.',
    })
  }
  if (given.clientId === '')
    throw new Problem('badForm', { field: 'clientId', text: 'The client ID is missing.' })
  return { issuer: given.issuer, clientId: given.clientId }
}

/** Throws badForm if the metadata cannot be used. */
export async function checkedSaml(metadata: string, now: number): Promise<SamlProvider> {
  // Loaded only where it is used, with the XML parser.
  const { providerOf } = await import('./saml-provider.ts')
  const settings = await providerOf(metadata, now)
  if (isSecure(new URL(settings.signOnUrl))) return settings
  throw new Problem('badForm', { text: 'The sign-on address in the metadata is not an https address.' })
}

/** What records call it: the issuer, or the entity ID. */
export function providerName({ settings }: Pick<rows.ConnectionRow, 'settings'>): string {
  const { issuer, entityId } = JSON.parse(settings) as Partial<OidcSettings & SamlProvider>
  return issuer ?? entityId ?? ''
}
