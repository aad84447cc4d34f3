import { sql } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import { userColumns, userOf } from '#server/accounts/users.ts'
import { newGuid, type Database } from '#server/db/open.ts'
import type { SignInMethod } from '#server/rules/sign-in-methods.ts'
import { teamRoles } from '#server/rules/team-roles.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { TeamConnections } from './connections.ts'
import { TeamDomains } from './domains.ts'
import { Teams, type Team } from './teams.ts'

/** An installation for the tests of this folder: real database, a clock that stands still, password and Google offered. */
export class TestWorld {
  now = Date.parse('2027-03-01T10:00:00Z')
  readonly database: Database
  readonly keyRing = KeyRing.make()
  readonly teams: Teams
  readonly domains: TeamDomains
  readonly connections: TeamConnections
  readonly withSecondFactor = new Set<string>()
  readonly offered = new Set<SignInMethod>(['password', 'google'])

  private constructor(database: Database) {
    this.database = database
    const clock = () => this.now
    const offers = (method: SignInMethod) => this.offered.has(method)
    const hasSecondFactor = async (guid: string) => this.withSecondFactor.has(guid)
    this.teams = new Teams({ database, clock, offers, hasSecondFactor })
    this.domains = new TeamDomains({ database, clock })
    this.connections = new TeamConnections({ database, clock, keyRing: this.keyRing, offers })
  }

  static async open(): Promise<TestWorld> {
    const database = await openTemporaryDatabase()
    await database.kysely.updateTable('installation').set({ is_claimed: 1 }).execute()
    return new TestWorld(database)
  }

  close(): Promise<void> {
    return this.database.close()
  }

  /** A team of one owner, with a domain. */
  async team(name: string, domain = `${name.toLowerCase()}.example`): Promise<Team> {
    const team = await this.teams.create(name)
    await this.domains.add(team, domain)
    await this.user(`owner@${domain}`)
    await this.teams.addMember(team, `owner@${domain}`, teamRoles.owner)
    return team
  }

  async user(email: string): Promise<User> {
    await this.database.kysely
      .insertInto('user')
      .values({
        guid: newGuid(),
        email,
        first_name: 'Anna',
        last_name: 'Adler',
        password_hash: 'x',
        status: 'Active',
        tier_code: 9,
        is_operator: 0,
        time_zone: 'UTC',
        created_at: this.now,
        password_changed_at: this.now,
      })
      .execute()
    return this.read(email)
  }

  async member(team: Team, email: string): Promise<User> {
    await this.user(email)
    await this.teams.addMember(team, email, teamRoles.member)
    return this.read(email)
  }

  /** The account as it is now. */
  async read(email: string): Promise<User> {
    const row = await this.database.kysely
      .selectFrom('user')
      .select(userColumns)
      .where(sql<string>`lower(email)`, '=', email)
      .executeTakeFirstOrThrow()
    return userOf(row)
  }
}
