import type { KeptAccount } from '#server/operations/console/accounts.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import { fileSize, recentTime } from '#server/rules/text/format.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { href, routes } from '#app/routes.ts'
import { nameOf, stateOf } from './account-labels.server.ts'
import type { ListedAccount } from './account-table.tsx'

/** One account as lists show it. */
export function listedAccount(account: KeptAccount, timeZone: string, now: number): ListedAccount {
  const { guid, email, signedInAt } = account
  return {
    guid,
    email,
    name: nameOf(account),
    initials: initialsOf(nameOf(account)),
    to: href(routes.operator.accounts.account, { User: guid }),
    state: stateOf(account),
    isOperator: account.isOperator,
    plan: tierOf(account.tierCode).name,
    team: account.team ?? '',
    stored: fileSize(account.storageBytes),
    signedIn: signedInAt === null ? null : recentTime(signedInAt, timeZone, now),
  }
}
