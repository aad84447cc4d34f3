import type { User } from '#server/accounts/accounts.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import type { BulkAnswer, BulkLine } from '#app/ui/tables/bulk.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'

type Names = ReadonlyMap<string, string>
type Wanted = {
  chosen: readonly string[]
  /** The name of each, or how to find it; throws a Problem for what is hidden or gone. */
  names: Names | ((guid: string) => Promise<string>)
  heading: string
  /** The message for each that was done, unless the work gives its own. */
  words?: string
  /** What to call something that is someone else's. */
  unknown?: string
}

/** Does one thing to each selected item and gives the outcome of each. What is hidden counts as not there. */
export async function doneToEach(
  { chosen, names, heading, words = '', unknown = 'Unknown file' }: Wanted,
  work: (guid: string) => Promise<string | void>,
): Promise<BulkAnswer> {
  const lines: BulkLine[] = []
  for (const [at, guid] of [...new Set(chosen)].entries()) {
    const name = await nameIn(names, guid)
    const outcome = name === null ? refused(problems.notFound.text) : await outcomeOf(words, () => work(guid))
    lines.push({ key: String(at), name: name ?? unknown, ...outcome })
  }
  return { kind: 'done', heading, lines }
}

async function nameIn(names: Wanted['names'], guid: string): Promise<string | null> {
  if (typeof names !== 'function') return names.get(guid) ?? null
  try {
    return await names(guid)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

type Outcome = Pick<BulkLine, 'words' | 'isDone'>

function refused(words: string): Outcome {
  return { words, isDone: false }
}

async function outcomeOf(words: string, work: () => Promise<string | void>): Promise<Outcome> {
  try {
    return { words: (await work()) ?? words, isDone: true }
  } catch (error) {
    if (error instanceof Problem) return refused(error.text)
    throw error
  }
}

type Question = { ofOne: string; ofMany: string }
export const deleteQuestion: Question = {
  ofOne: 'Delete this file?',
  ofMany: 'Delete these files?',
}
const eraseQuestion: Question = {
  ofOne: 'Delete this file permanently?',
  ofMany: 'Delete these files permanently?',
}

/** Asks for confirmation, with the consequences. Only about the actor's own. */
export function confirmationOf(chosen: readonly string[], names: Names, question: Question): BulkAnswer {
  const own = [...new Set(chosen)].filter((guid) => names.has(guid))
  if (own.length === 0) throw new Problem('notFound')
  const heading = own.length === 1 ? question.ofOne : question.ofMany
  return { kind: 'question', heading, shares: own.map((guid) => ({ guid, name: names.get(guid)! })) }
}

/** What the list of sent files does with the selected ones. */
export async function sentBulk(
  { services }: RequestContext,
  user: User,
  { share: shares, act }: { share: string[]; act: 'Unshare' | 'Share again' | 'Delete …' },
): Promise<BulkAnswer> {
  const names = await services.shares.sent.namesOf(user, shares)
  if (act === 'Delete …') return confirmationOf(shares, names, deleteQuestion)
  if (act === 'Unshare') {
    const done = { heading: 'Unshared', words: 'Unshared. Only you can open it now.' }
    return doneToEach({ chosen: shares, names, ...done }, (guid) => services.shares.sent.kill(user, guid))
  }
  const done = { heading: 'Shared again', words: 'Shared again with the same people and protections.' }
  return doneToEach({ chosen: shares, names, ...done }, (guid) => services.shares.sent.enable(user, guid))
}

export async function deleteEach(
  { services }: RequestContext,
  user: User,
  shares: readonly string[],
): Promise<BulkAnswer> {
  const names = await services.shares.sent.namesOf(user, shares)
  const words = `In trash for ${trashDays} days.`
  return doneToEach({ chosen: shares, names, heading: 'Moved to trash', words }, (guid) =>
    services.shares.trash.put(user, guid),
  )
}

/** What the trash does with the selected ones. */
export async function trashBulk(
  { services }: RequestContext,
  user: User,
  { share: shares, act }: { share: string[]; act: 'Restore' | 'Delete permanently …' },
): Promise<BulkAnswer> {
  const names = await services.shares.trash.namesOf(user, shares)
  if (act === 'Delete permanently …') return confirmationOf(shares, names, eraseQuestion)
  const words = 'Back in sent files, as it was.'
  return doneToEach({ chosen: shares, names, heading: 'Restored', words }, (guid) =>
    services.shares.trash.restore(user, guid),
  )
}

export async function eraseEach(
  { services }: RequestContext,
  user: User,
  shares: readonly string[],
): Promise<BulkAnswer> {
  const names = await services.shares.trash.namesOf(user, shares)
  const words = 'Deleted permanently. Storage is freed shortly.'
  return doneToEach({ chosen: shares, names, heading: 'Deleted permanently', words }, (guid) =>
    services.shares.trash.deleteForGood(user, guid),
  )
}
