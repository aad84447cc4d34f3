import { fileName } from '#server/rules/accounts/names.ts'
import { Problem } from '#server/rules/problems.ts'
import { maxRoomNameLength } from './room-roles.ts'
import { textProblem, type WordFilter } from '#server/rules/text/text.ts'

type Words = { blockedWords?: WordFilter }

/** What a field says about a name that could not be a folder's. */
export const folderNameMessage =
  'Names can’t contain \\ / : * ? " < > | or invisible characters, start with a dot, or be a device name like CON or NUL.'

/**
 * Why a name cannot be a data room's, in words for the person who entered it, or null: it must be acceptable as text
 * for others and as a folder's name on someone's disk.
 */
export function roomNameProblem(text: string, words: Words = {}): string | null {
  if (text.trim() === '') return 'Enter a name for the data room.'
  if (/[\n\t]/.test(text.trim())) return 'Enter the name on one line.'
  const refusal = textProblem(text, { field: 'name', maxLength: maxRoomNameLength, ...words })
  return refusal ?? (isFolderName(text) ? null : folderNameMessage)
}

/**
 * The name of a data room as it is stored, composed and without space at its ends. Throws textRefused on the field
 * `name`.
 */
export function roomName(text: string, words: Words): string {
  const refusal = roomNameProblem(text, words)
  if (refusal !== null) throw new Problem('textRefused', { field: 'name', text: refusal })
  return fileName(text)
}

function isFolderName(text: string): boolean {
  try {
    return fileName(text) !== ''
  } catch {
    return false
  }
}
