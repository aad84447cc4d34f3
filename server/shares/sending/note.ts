import { fileName as checkedName } from '#server/rules/accounts/names.ts'
import { maxNoteLength, maxNoteTitleLength } from '#server/rules/sharing/options.ts'
import { Findings } from '#server/rules/findings.ts'
import { Problem } from '#server/rules/problems.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { refusedOn } from './new-share.ts'

/** A note that was entered instead of a file. */
export type Note = { title: string; text: string }

/** A note as a file. */
export const noteType = 'text/plain'

/** A note as a text document. Throws textRefused, fileNameRefused and badForm, each on its field, together. */
export function readNote(
  { title, text }: Note,
  words: { blockedWords?: WordFilter },
): { fileName: string; text: string } {
  const findings = new Findings()
  const fileName = findings.check(() => fileNameOf(titleIn(title, words)), '')
  const read = findings.check(() => textIn(text, words), '')
  findings.throwAny()
  return { fileName, text: `${read}\n` }
}

type Words = { blockedWords?: WordFilter }

function titleIn(typed: string, words: Words): string {
  const rule = { field: 'noteTitle', label: 'title', maxLength: maxNoteTitleLength, ...words }
  const title = plainText(typed, rule).replace(/\s+/g, ' ')
  if (title === '') throw refusedOn('noteTitle', 'Enter a title for the note.')
  return title
}

function textIn(typed: string, words: Words): string {
  const text = plainText(typed, { field: 'noteText', label: 'note', maxLength: maxNoteLength, ...words })
  if (text === '') throw refusedOn('noteText', 'Write the note.')
  return text
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
