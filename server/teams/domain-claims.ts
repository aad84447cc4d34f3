import type { User } from '#server/accounts/users.ts'
import { newGuid, type Database, type Transaction } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { publicMailDomains } from '#server/rules/accounts/public-mail-domains.ts'
import { Problem } from '#server/rules/problems.ts'
import { proofName, proofText, type LookUpTexts } from './domain-proof.ts'
import * as rows from './domain-rows.ts'
import { domainIn } from './domains.ts'
import { lockAsAdmin, requireAdmin, type Administered } from './people/administered.ts'
import { accountsOutside, endSessionsOutside } from './team-rows.ts'

type Deps = {
  database: Database
  events: Events
  rates: RateLimits
  lookUp: LookUpTexts
  clock: () => number
}

/** A proved domain of a team. `since` in epoch milliseconds. */
export type OwnDomain = { domain: string; isLocked: boolean; since: number; proof: 'operator' | 'dns' }
/** A domain that waits for its record in DNS. Times in epoch milliseconds. */
export type ClaimedDomain = {
  domain: string
  claimedAt: number
  checkedAt: number | null
  record: { name: string; text: string }
}
/** Who could not sign in any more if the domain was locked, the first of them by address. */
export type LockOutlook = { domain: string; outside: string[]; operators: string[]; total: number }

const maxClaims = 20
const maxChecks = { count: 30, per: 3_600_000 }
const shownOutside = 50

/**
 * What a team's administrators do with its mail domains: claim, prove by a record in DNS, lock. A domain belongs to the
 * first team that proves it, or to which the operator gives it; any team can claim it until then. Everyone who does not
 * administer a team is answered notFound.
 */
