import type { Command } from 'commander'
import { utcMinute } from '#server/rules/text/format.ts'
import { answering, type Answer } from './answer.ts'
import { emailArgument } from './arguments.ts'
import { withInstallation } from './installation.ts'

/** `strongroom user delete`. */
export function addDelete(user: Command): void {
  const remove = user
    .command('delete')
    .description('close an account, and delete it with all its files after 14 days')
    .addArgument(emailArgument('email', 'the address of the account'))
    .option('--now', 'delete it immediately; this can’t be undone')
    .addHelpText(
      'after',
      `
The account is suspended at once, and its owner gets an email with the date. Until then "strongroom user enable"
reactivates it. Then its shares and their activity, its files and their pages, and the account itself are deleted, and
the address can be used again. What others share with the address isn't affected. If --now is interrupted, run it
again to continue; otherwise the server continues the next day.

Example:
  strongroom user delete rita@example.com`,
    )
  answering(remove, run)
}

async function run(email: string, { now: isNow = false }: { now?: boolean }): Promise<Answer> {
  return withInstallation('guest', async ({ accounts: { administration, erasing } }) => {
    const { user, erasedFrom } = await administration.close(email, { isNow })
    if (!isNow) {
      const lines = [
        `${user.email} is closed. It will be deleted after ${utcMinute(erasedFrom)}.`,
        `Until then it can be reactivated: strongroom user enable ${user.email}`,
      ]
      return { lines, data: { email: user.email, erasedFrom: new Date(erasedFrom).toISOString() } }
    }
    while (await erasing.step(user.guid));
    return { lines: [`${user.email} is erased.`], data: { email: user.email, isErased: true } }
  })
}
