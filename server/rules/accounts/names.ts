import { mixesAlphabets } from './look-alikes.ts'
import { Problem } from '#server/rules/problems.ts'

const forbidden = /[\\/:*?"<>|]/
// Control characters, line separators, and the marks that make a name read differently from how it is written.
const deceptive = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
// Windows takes these for devices with any extension, and superscript digits for digits.
const device = /^(?:nul|prn|con|aux|lpt[0-9\u00b9\u00b2\u00b3]|com[0-9\u00b9\u00b2\u00b3])$/i
const maxNameBytes = 255

/**
 * A file name as it is stored: composed (NFC), without space at its ends. Throws Problem fileNameRefused.
 *
 * A name that is too long in bytes, or reserved like `aux`, could not be saved on some systems; control and bidi
 * characters could show it with a false extension.
 */
export function fileName(text: string): string {
  const name = text.normalize('NFC').trim()
  const stem = name.split('.')[0]!.trim()
  const isRefused =
    name === '' ||
    name.startsWith('.') ||
    forbidden.test(name) ||
    deceptive.test(name) ||
    device.test(stem) ||
    !name.isWellFormed() ||
    new TextEncoder().encode(name).length > maxNameBytes
  if (isRefused) throw new Problem('fileNameRefused')
  return name
}

/** What a field says about a name that cannot be used. */
export const personNameMessage =
  'Enter a name of at least two letters. It must start with a letter, and each word must use one alphabet.'

/**
 * A person's name with single spaces, or null if it is not one: at least two characters, starting with a letter.
 *
 * Letters of every script with their marks are allowed, and so are apostrophe, hyphen and full stop after a letter:
 * O'Neil, Anne-Marie and J. Smith are names; see evil.com is not. Nor is a word that mixes Latin with Cyrillic or Greek
 * letters: it could pass for another name. Wide and ornamental letters become plain ones.
 */
export function personName(text: string): string | null {
  if (text.length > maxPersonNameLength) return null
  const name = text.normalize('NFKC').trim().replace(/\s+/g, ' ').replaceAll('’', "'")
  const isName = /^\p{L}[\p{L}\p{M} '.-]*$/u.test(name) && !misplacedMark.test(name) && !mixesAlphabets(name)
  return isName && [...name].length >= 2 ? name : null
}

const maxPersonNameLength = 200
// Two marks together, a mark after a space, a hyphen at an end; or a full stop inside a word, as in web addresses.
const misplacedMark = /['.-]['.-]| ['.-]|-(?: |$)|\.\p{L}{2}/u

/** A name as names are compared within a folder: two that look alike to a reader compare equal. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}

/** The extension of a file name with its full stop, or nothing. */
function endingOf(name: string): string {
  return /.(\.[^.]+)$/.exec(name)?.[1] ?? ''
}

/**
 * The name that someone gives a file, with the extension that the file has: its name can change, its type cannot.
 * Throws Problem fileNameRefused.
 */
export function renamed(typed: string, file: string): string {
  const ending = endingOf(file)
  const name = fileName(typed)
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : fileName(name + ending)
}

/** A file's name with the extension of another file, which replaces it. */
export function underEndingOf(name: string, file: string): string {
  const [own, ending] = [endingOf(name), endingOf(file)]
  return own.toLowerCase() === ending.toLowerCase() ? name : name.slice(0, name.length - own.length) + ending
}

/** A name with a number before its extension, shortened if it would become too long: `Lease (2).pdf`. */
export function numbered(name: string, number: number, isFile: boolean): string {
  const ending = isFile ? endingOf(name) : ''
  const tail = ` (${number})${ending}`
  let stem = name.slice(0, name.length - ending.length)
  while (new TextEncoder().encode(stem + tail).length > maxNameBytes) stem = [...stem].slice(0, -1).join('')
  return stem.trimEnd() + tail
}
