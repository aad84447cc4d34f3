import { textProblem, type WordFilter } from './text.ts'

/** Characters of the name of a data room (specification 1 section 5). */
export const longestRoomName = 30

/** Why a name cannot be a data room's, in words for who typed it, or null. */
export function roomNameProblem(text: string, words: { blockedWords?: WordFilter } = {}): string | null {
  if (text.trim() === '') return 'Give the data room a name.'
  return textProblem(text, { field: 'name', maxLength: longestRoomName, ...words })
}
