export type NumberRange = Readonly<{ least: number; max: number }>

/** A number as entered in a field, or an error message for the person who entered it. */
export type ReadNumber = { number: number; problem: null } | { number: null; problem: string }

/**
 * A positive whole number as entered: anything that is not a digit is dropped, and outside the range it is an error.
 * Wide digits count as digits. A sign, a fraction and letters between digits are errors, too: 1.5 is not 15.
 */
export function positiveNumber(text: string, { least, max }: NumberRange): ReadNumber {
  const plain = text.normalize('NFKC')
  const isOther = /[-\u2212]\s*\d|\d[.,]\d{1,2}(?!\d)|\d[a-z]+\d/i.test(plain)
  const digits = plain.replace(/[^0-9]/g, '').replace(/^0+(?=.)/, '')
  const number = isOther || digits === '' || digits.length > 15 ? Number.NaN : Number(digits)
  if (number >= least && number <= max) return { number, problem: null }
  return { number: null, problem: `Enter a whole number from ${least} to ${max}.` }
}
