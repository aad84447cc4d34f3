import type { Command } from 'commander'
import { answering } from './answer.ts'
import { emailArgument } from './arguments.ts'
import { withInstallation } from './installation.ts'

/** `strongroom user reset-second-factor`. */
export function addResetSecondFactor(user: Command): void {
  const reset = user
    .command('reset-second-factor')
    .description('turn off two-step verification for an account')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addHelpText(
      'after',
      `
For a person who has lost both the app and the recovery codes: make sure that it is this person who asks. From then on
the password alone signs in. The account's secret and recovery codes are removed, its owner is notified by email, and
browsers stay signed in.

Example:
  strongroom user reset-second-factor rita@example.com`,
    )
  answering(reset, async (email: string) => {
    const isChanged = await withInstallation('guest', ({ accounts: { secondFactor } }) =>
      secondFactor.reset(email),
    )
    const line = isChanged
      ? `Two-step verification is off for ${email}. They now sign in with the password alone.`
      : `Two-step verification wasn’t on for ${email}. Nothing was changed.`
    return { lines: [line], data: { email, isChanged } }
  })
}
