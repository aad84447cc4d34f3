import { planOf } from '#server/rules/product/plans.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { initialsOf } from '#app/view-models/initials.server.ts'
import type { ShellShown } from './side.tsx'

type User = NonNullable<Awaited<ReturnType<RequestContext['visitor']['user']>>>

/** What the frame around signed-in pages says of the person whose pages they are. */
export function shownInShell(user: User, { visitor }: RequestContext): ShellShown {
  const { firstName, lastName, email, tierCode, isOperator } = user
  const name = `${firstName} ${lastName}`.trim() || email
  return {
    account: {
      name,
      email,
      initials: initialsOf(name),
      plan: planOf(tierCode).name,
      isOperator,
    },
    isFolded: visitor.hasFoldedMenu,
  }
}
