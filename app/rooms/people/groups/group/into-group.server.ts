import type { Identity } from '#server/accounts/identity.ts'
import { emailsIn } from '#server/rules/accounts/email.ts'
import { maxRecipientsPerForm } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import type { BulkAnswer, BulkLine } from '#app/ui/tables/bulk.tsx'
import { doneToEach } from '#app/view-models/bulk.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

type Where = { identity: Identity; roomGuid: string; groupGuid: string }

/** Adds the people of a pasted list to a group, and gives the outcome of each line. */
export async function peopleIntoGroup(
  { services }: RequestContext,
  { identity, roomGuid, groupGuid }: Where,
  pasted: string,
): Promise<BulkAnswer> {
  const { recipients, refused } = emailsIn(pasted)
  const typed = [...recipients.map(({ email }) => email), ...refused]
  const field = 'people'
  if (typed.length === 0)
    throw new Problem('recipientsMissing', { field, text: 'Enter at least one email address.' })
  if (typed.length > maxRecipientsPerForm) throw new Problem('recipientsOverSubmission', { field })
  const known = await services.rooms.members.guidsOf(identity, roomGuid, typed)
  const here = typed.filter((email) => known.has(email))
  const names = new Map(here.map((email) => [known.get(email)!, email]))
  const done = await doneToEach(
    {
      chosen: [...names.keys()],
      names,
      heading: 'Added to the group',
      words: 'The group’s role and permissions now apply.',
    },
    (guid) => services.rooms.membership.putInGroup(identity, roomGuid, guid, groupGuid),
  )
  const unknown = typed.filter((email) => !known.has(email))
  return done.kind === 'done' ? { ...done, lines: [...done.lines, ...unknown.map(notHere)] } : done
}

function notHere(name: string): BulkLine {
  const words = 'No member has this address. Add them under People first.'
  return { key: `unknown-${name}`, name, words, isDone: false }
}
