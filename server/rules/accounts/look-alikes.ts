/**
 * Letters that look like others. An address never contains them (server/rules/accounts/email.ts: ASCII before the @,
 * punycode after it); a person's name is refused if a word in it mixes alphabets that look alike.
 */

// Cyrillic and Greek small letters that are drawn like Latin ones.
const drawnAlike = new Map(
  Object.entries({
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ё: 'e',
    һ: 'h',
    і: 'i',
    ї: 'i',
    ј: 'j',
    к: 'k',
    м: 'm',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    ѕ: 's',
    т: 't',
    у: 'y',
    х: 'x',
    ѡ: 'w',
    α: 'a',
    β: 'b',
    γ: 'y',
    ε: 'e',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
    ı: 'i',
    ɡ: 'g',
  }),
)

/**
 * A text as someone sees it who looks only at shapes: lower case, without wide forms, invisible and look-alike letters.
 */
export function drawnAs(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
  return [...plain].map((letter) => drawnAlike.get(letter) ?? letter).join('')
}

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u]
  .concat([/\p{Script=Armenian}/u, /\p{Script=Cherokee}/u, /\p{Script=Coptic}/u])
  .concat([/\p{Script=Lisu}/u, /\p{Script=Deseret}/u])

/** Whether a word in the text mixes two alphabets that look alike. Kanji beside Latin letters, say, do not. */
export function mixesAlphabets(text: string): boolean {
  const words = text.normalize('NFKC').split(/[^\p{L}\p{M}]+/u)
  return words.some((word) => alphabets.filter((alphabet) => alphabet.test(word)).length > 1)
}
