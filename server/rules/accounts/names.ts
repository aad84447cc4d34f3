import { mixesAlphabets } from './look-alikes.ts'
import { Problem } from '#server/rules/problems.ts'

const forbidden = /[\\/:*?"<>|]/
// Control characters, line separators, and the marks that make a name read other than it is written.
const deceptive = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u
// Windows takes these for devices with any ending, and the superscript digits for digits.
const device = /^(?:nul|prn|con|aux|lpt[0-9¹²³]|com[0-9¹²³])$/i
const maxNameBytes = 255

/**
 * The name of a file as it is stored: composed (NFC), without space at its ends. Throws Problem
 * fileNameRefused.
 *
 * A name that is too long in bytes, or is reserved like `aux`, could not be saved by some systems; control
 * and bidi characters could show it under a false ending.
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
  'Type a name of at least two letters, starting with a letter, each word in one alphabet.'

/**
 * A person's name with single spaces, or null if it is none: at least two characters, starting with a letter.
 *
 * Letters of every script with their marks count, and so do apostrophe, hyphen and full stop after a letter:
 * O'Neil, Anne-Marie and J. Smith are names; see evil.com is none. A word that mixes Latin with Cyrillic or
 * Greek letters is none either: it would pass for another name. Wide and ornamental letters become plain
 * ones.
 */
export function personName(text: string): string | null {
  if (text.length > maxPersonNameLength) return null
  const name = text.normalize('NFKC').trim().replace(/\s+/g, ' ').replaceAll('’', "'")
  const isName = /^\p{L}[\p{L}\p{M} '.-]*$/u.test(name) && !misplacedMark.test(name) && !mixesAlphabets(name)
  return isName && [...name].length >= 2 ? name : null
}

const maxPersonNameLength = 200
// Two marks together, a mark after a space, a hyphen at an end; and a full stop inside a word, as web addresses have.
const misplacedMark = /['.-]['.-]| ['.-]|-(?: |$)|\.\p{L}{2}/u

/** A name as names are compared within a folder: two that look alike to a reader have the same. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}

/** The ending of a file's name with its full stop, or nothing. */
function endingOf(name: string): string {
  return /.(\.[^.]+)$/.exec(name)?.[1] ?? ''
}

/**
 * The name that someone gives a file, under the ending that the file has: what it is called may change, what
 * it is may not. Throws Problem fileNameRefused.
 */
export function renamed(typed: string, file: string): string {
  const ending = endingOf(file)
  const name = fileName(typed)
  return name.toLowerCase().endsWith(ending.toLowerCase()) ? name : fileName(name + ending)
}

/** A file's name under the ending of another file, which takes its place. */
export function underEndingOf(name: string, file: string): string {
  const [own, ending] = [endingOf(name), endingOf(file)]
  return own.toLowerCase() === ending.toLowerCase() ? name : name.slice(0, name.length - own.length) + ending
}

/** A name with a number before its ending, shortened where it would become too long: `Lease (2).pdf`. */
export function numbered(name: string, number: number, isFile: boolean): string {
  const ending = isFile ? endingOf(name) : ''
  const tail = ` (${number})${ending}`
  let stem = name.slice(0, name.length - ending.length)
  while (new TextEncoder().encode(stem + tail).length > maxNameBytes) stem = [...stem].slice(0, -1).join('')
  return stem.trimEnd() + tail
}
