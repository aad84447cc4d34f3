export type NumberRange = Readonly<{ least: number; most: number }>

/** A number as a field takes it, or words for who typed it. */
export type ReadNumber = { number: number; problem: null } | { number: null; problem: string }

/**
 * A positive whole number as typed: what is no digit is left out, and outside the range it is an error (specification 1
 * section 5). Wide digits count as digits.
 */
export function positiveNumber(text: string, { least, most }: NumberRange): ReadNumber {
  const digits = text
    .normalize('NFKC')
    .replace(/[^0-9]/g, '')
    .replace(/^0+(?=.)/, '')
  const number = digits === '' || digits.length > 15 ? Number.NaN : Number(digits)
  if (number >= least && number <= most) return { number, problem: null }
  return { number: null, problem: `Give a whole number from ${least} to ${most}.` }
}
