import { Problem } from '#server/rules/problems.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Identities } from './identities.ts'
import { newSecret } from '#server/accounts/secrets.ts'
import type { SignInFlow, SignInFlows } from '#server/accounts/sign-in/sign-in-flows.ts'
import type { User } from '#server/accounts/users.ts'
import type { VerifiedPerson } from './verified-person.ts'

/**
 * Who waits for the owner's confirmation, or without an owner for a sign-up code, and where the person wanted to go.
 */
export type Confirmation = {
  ownerGuid: string | null
  person: VerifiedPerson
  to: string | null
  isRemembered?: boolean
  /** The sign-up code of the link with which someone new began; empty without one. */
  linkCode?: string
}

/**
 * A person whom a provider has named with the address of an existing account. The address alone opens nothing:
 * providers have let people choose one. Its owner signs in as usual, in the same browser, and confirms. Someone new
 * waits here, too, where an account takes a sign-up code.
 */
export class Confirmations {
  readonly #flows: SignInFlows
  readonly #identities: Identities

  constructor(options: { flows: SignInFlows; identities: Identities }) {
    this.#flows = options.flows
    this.#identities = options.identities
  }

  /** The secret that identifies it, for ten minutes, in this browser only. */
  async begin(
    browserId: string,
    { ownerGuid, person, to, isRemembered = false, linkCode = '' }: Confirmation,
  ): Promise<string> {
    const state = newSecret()
    const { provider } = person
    const details = { person, to, isRemembered, linkCode }
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

  /**
   * Someone new enters a sign-up code, and gets an account that this provider opens. A refused code can be corrected.
   * Throws linkUsedUp, notFound for someone who has an account, and what Identities.signInWith throws.
   */
  async signUp(client: Client, browserId: string, state: string, signupCode: string) {
    const { ownerGuid, person, to, isRemembered = false } = await this.peek(browserId, state)
    if (ownerGuid !== null) throw new Problem('notFound')
    const options = { signupCode, isRemembered }
    const outcome = await this.#identities.signInWith(client, person, person.provider, options)
    await this.#flows.use({ browserId, state, purpose: 'confirm' })
    return { outcome, person, to }
  }
}

/** Whom a provider has named, as it was kept. Throws linkUsedUp. */
function confirmationOf(flow: SignInFlow | null): Confirmation {
  if (!flow?.details.person) {
    throw new Problem('linkUsedUp', {
      text: 'This took too long or was already done. Start again on the sign-in page.',
    })
  }
  const { person, to = null, isRemembered = false, linkCode = '' } = flow.details
  return { ownerGuid: flow.userGuid, person, to, isRemembered, linkCode }
}
