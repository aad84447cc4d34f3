import type { Command } from 'commander'
import { answering } from './answer.ts'
import { emailArgument } from './arguments.ts'
import { withInstallation } from './installation.ts'

/** `strongroom user reset-second-factor`. */
export function addResetSecondFactor(user: Command): void {
  const reset = user
    .command('reset-second-factor')
    .description('switch the two-factor code of an account off')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addHelpText(
      'after',
      `
For a person who has lost both the app and the recovery codes: make sure that it is this person who asks. From then on
the password alone signs in. The account's secret and recovery codes are removed, its owner is told by letter, and
browsers stay signed in.

Example:
  strongroom user reset-second-factor rita@example.com`,
    )
  answering(reset, async (email: string) => {
    const isChanged = await withInstallation('guest', ({ accounts: { secondFactor } }) =>
      secondFactor.reset(email),
    )
    const line = isChanged
      ? `The two-factor code of ${email} is off. The password alone signs in now.`
      : `The two-factor code of ${email} was not on. Nothing was changed.`
    return { lines: [line], data: { email, isChanged } }
  })
}
