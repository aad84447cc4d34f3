import { commonPasswords } from './common-passwords.ts'
import { productName } from './product.ts'

/** Who chooses a password, and how short it may be: the operator's PASSWORD_MIN_LENGTH, 12 unless told. */
export type PasswordContext = Readonly<{
  minLength: number
  firstName?: string
  lastName?: string
  email?: string
}>

export const maxPasswordLength = 200

/** How much must be left of a password when what anyone would guess first is taken out of it. */
const leastWeight = 5

/**
 * Why a password is refused, in words, or null (measurements, Passwords; NIST SP 800-63B-4): a length and no
 * rule of composition, but nothing that guessing starts with. Every character counts, spaces too.
 */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  const length = [...password].length
  if (length < context.minLength) {
    return `Use at least ${context.minLength} characters. Several words with spaces between them are easy to remember.`
  }
  if (length > maxPasswordLength) return `Use at most ${maxPasswordLength} characters.`
  if (!password.isWellFormed() || password.includes('\0')) {
    return 'This password holds characters that cannot be kept. Type it again.'
  }
  const personal = withoutPersonalWords(password.toLowerCase(), context)
  if (weight(unguessed(personal)) >= leastWeight) return null
  return personal !== password.toLowerCase() && weight(unguessed(password.toLowerCase())) >= leastWeight
    ? `This password is mainly your name, your address or “${productName}”. Choose one that nobody can guess from them.`
    : 'This password is one of those tried first: a very common one, a row of keys or a repetition. Choose another one.'
}

export type PasswordStrength = Readonly<{ isAccepted: boolean; words: string }>

/** What a person is told about a password before it is taken. */
export function passwordStrength(password: string, context: PasswordContext): PasswordStrength {
  const refusal = passwordProblem(password, context)
  if (refusal !== null) return { isAccepted: false, words: refusal }
  const left = weight(unguessed(withoutPersonalWords(password.toLowerCase(), context)))
  if (left < 9) return { isAccepted: true, words: 'Enough. A few more characters would make it strong.' }
  if (left < 15) return { isAccepted: true, words: 'Strong.' }
  return { isAccepted: true, words: 'Very strong.' }
}

/** What is left of a password without its repetition, its rows of keys and the one common word in it. */
function unguessed(password: string): string {
  return withoutCommonWord(withoutRows(oneOfRepeated(password)))
}

// Letters count whole; digits and signs half, since they are mostly a year or a tail.
function weight(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const others = text.match(/[^\p{L}\s]/gu)?.length ?? 0
  return letters + others / 2
}

function withoutPersonalWords(password: string, context: PasswordContext): string {
  const [local = '', domain = ''] = (context.email ?? '').toLowerCase().split('@')
  const words = [context.firstName, context.lastName, productName, local, domain]
    .flatMap((text) => [text ?? '', ...(text ?? '').split(/[^\p{L}\p{N}]+/u)])
    .map((word) => word.toLowerCase())
    .filter((word) => [...word].length >= 3)
    .toSorted((one, other) => other.length - one.length)
  return words.reduce((left, word) => left.replaceAll(word, ''), password)
}

// xyzxyzxyz says no more than xyz.
function oneOfRepeated(password: string): string {
  return /^(.+?)\1+$/su.exec(password)?.[1] ?? password
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop']
  .concat(['asdfghjkl', 'zxcvbnm', 'yxcvbnm', '1qaz2wsx3edc4rfv5tgb', '1q2w3e4r5t6y7u8i9o0p', '!@#$%^&*()'])
  .flatMap((row) => [row, [...row].toReversed().join('')])

/** Without three and more of one character, and without four and more in the order of the alphabet or the keys. */
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
const longestWord = Math.max(...[...commonPasswords].map((word) => word.length))

// One word only: a phrase of several common words is a good password.
function withoutCommonWord(password: string): string {
  const characters = [...password]
  const plain = characters.map((character) => leet.get(character) ?? character).join('')
  if (plain.length !== password.length) return password
  for (let length = Math.min(longestWord, password.length); length >= 4; length--) {
    for (let start = 0; start + length <= password.length; start++) {
      const end = start + length
      if (commonPasswords.has(password.slice(start, end)) || commonPasswords.has(plain.slice(start, end))) {
        return password.slice(0, start) + password.slice(end)
      }
    }
  }
  return password
}