export class DomainClaims {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async list(actor: User): Promise<{ domains: OwnDomain[]; claims: ClaimedDomain[] }> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    const [domains, claims] = await Promise.all([rows.domainsOf(kysely, guid), rows.claimsOf(kysely, guid)])
    return {
      domains: domains.map((row) => ({
        domain: row.domain,
        isLocked: row.is_locked === 1,
        since: row.asserted_at,
        proof: row.proof,
      })),
      claims: claims.map((row) => ({
        domain: row.domain,
        claimedAt: row.claimed_at,
        checkedAt: row.checked_at,
        record: { name: proofName(row.domain), text: proofText(row.token) },
      })),
    }
  }

  /** Claims a domain: answers it. Claimed again, its record stays the same. Throws badForm with the field. */
  async claim(actor: User, typed: string): Promise<string> {
    const { database, events, clock } = this.#deps
    const domain = domainIn(typed)
    if (domain === null) throw refused('Enter a domain, like example.com.')
    if (publicMailDomains.has(domain))
      throw refused(`Anyone can have an address at ${domain}, so it can’t be a team’s domain.`)
    return database.transaction(async (tx) => {
      const { guid } = await lockAsAdmin(tx, actor.guid)
      const owner = await rows.ownerOf(tx, domain)
      if (owner === guid) throw refused(`${domain} is the team’s already.`)
      if (owner !== null) throw refused(`${domain} already belongs to another team.`)
      if ((await rows.claimsOf(tx, guid)).length >= maxClaims)
        throw refused(`Up to ${maxClaims} domains can wait for their record. Remove one first.`)
      const claim = { domain, team_guid: guid, token: newGuid(), claimed_at: clock(), checked_at: null }
      if (await rows.insertClaim(tx, claim)) {
        const detail = { domain }
        await events.record(tx, { subject: guid, kind: 'TeamDomainClaimed', actor: actor.email, detail })
      }
      return domain
    })
  }

  /**
   * Looks for the record in DNS; with it the domain is the team's. Throws notFound, and domainUnproved if it is not
   * there, or if another team was first; tooManyAttempts.
   */
  async check(actor: User, domain: string): Promise<void> {
    const { database, events, rates, lookUp, clock } = this.#deps
    const { guid } = await requireAdmin(database.kysely, actor.guid)
    const claim = (await rows.claimsOf(database.kysely, guid)).find((one) => one.domain === domain)
    if (!claim) throw new Problem('notFound')
    await rates.require(`team-domain|${guid}`, maxChecks)
    const texts = await lookUp(proofName(domain))
    await database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      if (team.guid !== guid) throw new Problem('notFound')
      await rows.noteCheck(tx, { domain, teamGuid: guid, now: clock() })
    })
    if (texts === null) throw unproved('No name server answered. Try again in a few minutes.')
    if (!texts.some((text) => text.trim() === proofText(claim.token)))
      throw unproved(
        `${proofName(domain)} has no TXT record with this text yet. A new record can take up to a day to appear.`,
      )
    await database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      const isNew = await rows.insertDomain(tx, { domain, teamGuid: guid, now: clock(), proof: 'dns' })
      if (team.guid !== guid || (!isNew && (await rows.ownerOf(tx, domain)) !== guid))
        throw unproved(
          `${domain} already belongs to another team, which proved it first. Ask the administrator of the server.`,
        )
      await rows.deleteClaim(tx, domain, guid)
      await events.record(tx, {
        subject: guid,
        kind: 'TeamDomainProved',
        actor: actor.email,
        detail: { domain },
      })
    })
  }

  /** Gives up a claim, or a domain, which is not locked any more then. Throws notFound. */
  async remove(actor: User, domain: string): Promise<void> {
    await this.#change(actor, 'TeamDomainRemoved', domain, async (tx, { guid }) => {
      const hadClaim = await rows.deleteClaim(tx, domain, guid)
      return (await rows.deleteDomain(tx, domain, guid)) || hadClaim
    })
  }

  /** Whom a lock would shut out. Throws notFound for a domain that is not the team's. */
  async outlook(actor: User, domain: string): Promise<LockOutlook> {
    const { kysely } = this.#deps.database
    const { guid } = await requireAdmin(kysely, actor.guid)
    if ((await rows.ownerOf(kysely, domain)) !== guid) throw new Problem('notFound')
    const outside = await accountsOutside(kysely, domain, guid)
    const emails = (isOperator: 0 | 1) =>
      outside.filter((one) => one.is_operator === isOperator).map(({ email }) => email)
    const people = emails(0)
    return { domain, outside: people.slice(0, shownOutside), operators: emails(1), total: people.length }
  }

  /**
   * Stops accounts of the domain that are not in the team from signing in, and signs them out. Throws notFound, and
   * domainUnproved if it would shut out an operator of the server.
   */
  async lock(actor: User, domain: string): Promise<void> {
    await this.#change(actor, 'TeamDomainLocked', domain, async (tx, { guid }) => {
      if (!(await rows.setLock(tx, domain, guid, true))) return false
      const outside = await accountsOutside(tx, domain, guid)
      if (outside.some((one) => one.is_operator === 1))
        throw unproved('This would lock out an administrator of the server. Nothing was locked.')
      await endSessionsOutside(tx, domain, guid)
      return true
    })
  }

  /** Throws notFound. */
  async unlock(actor: User, domain: string): Promise<void> {
    await this.#change(actor, 'TeamDomainUnlocked', domain, (tx, { guid }) =>
      rows.setLock(tx, domain, guid, false),
    )
  }

  async #change(
    actor: User,
    kind: 'TeamDomainRemoved' | 'TeamDomainLocked' | 'TeamDomainUnlocked',
    domain: string,
    change: (tx: Transaction, team: Administered) => Promise<boolean>,
  ): Promise<void> {
    const { database, events } = this.#deps
    await database.transaction(async (tx) => {
      const team = await lockAsAdmin(tx, actor.guid)
      if (!(await change(tx, team))) throw new Problem('notFound')
      await events.record(tx, { subject: team.guid, kind, actor: actor.email, detail: { domain } })
    })
  }
}

function refused(text: string): Problem {
  return new Problem('badForm', { field: 'domain', text })
}

function unproved(text: string): Problem {
  return new Problem('domainUnproved', { text })
}
