import type { User } from '#server/accounts/users.ts'
import type { SecondFactor } from '#server/accounts/second-factor/second-factor.ts'
import type { SignInPolicy } from '#server/accounts/sign-in/sign-in.ts'
import { domainOf } from '#server/rules/accounts/email.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Addresses } from './addresses.ts'

type Deps = { addresses: Addresses; secondFactor: SecondFactor; policy: SignInPolicy; clock: () => number }

/** An address that waits for its code; `hasSecondFactor` says that a new one needs a code of the app. */
export type MovingOut = { waiting: { guid: string; email: string } | null; hasSecondFactor: boolean }

/**
 * How an account leaves a domain that a team has locked, for someone who has just proved to be its owner and was shut
 * out: another address becomes its own, and the old one, whose mailbox is the team's, is no longer an address of it. For
 * everyone else, and in any other state, it is answered challengeGone.
 */
export class MovesOut {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async state(actor: User): Promise<MovingOut> {
    await this.#requireShutOut(actor)
    const { addresses, secondFactor, clock } = this.#deps
    const waiting = (await addresses.list(actor)).findLast(
      ({ codeExpiresAt }) => codeExpiresAt !== null && codeExpiresAt > clock(),
    )
    const isUsable = waiting && !(await this.#isShutOut({ ...actor, email: waiting.email }))
    return {
      waiting: isUsable ? { guid: waiting.guid, email: waiting.email } : null,
      hasSecondFactor: await secondFactor.isOn(actor.guid),
    }
  }

  /**
   * Sends a code to another address; one that the account has confirmed before becomes its address at once. Answers
   * whether it did. Throws badForm with the field, secondFactorWrong (field `twoFactorCode`) where a second factor is
   * on, tooManyAttempts.
   */
  async begin(actor: User, form: { email: string; twoFactorCode?: string | undefined }): Promise<boolean> {
    await this.#requireShutOut(actor)
    const { addresses, secondFactor } = this.#deps
    if (await this.#isShutOut({ ...actor, email: form.email })) {
      const text = `Only members of a certain team can sign in with addresses at ${domainOf(form.email)}. Enter another one.`
      throw new Problem('badForm', { field: 'email', text })
    }
    // The password alone doesn't get here with more than it would open.
    if (await secondFactor.isOn(actor.guid)) {
      const code = (form.twoFactorCode ?? '').replaceAll(/\s/g, '')
      if (!(await secondFactor.check(actor.guid, code))) throw new Problem('secondFactorWrong')
    }
    const own = (await addresses.list(actor)).find(
      ({ email, isConfirmed }) => isConfirmed && email.toLowerCase() === form.email.toLowerCase(),
    )
    if (own) await this.#move(actor, own.guid)
    else await addresses.begin(actor, form.email)
    return own !== undefined
  }

  /** Makes it the account's address. Throws codeWrong (field `code`), notFound, tooManyAttempts. Returns the address. */
  async finish(actor: User, guid: string, code: string): Promise<string> {
    await this.#requireShutOut(actor)
    await this.#deps.addresses.confirm(actor, guid, code)
    return this.#move(actor, guid)
  }

  async #move(actor: User, guid: string): Promise<string> {
    const { addresses } = this.#deps
    const email = await addresses.primary(actor, guid)
    const left = (await addresses.list(actor)).find((address) => address.email === actor.email)
    if (left) await addresses.remove(actor, left.guid)
    return email
  }

  async #requireShutOut(actor: User): Promise<void> {
    if (!(await this.#isShutOut(actor))) throw new Problem('challengeGone')
  }

  async #isShutOut(account: User): Promise<boolean> {
    return (await this.#deps.policy(account, 'password'))?.code === 10012
  }
}
