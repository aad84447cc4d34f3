import type { User } from '#server/accounts/accounts.ts'
import { binDays } from '#server/rules/sharing/bin.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import type { BulkAnswer, BulkLine } from '#app/ui/tables/bulk.tsx'
import type { Given } from '#app/request/loader.server.ts'

type Names = Map<string, string>
type Wanted = {
  shares: readonly string[]
  names: Names
  heading: string
  words: string
  /** What somebody else's is called. */
  unknown?: string
}

/** Does one thing to each chosen share and says of each what came of it. Somebody else's is as one that is not there. */
export async function doneToEach(
  wanted: Wanted,
  work: (shareGuid: string) => Promise<void>,
): Promise<BulkAnswer> {
  const lines: BulkLine[] = []
  for (const [at, guid] of [...new Set(wanted.shares)].entries()) {
    const name = wanted.names.get(guid) ?? null
    const words = name === null ? problems.notFound.text : await outcomeOf(wanted.words, () => work(guid))
    lines.push({
      key: String(at),
      name: name ?? wanted.unknown ?? 'Unknown file',
      words,
      isDone: words === wanted.words,
    })
  }
  return { kind: 'done', heading: wanted.heading, lines }
}

async function outcomeOf(words: string, work: () => Promise<void>): Promise<string> {
  try {
    await work()
    return words
  } catch (error) {
    if (error instanceof Problem) return error.text
    throw error
  }
}

type Question = { ofOne: string; ofMany: string }
export const deleteQuestion: Question = { ofOne: 'Delete this file?', ofMany: 'Delete these files?' }
const eraseQuestion: Question = {
  ofOne: 'Delete this file for good?',
  ofMany: 'Delete these files for good?',
}

/** Asks once more, with what will happen. Only the actor's own are asked about. */
export function askedFirst(shares: readonly string[], names: Names, question: Question): BulkAnswer {
  const own = [...new Set(shares)].filter((guid) => names.has(guid))
  if (own.length === 0) throw new Problem('notFound')
  const heading = own.length === 1 ? question.ofOne : question.ofMany
  return { kind: 'asked', heading, shares: own.map((guid) => ({ guid, name: names.get(guid)! })) }
}

/** What the list of sent files does with those that were chosen. */
export async function sentBulk(
  { services }: Given,
  user: User,
  { share: shares, act }: { share: string[]; act: 'Unshare' | 'Share again' | 'Delete …' },
): Promise<BulkAnswer> {
  const names = await services.shares.namesOf(user, shares)
  if (act === 'Delete …') return askedFirst(shares, names, deleteQuestion)
  if (act === 'Unshare') {
    const done = { heading: 'Unshared', words: 'Unshared: it opens for nobody but you any more.' }
    return doneToEach({ shares, names, ...done }, (guid) => services.shares.kill(user, guid))
  }
  const done = { heading: 'Shared again', words: 'Shared again, with the same people and protections.' }
  return doneToEach({ shares, names, ...done }, (guid) => services.shares.enable(user, guid))
}

export async function deleteEach(
  { services }: Given,
  user: User,
  shares: readonly string[],
): Promise<BulkAnswer> {
  const names = await services.shares.namesOf(user, shares)
  const words = `In the bin, for ${binDays} days.`
  return doneToEach({ shares, names, heading: 'Deleted', words }, (guid) => services.bin.put(user, guid))
}

/** What the bin does with those that were chosen. */
export async function binBulk(
  { services }: Given,
  user: User,
  { share: shares, act }: { share: string[]; act: 'Put back' | 'Delete for good …' },
): Promise<BulkAnswer> {
  const names = await services.bin.namesOf(user, shares)
  if (act === 'Delete for good …') return askedFirst(shares, names, eraseQuestion)
  const words = 'Back in the list of sent files, as it was.'
  return doneToEach({ shares, names, heading: 'Put back', words }, (guid) => services.bin.restore(user, guid))
}

export async function eraseEach(
  { services }: Given,
  user: User,
  shares: readonly string[],
): Promise<BulkAnswer> {
  const names = await services.bin.namesOf(user, shares)
  const words = 'Deleted for good. Its room is free in a moment.'
  return doneToEach({ shares, names, heading: 'Deleted for good', words }, (guid) =>
    services.bin.deleteForGood(user, guid),
  )
}
