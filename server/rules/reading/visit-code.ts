/**
 * The code in each watermark of a page: the first eight digits of the share's guid and of the visit's,
 * in groups of four. Sixteen digits that a person copies from a photograph.
 */

/** What a code identifies; `visit` is null if only the share's half was given. In lower case, as guids are. */
export type VisitCode = { share: string; visit: string | 'sender' | null }

/** The digits that each half is made of. */
const half = 8
const sendersHalf = 'SENDER'
/** What people read for similar-looking digits. */
const misread: Record<string, string> = { O: '0', Q: '0', I: '1', L: '1', Z: '2', S: '5', G: '6' }

/** The code of a visit; with a null `visitGuid`, of the sender's own view. */
export function writeVisitCode(shareGuid: string, visitGuid: string | null): string {
  return `${grouped(shareGuid)}-${visitGuid === null ? sendersHalf : grouped(visitGuid)}`
}

/** The share's half alone: it finds the share, but no visit. */
export function shareCode(shareGuid: string): string {
  return shareGuid.slice(0, half).toUpperCase()
}

/** Parses what someone entered, with anything between the digits; null if it is not a code. */
export function readVisitCode(text: string): VisitCode | null {
  const letters = text.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  if (letters.endsWith(sendersHalf)) {
    const share = digitsIn(letters.slice(0, -sendersHalf.length))
    return share?.length === half ? { share, visit: 'sender' } : null
  }
  const digits = digitsIn(letters)
  if (digits?.length === half) return { share: digits, visit: null }
  if (digits?.length === 2 * half) return { share: digits.slice(0, half), visit: digits.slice(half) }
  return null
}

function digitsIn(letters: string): string | null {
  const digits = letters.replaceAll(/[G-Z]/g, (letter) => misread[letter] ?? letter).toLowerCase()
  return /^[0-9a-f]*$/.test(digits) ? digits : null
}

function grouped(guid: string): string {
  return `${guid.slice(0, 4)}-${guid.slice(4, half)}`.toUpperCase()
}
