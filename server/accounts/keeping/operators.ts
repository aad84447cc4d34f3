import type { Database } from '#server/db/open.ts'
import { Problem } from '#server/rules/problems.ts'
import { requireAddress } from '#server/accounts/registering/names.ts'
import { userByEmail } from '#server/accounts/user-rows.ts'
import { endOperator, lockInstallation, makeOperator } from './administration-rows.ts'

/** Who runs the installation. There is always someone who can: of two changes at once one waits for the other. */
export class Operators {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /**
   * Makes an account an operator's, or an ordinary one again, from its next request on. Returns false if it was so
   * already. The last operator who can sign in stays one. Throws notFound, badForm.
   */
  async set(typed: string, isOperator: boolean): Promise<boolean> {
    const email = requireAddress(typed)
    return this.#database.transaction(async (tx) => {
      await lockInstallation(tx)
      const row = await userByEmail(tx, email)
      if (!row) throw new Problem('notFound', { text: `No account has the address ${email}.` })
      if ((row.is_operator === 1) === isOperator) return false
      if (isOperator) {
        if (row.status !== 'Active')
          throw refused(`${row.email} can’t sign in. Only an active account can be an administrator’s.`)
        await makeOperator(tx, row.guid)
      } else if (!(await endOperator(tx, row.guid))) {
        throw refused(`${row.email} is the only administrator who can sign in. Make someone else one first.`)
      }
      return true
    })
  }
}

function refused(text: string): Problem {
  return new Problem('badForm', { field: 'email', text })
}
