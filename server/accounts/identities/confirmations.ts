import { Problem } from '#server/rules/problems.ts'
import type { Identities } from './identities.ts'
import { newSecret } from '#server/accounts/secrets.ts'
import type { SignInFlow, SignInFlows } from '#server/accounts/sign-in/sign-in-flows.ts'
import type { User } from '#server/accounts/users.ts'
import type { VerifiedPerson } from './verified-person.ts'

/** Who waits for the owner's confirmation, and where the person wanted to go. */
export type Confirmation = { ownerGuid: string; person: VerifiedPerson; to: string | null }

/**
 * A person whom a provider has named with the address of an existing account. The address alone opens nothing:
 * providers have let people choose one. Its owner signs in as usual, in the same browser, and confirms.
 */
export class Confirmations {
  readonly #flows: SignInFlows
  readonly #identities: Identities

  constructor(options: { flows: SignInFlows; identities: Identities }) {
    this.#flows = options.flows
    this.#identities = options.identities
  }

  /** The secret that identifies it, for ten minutes, in this browser only. */
  async begin(browserId: string, { ownerGuid, person, to }: Confirmation): Promise<string> {
    const state = newSecret()
    const { provider } = person
    const details = { person, to }
    await this.#flows.start(
      { state, browserId },
      { provider, purpose: 'confirm', userGuid: ownerGuid, details },
    )
    return state
  }

  /** Changes nothing: for GET. Throws linkUsedUp. */
  async peek(browserId: string, state: string): Promise<Confirmation> {
    return confirmationOf(await this.#flows.peek({ browserId, state, purpose: 'confirm' }))
  }

  /** The owner confirms that it is the same person. Throws linkUsedUp, notFound for someone else, identityTaken. */
  async confirm(user: User, browserId: string, state: string): Promise<Confirmation> {
    const { ownerGuid } = await this.peek(browserId, state)
    if (ownerGuid !== user.guid) throw new Problem('notFound')
    const confirmation = confirmationOf(await this.#flows.use({ browserId, state, purpose: 'confirm' }))
    await this.#identities.connect(user, confirmation.person)
    return confirmation
  }
}

function confirmationOf(flow: SignInFlow | null): Confirmation {
  if (!flow?.userGuid || !flow.details.person) {
    throw new Problem('linkUsedUp', {
      text: 'This took too long or was already done. Start again on the sign-in page.',
    })
  }
  return { ownerGuid: flow.userGuid, person: flow.details.person, to: flow.details.to ?? null }
}
