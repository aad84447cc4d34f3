import type { Identity } from '#server/accounts/identity.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { roles } from '#server/rules/rooms/room-roles.ts'
import type { AddedLine } from '#server/rooms/people/adding-members.ts'
import type { Members, NewPeople } from '#server/rooms/people/members.ts'
import type { AccessWanted, Membership } from '#server/rooms/people/membership.ts'
import type { Rights } from './rights.ts'
import type { RuleChange } from './rule-changes.ts'

type Deps = { database: Database; members: Members; membership: Membership; rights: Rights }

/** Rules of the one person in question. */
export type OwnRules = readonly Omit<RuleChange, 'holderGuid'>[]

/** Access and rules of one person in one step: completely, or not at all. */
export class Granting {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Adds a list of one person, with rules. Throws what `Members.add` and `Rights.set` throw. */
  add(
    identity: Identity,
    roomGuid: string,
    { people, rules, client }: { people: NewPeople; rules: OwnRules; client: Client },
  ): Promise<AddedLine | undefined> {
    const { database, members } = this.#deps
    return database.transaction(async (tx) => {
      const [line] = (await members.addWithin(tx, identity, roomGuid, people)).lines
      if (line?.outcome === 'added' && line.guid !== null)
        await this.#setRules(tx, identity, roomGuid, line.guid, { rules, client })
      return line
    })
  }

  /** Changes a member's access and rules. Throws what `Membership.change` and `Rights.set` throw. */
  async change(
    identity: Identity,
    roomGuid: string,
    memberGuid: string,
    { wanted, rules, client }: { wanted: AccessWanted; rules: OwnRules; client: Client },
  ): Promise<void> {
    const { database, membership } = this.#deps
    // Owners and co-owners have no rules: these are written before or after, and those of a new role after it.
    const becomesOwner = wanted.access.role === roles.coOwner
    await database.transaction(async (tx) => {
      if (becomesOwner) await this.#setRules(tx, identity, roomGuid, memberGuid, { rules, client })
      await membership.changeWithin(tx, identity, roomGuid, memberGuid, wanted)
      if (!becomesOwner) await this.#setRules(tx, identity, roomGuid, memberGuid, { rules, client })
    })
  }

  async #setRules(
    tx: Transaction,
    identity: Identity,
    roomGuid: string,
    holderGuid: string,
    { rules, client }: { rules: OwnRules; client: Client },
  ): Promise<void> {
    if (rules.length === 0) return
    const changes = rules.map((rule) => ({ ...rule, holderGuid }))
    await this.#deps.rights.setWithin(tx, identity, roomGuid, { kind: 'rules', changes }, { client })
  }
}
