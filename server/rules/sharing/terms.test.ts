import { describe, expect, test } from 'vitest'
import { maxTermsLength, termsText } from './terms.ts'

function refusalOf(text: string): string {
  try {
    return `taken: ${termsText(text, 'text')}`
  } catch (error) {
    const { field, text: said } = error as { field: string; text: string }
    return `${field}: ${said}`
  }
}

describe('the text of terms', () => {
  test('is kept tidied, with addresses, sites and the name of a firm', () => {
    expect(termsText(' Smith & Co.\r\nlegal@example.com\u2028https://example.com/nda ', 'text')).toBe(
      'Smith & Co.\nlegal@example.com\nhttps://example.com/nda',
    )
  })

  test.each([
    ['nothing', '  \r\n ', 'text: Enter or paste the terms.'],
    ['markup', 'I <b>agree</b>', 'text: This field can’t contain the characters < and >.'],
    [
      'a control character',
      'I agree\u0007',
      expect.stringContaining('text: This field can’t contain control'),
    ],
    ['text that reads backwards', 'I \u202eeerga', expect.stringContaining('control characters')],
    ['half a pair', 'I agree \ud83d', expect.stringContaining('control characters')],
    ['too much', 'x'.repeat(maxTermsLength + 1), 'text: Shorten this to 20000 characters or fewer.'],
  ])('is refused when it is %s', (_, text, words) => {
    expect(refusalOf(text)).toEqual(words)
  })

  test('can have as many characters as people count', () => {
    expect([...termsText('😀'.repeat(maxTermsLength), 'text')]).toHaveLength(maxTermsLength)
  })
})
