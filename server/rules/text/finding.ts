/** The longest search text, in characters. */
export const shortestQuery = 2
export const maxQueryLength = 100

/** A text as it is searched: without case and accents, any white space as one space. */
export function foldText(text: string): string {
  return foldLetters(text).replaceAll(/\s+/g, ' ')
}

/** How often a folded query occurs in a folded text, without overlaps. */
export function countIn(folded: string, query: string): number {
  let count = 0
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) count++
  return count
}

/** A match, with the text around it. */
export type Snippet = { before: string; found: string; after: string }

const around = 60

/** The first place at which a folded query occurs in a text; null if it does not. */
export function snippetOf(text: string, query: string): Snippet | null {
  const { folded, places } = foldWithPlaces(text)
  const at = folded.indexOf(query)
  if (at < 0) return null
  const start = places[at]!
  const end = places[at + query.length] ?? text.length
  return {
    before: oneLine(text.slice(Math.max(0, start - around), start)),
    found: oneLine(text.slice(start, end)),
    after: oneLine(text.slice(end, end + around)),
  }
}

/** Like foldText, with the source position of each character of the result. */
function foldWithPlaces(text: string): { folded: string; places: number[] } {
  let folded = ''
  const places: number[] = []
  let at = 0
  for (const letter of text) {
    const isBlank = /\s/.test(letter)
    const part = isBlank ? (folded.endsWith(' ') ? '' : ' ') : foldLetters(letter)
    for (let index = 0; index < part.length; index++) places.push(at)
    folded += part
    at += letter.length
  }
  return { folded, places }
}

// Upper case first: it treats ß and ss, or the two small sigmas, as equal.
function foldLetters(text: string): string {
  return text.toUpperCase().toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '')
}

function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ')
}
