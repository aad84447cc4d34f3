import type { Command } from 'commander'
import { answering } from '#server/cli/answer.ts'
import { emailArgument } from '#server/cli/arguments.ts'
import { withInstallation } from '#server/cli/installation.ts'

/** `strongroom user end-access-tokens`. */
export function addEndAccessTokens(user: Command): void {
  const end = user
    .command('end-access-tokens')
    .description('end all personal access tokens of an account')
    .addArgument(emailArgument('email', 'the address of the account'))
    .addHelpText(
      'after',
      `
Programs that use one are refused from their next call on. Browsers stay signed in.

Example:
  strongroom user end-access-tokens rita@example.com`,
    )
  answering(end, async (email: string) => {
    const tokens = await withInstallation('guest', ({ accounts: { accessTokens } }) =>
      accessTokens.endAllOf(email),
    )
    const ended = tokens === 1 ? '1 access token' : `${tokens} access tokens`
    const line =
      tokens > 0 ? `${ended} of ${email} ended.` : `${email} has no access tokens. Nothing was changed.`
    return { lines: [line], data: { email, tokens } }
  })
}
