import type { Database } from '#server/db/open.ts'
import { domainOf, mailDomain } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import { publicMailDomains } from '#server/rules/accounts/public-mail-domains.ts'
import * as rows from './domain-rows.ts'
import { accountsOutside, endSessionsOutside } from './team-rows.ts'
import type { Team } from './teams.ts'

/** `assertedAt` in epoch milliseconds. */
export type TeamDomain = { domain: string; isLocked: boolean; assertedAt: number }

/** The mail domains that the operator assigned to teams. A domain belongs to one team at most. */
export class TeamDomains {
  readonly #database: Database
  readonly #clock: () => number

  constructor(options: { database: Database; clock: () => number }) {
    this.#database = options.database
    this.#clock = options.clock
  }

  async list(team: Pick<Team, 'guid'>): Promise<TeamDomain[]> {
    const found = await rows.domainsOf(this.#database.kysely, team.guid)
    return found.map((row) => ({
      domain: row.domain,
      isLocked: row.is_locked === 1,
      assertedAt: row.asserted_at,
    }))
  }

  /** The guid of the team that has locked the domain of this address, or null. */
  async lockFor(email: string): Promise<string | null> {
    return (await rows.lockOf(this.#database.kysely, domainOf(email)))?.team_guid ?? null
  }

  /** Assigns a domain to a team, not locked. Throws badForm if it is not a domain, public, or another team's. */
  async add(team: Team, typed: string): Promise<string> {
    const domain = requireDomain(typed)
    if (publicMailDomains.has(domain)) {
      throw new Problem('badForm', {
        text: `Anyone can have an address at ${domain}, so it can’t be a team’s domain.`,
      })
    }
    return this.#database.transaction(async (tx) => {
      const isNew = await rows.insertDomain(tx, {
        domain,
        teamGuid: team.guid,
        now: this.#clock(),
        proof: 'operator',
      })
      // What the operator says is proved.
      await rows.deleteClaim(tx, domain, team.guid)
      if (isNew || (await rows.ownerOf(tx, domain)) === team.guid) return domain
      throw new Problem('badForm', { text: `${domain} already belongs to another team.` })
    })
  }

  /** Throws notFound. */
  async remove(team: Team, typed: string): Promise<string> {
    const domain = requireDomain(typed)
    if (!(await rows.deleteDomain(this.#database.kysely, domain, team.guid))) throw notOf(team, domain)
    return domain
  }

  /**
   * Stops accounts of the domain that are not in the team from signing in, and signs them out; returns which those are,
   * and how many browsers that were. What others share with such an address can still be read with a code. Throws
   * notFound, and badForm if it would lock out an operator of the installation.
   */
  async lock(team: Team, typed: string): Promise<{ domain: string; ended: number; outside: string[] }> {
    const domain = requireDomain(typed)
    return this.#database.transaction(async (tx) => {
      if (!(await rows.setLock(tx, domain, team.guid, true))) throw notOf(team, domain)
      const outside = await accountsOutside(tx, domain, team.guid)
      const operators = outside.filter((account) => account.is_operator === 1)
      if (operators.length > 0) throw shutsOut(operators.map(emailOf), team, domain)
      const ended = await endSessionsOutside(tx, domain, team.guid)
      return { domain, ended, outside: outside.map(emailOf) }
    })
  }

  /** Throws notFound. */
  async unlock(team: Team, typed: string): Promise<string> {
    const domain = requireDomain(typed)
    if (!(await rows.setLock(this.#database.kysely, domain, team.guid, false))) throw notOf(team, domain)
    return domain
  }
}

function emailOf({ email }: { email: string }): string {
  return email
}

/** A mail domain as it was typed, in its canonical spelling; null if it is none. */
export function domainIn(typed: string): string | null {
  return mailDomain(typed.trim().replace(/^@/, ''))
}

function requireDomain(typed: string): string {
  const domain = domainIn(typed)
  if (domain === null) throw new Problem('badForm', { text: 'It must be an email domain, like example.com.' })
  return domain
}

function shutsOut(operators: string[], team: Team, domain: string): Problem {
  return new Problem('badForm', {
    text: `Nothing was locked: the operator ${operators.join(', ')} isn’t in the team ${team.name} and could no longer sign in. Add this account to the team first, or give it an address outside ${domain}.`,
  })
}

function notOf(team: Team, domain: string): Problem {
  return new Problem('notFound', { text: `${domain} is not a domain of the team ${team.name}.` })
}
