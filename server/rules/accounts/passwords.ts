import { commonPasswords } from './common-passwords.ts'
import { drawnAs } from './look-alikes.ts'
import { productName } from '#server/rules/product/product.ts'

/** Whose password it is, and how short it can be: the operator's PASSWORD_MIN_LENGTH, 12 by default. */
export type PasswordContext = Readonly<{
  minLength: number
  firstName?: string
  lastName?: string
  email?: string
  /** What to call it if it is not a password: "passkey". */
  noun?: string
}>

export const maxPasswordLength = 200

/** How much must be left of a password without what anyone would guess first. */
const leastWeight = 5
const strongWeight = 9
const veryStrongWeight = 15

/**
 * Why a password is refused, in words, or null (NIST SP 800-63B-4): a minimum length and no composition rules, but
 * nothing that guessing starts with. Every character counts, spaces too.
 */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  const noun = context.noun ?? 'password'
  // First: a far too long password costs no work.
  if (password.length > 2 * maxPasswordLength) return tooLong
  const length = [...password].length
  if (length < context.minLength) {
    return `Use at least ${context.minLength} characters. Several words separated by spaces are easy to remember.`
  }
  if (length > maxPasswordLength) return tooLong
  if (!password.isWellFormed() || password.includes('\0')) {
    return `This ${noun} contains characters that can’t be saved. Enter it again.`
  }
  const drawn = drawnAs(password)
  if (holdsPersonalWord(drawn, context)) {
    return `This ${noun} contains your name, your address or “${productName}”. Choose one that no one can guess from them.`
  }
  if (weight(unguessed(withoutDomain(drawn, context))) >= leastWeight) return null
  return `This ${noun} is too easy to guess: it’s very common, a row of keys or a repetition. Use several unrelated words.`
}

const tooLong = `Use at most ${maxPasswordLength} characters.`

export type PasswordStrength = Readonly<{
  isAccepted: boolean
  isStrong: boolean
  isVeryStrong: boolean
  words: string
}>

/** How good a password is, in words, and what would improve it. */
export function passwordStrength(password: string, context: PasswordContext): PasswordStrength {
  const refusal = passwordProblem(password, context)
  if (refusal !== null) return { isAccepted: false, isStrong: false, isVeryStrong: false, words: refusal }
  const left = weight(unguessed(withoutDomain(drawnAs(password), context)))
  const isVeryStrong = left >= veryStrongWeight
  if (isVeryStrong) return { isAccepted: true, isStrong: true, isVeryStrong, words: 'Very strong.' }
  if (left >= strongWeight) return { isAccepted: true, isStrong: true, isVeryStrong, words: 'Strong.' }
  const isOfDigits = !/\p{L}{3}/u.test(password)
  const help = isOfDigits
    ? 'Add letters: two or three unrelated words.'
    : 'Add one or two unrelated words to make it strong.'
  return { isAccepted: true, isStrong: false, isVeryStrong, words: `Good enough, but not strong. ${help}` }
}

/** What to say to someone whose password was accepted although a better one is easy to have; null for a strong one. */
export function passwordAdvice(password: string, context: PasswordContext): string | null {
  const { isAccepted, isStrong, words } = passwordStrength(password, context)
  return isAccepted && !isStrong ? `Your password: ${words} You can change it in Settings.` : null
}

/** What is left of a password without repetitions, keyboard rows and the one common word in it. */
function unguessed(password: string): string {
  return withoutCommonWord(withoutRows(oneOfRepeated(password)))
}

// Letters count fully; digits and signs half, since they are mostly a year or a suffix.
function weight(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const others = text.match(/[^\p{L}\s]/gu)?.length ?? 0
  return letters + others / 2
}

// Names of three letters or fewer occur in too many legitimate words.
const shortestPersonal = 4

/**
 * Whether it contains a name, the address, the part before its @, or the product's name, also with 0 for o.
 */
function holdsPersonalWord(drawn: string, { firstName, lastName, email }: PasswordContext): boolean {
  const [local = ''] = (email ?? '').split('@')
  const words = [firstName, lastName, productName, local, email]
    .flatMap((text) => [text ?? '', ...(text === email ? [] : partsOf(text ?? ''))])
    .map((word) => drawnAs(word))
    .filter((word) => [...word].length >= shortestPersonal)
  const plain = withoutLeet(drawn)
  return words.some((word) => drawn.includes(word) || plain.includes(word))
}

/** The rest without the domain of the address, which is not secret either but can be a legitimate word. */
function withoutDomain(drawn: string, { firstName, lastName, email }: PasswordContext): string {
  const [, domain = ''] = (email ?? '').split('@')
  const words = [domain, ...partsOf(domain), firstName ?? '', lastName ?? '']
    .map((word) => drawnAs(word))
    .filter((word) => [...word].length >= 3)
    .toSorted((one, other) => other.length - one.length)
  return words.reduce((left, word) => left.replaceAll(word, ''), drawn)
}

function partsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u)
}

// xyzxyzxyz is worth no more than xyz.
function oneOfRepeated(password: string): string {
  return /^(.+?)\1+$/su.exec(password)?.[1] ?? password
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop']
  .concat(['asdfghjkl', 'zxcvbnm', 'yxcvbnm', '1qaz2wsx3edc4rfv5tgb', '1q2w3e4r5t6y7u8i9o0p', '!@#$%^&*()'])
  .flatMap((row) => [row, [...row].toReversed().join('')])

/** Without three or more of one character, and without four or more in alphabetical or keyboard order. */
function withoutRows(password: string): string {
  let left = ''
  let rest = password.replace(/(.)\1{2,}/gsu, '')
  while (rest !== '') {
    const run = rowLength(rest)
    if (run < 4) left += rest[0]
    rest = rest.slice(run < 4 ? 1 : run)
  }
  return left
}

function rowLength(text: string): number {
  let length = 3
  while (length < text.length && rows.some((row) => row.includes(text.slice(0, length + 1)))) length++
  return length
}

const leet = new Map(
  Object.entries({ 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's', '!': 'i' }),
)

function withoutLeet(text: string): string {
  return [...text].map((character) => leet.get(character) ?? character).join('')
}

/** Built for the first password: every command and every worker loads these rules, and few check one. */
let common: { words: ReadonlySet<string>; longest: number } | undefined

function commonWords() {
  if (common) return common
  const words = new Set([...commonPasswords].map(drawnAs))
  return (common = { words, longest: Math.max(...[...words].map((word) => word.length)) })
}

// One word only: a phrase of several common words is a good password.
function withoutCommonWord(password: string): string {
  const plain = withoutLeet(password)
  if (plain.length !== password.length) return password
  const { words, longest } = commonWords()
  for (let length = Math.min(longest, password.length); length >= 4; length--) {
    for (let start = 0; start + length <= password.length; start++) {
      const end = start + length
      if (words.has(password.slice(start, end)) || words.has(plain.slice(start, end))) {
        return password.slice(0, start) + password.slice(end)
      }
    }
  }
  return password
}
