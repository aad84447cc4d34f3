import { addressesMessage, markupMessage, spamMessage } from './messages.ts'
import { Problem } from '#server/rules/problems.ts'

/** Recognises blocked words. */
export type WordFilter = { isIn(text: string): boolean }

/** What people write for others: plain text without markup, links, addresses or blocked words. */
export type TextRule = Readonly<{
  /** The form field that a Problem names. */
  field: string
  /** What messages call the field, such as `name`; by default its form name. */
  label?: string
  /** In characters as people count them (code points). */
  maxLength: number
  /** Without it no word is blocked: the operator has turned the list off. */
  blockedWords?: WordFilter
}>

/**
 * The text, tidied: line ends as \n, composed (NFC), without space at its ends. Throws Problem textRefused with the
 * field and the message.
 */
export function plainText(text: string, rule: TextRule): string {
  const tidy = tidied(text)
  const refusal = textProblem(tidy, rule)
  if (refusal !== null) throw new Problem('textRefused', { field: rule.field, text: refusal })
  return tidy
}

/** Why a text is refused, in words for its writer, or null. */
export function textProblem(text: string, rule: TextRule): string | null {
  const tidy = tidied(text)
  const label = rule.label ?? rule.field
  if ([...tidy].length > rule.maxLength) return `Shorten this to ${rule.maxLength} characters or fewer.`
  if (!tidy.isWellFormed() || hiddenCharacters.test(tidy)) {
    return 'This field can’t contain control characters. Enter the text again, or paste it without formatting.'
  }
  // `&` and `=` belong to the rule; without `&` no entity can be written either.
  if (/[<>&=]/.test(tidy)) return markupMessage
  if (mentionsAddress(tidy)) return label === 'message' ? addressesMessage : spamMessage(label)
  // The answer does not say which word it was: otherwise it could be used to read the list.
  if (rule.blockedWords?.isIn(tidy)) return spamMessage(label)
  return null
}

// Control characters except newline and tab, and the two overrides that make text read backwards.
const hiddenCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202d\u202e]/

/**
 * Whether a line contains invisible characters: control characters, line ends, lone surrogates, direction overrides.
 */
export function hasHiddenCharacters(line: string): boolean {
  return !line.isWellFormed() || /[\n\t\u2028\u2029]/.test(line) || hiddenCharacters.test(line)
}

function tidied(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .normalize('NFC')
    .trim()
}

const address = /[^\s@]@[^\s@]+\.\p{L}{2}/u
const scheme = /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|mailto:|javascript:|www\d?\.)/i
// Bare domains: endings that hardly ever follow a full stop in ordinary text, or any two-letter one with a path.
const domain =
  /[\p{L}\p{N}]\.(?:com|net|org|info|biz|xyz|top|club|online|site|shop|store|icu|vip|dev|app|ru|cn|de|uk|fr|nl|eu|ch|pl|jp|kr|tk|cc|tv|ws|io)(?![\p{L}\p{N}])/iu
const domainWithPath = /[\p{L}\p{N}]\.[a-z]{2}\/\S/iu

/** Whether the text contains an email address or a web address, full-width spelling included. */
export function mentionsAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll('。', '.')
  return [address, scheme, domain, domainWithPath].some((pattern) => pattern.test(plain))
}

const unspacedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** A list of words, matched in any case: as whole words, and anywhere in scripts that put no space between words. */
export class BlockedWords implements WordFilter {
  readonly #whole: RegExp | null
  readonly #anywhere: readonly string[]

  constructor(words: Iterable<string>) {
    const folded = [...new Set([...words].map((word) => folding(word).trim()))].filter((word) => word !== '')
    const spaced = folded.filter((word) => !unspacedScripts.test(word))
    const alternatives = spaced.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    this.#whole =
      alternatives.length === 0
        ? null
        : new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')
    this.#anywhere = folded.filter((word) => unspacedScripts.test(word)).map(withoutSpace)
  }

  /** From the text of a list: one entry per line, `#` starts a comment. */
  static parse(list: string): BlockedWords {
    return new BlockedWords(list.split(/\r?\n/).map((line) => line.replace(/#.*/, '')))
  }

  isIn(text: string): boolean {
    const folded = folding(text)
    if (this.#whole?.test(folded)) return true
    const joined = withoutSpace(folded)
    return this.#anywhere.some((word) => joined.includes(word))
  }
}

// Folds compatibility forms and case, and removes invisible characters that only serve to break up a word.
function folding(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(/[\p{Cf}\u034f]/gu, '')
    .replace(/\s+/g, ' ')
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, '')
}
