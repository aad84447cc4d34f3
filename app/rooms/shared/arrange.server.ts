import type { Arranged } from '#server/rooms/tree/arranging.ts'
import { counted } from '#server/rules/text/format.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import { binDays } from '#server/rules/sharing/bin.ts'
import type { BulkAnswer, BulkLine } from '#app/ui/tables/bulk.tsx'

/** Does one thing to each chosen item and says of each what came of it. What is hidden is as what is not there. */
export async function doneToItems(
  wanted: { items: readonly string[]; heading: string; names: (guid: string) => Promise<string> },
  work: (itemGuid: string) => Promise<string>,
): Promise<BulkAnswer> {
  const lines: BulkLine[] = []
  for (const [at, guid] of [...new Set(wanted.items)].entries()) {
    const name = await wanted.names(guid).catch(nameOfUnknown)
    const outcome = name === unknown ? refused(problems.notFound.text) : await outcomeOf(() => work(guid))
    lines.push({ key: String(at), name, ...outcome })
  }
  return { kind: 'done', heading: wanted.heading, lines }
}

const unknown = 'Not there any more'

function nameOfUnknown(error: unknown): string {
  if (error instanceof Problem) return unknown
  throw error
}

function refused(words: string): { words: string; isDone: boolean } {
  return { words, isDone: false }
}

async function outcomeOf(work: () => Promise<string>): Promise<{ words: string; isDone: boolean }> {
  try {
    return { words: await work(), isDone: true }
  } catch (error) {
    if (error instanceof Problem) return refused(error.text)
    throw error
  }
}

/** What goes with items into the bin, in sentences: of what the actor sees. */
export function removalConsequences(items: readonly Arranged[]): string[] {
  const files = items.reduce((sum, { files: inside }) => sum + inside, 0)
  const folders = items.reduce((sum, { folders: inside }) => sum + inside, 0)
  const what = [counted(files, 'file'), ...(folders > 0 ? [counted(folders, 'folder')] : [])].join(' and ')
  return [
    `${what} in all. Nobody can open them from the next moment on, also who is reading just now.`,
    `They wait in the bin of this data room for ${binDays} days, and can be put back from there as they were.`,
  ]
}
