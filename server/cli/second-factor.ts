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
For someone who has lost both the app and the recovery codes. Make sure that it's really them asking: from then on, the
password alone signs them in. The account's secret and recovery codes are removed, its owner is notified by email, and
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
