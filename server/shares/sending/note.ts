import { fileName as checkedName } from '#server/rules/accounts/names.ts'
import { maxNoteLength, maxNoteTitleLength } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { refusedOn } from './new-share.ts'

/** A note that was entered instead of a file. */
export type Note = { title: string; text: string }

/** A note as a file. */
export const noteType = 'text/plain'

/** A note as a text document. Throws textRefused, fileNameRefused and badForm, each on its field. */
export function readNote(
  { title, text }: Note,
  words: { blockedWords?: WordFilter },
): { fileName: string; text: string } {
  const name = plainText(title, {
    field: 'noteTitle',
    label: 'title',
    maxLength: maxNoteTitleLength,
    ...words,
  }).replace(/\s+/g, ' ')
  if (name === '') throw refusedOn('noteTitle', 'Enter a title for the note.')
  const read = plainText(text, { field: 'noteText', label: 'note', maxLength: maxNoteLength, ...words })
  if (read === '') throw refusedOn('noteText', 'Write the note.')
  return { fileName: fileNameOf(name), text: `${read}\n` }
}

function fileNameOf(title: string): string {
  try {
    return checkedName(`${title}.txt`)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const text =
      'This title can’t be used as a file name: use none of \\ / : * ? " < > | and no dot at the start.'
    throw new Problem(error.problem, { field: 'noteTitle', text })
  }
}
