import { planOf } from '#server/rules/product/plans.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { ShellShown } from './side.tsx'

type User = NonNullable<Awaited<ReturnType<RequestContext['visitor']['user']>>>

/** What the frame around signed-in pages says of the person whose pages they are. */
export function shownInShell(user: User, { visitor }: RequestContext): ShellShown {
  const { firstName, lastName, email, tierCode, isOperator } = user
  const name = `${firstName} ${lastName}`.trim()
  return {
    account: {
      name: name === '' ? email : name,
      email,
      initials: (firstName.slice(0, 1) + lastName.slice(0, 1)).toUpperCase(),
      plan: planOf(tierCode).name,
      isOperator,
    },
    isFolded: visitor.hasFoldedMenu,
  }
}
