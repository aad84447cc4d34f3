import { Problem } from '#server/rules/problems.ts'

/** Longest text of terms, in characters as people count them. */
export const maxTermsLength = 20_000

/** The most a form accepts: browsers write a line end as two characters. */
export const maxTypedTermsLength = 2 * maxTermsLength

/**
 * Terms of access as they are stored: tidied plain text. Throws textRefused with the field. Terms are contracts: unlike
 * a message they can name addresses and sites, and have an & in the name of a firm.
 */
export function termsText(text: string, field: string): string {
  const tidy = text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .normalize('NFC')
    .trim()
  const refusal = termsProblem(tidy)
  if (refusal !== null) throw new Problem('textRefused', { field, text: refusal })
  return tidy
}

function termsProblem(text: string): string | null {
  if (text === '') return 'Enter or paste the terms.'
  if ([...text].length > maxTermsLength) return `Shorten this to ${maxTermsLength} characters or fewer.`
  if (!text.isWellFormed() || hiddenCharacters.test(text))
    return 'This field can’t contain control characters. Enter the text again, or paste it without formatting.'
  if (/[<>]/.test(text)) return 'This field can’t contain the characters < and >.'
  return null
}

// Control characters except newline and tab, and the marks that make text read differently from how it is written.
const hiddenCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
