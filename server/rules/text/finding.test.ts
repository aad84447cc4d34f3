import { expect, test } from 'vitest'
import { countIn, foldText, snippetOf } from './finding.ts'

test.each([
  ['Schöne Grüße', 'schone grusse'],
  ['ÉCOLE\n\t libre', 'ecole libre'],
  ['ﬁn Ⅳ', 'fin iv'],
  ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
])('%j is looked through as %j', (text, folded) => {
  expect(foldText(text).replaceAll('ς', 'σ')).toBe(folded)
})

test('places are counted one after the other', () => {
  expect(countIn('aaaa', 'aa')).toBe(2)
  expect(countIn('a b a', 'a')).toBe(2)
  expect(countIn('', 'a')).toBe(0)
})

test('a snippet is cut from the text as it stands, also where letters become more', () => {
  expect(snippetOf('Viele\n  Grüße aus Köln', 'grusse')).toEqual({
    before: 'Viele ',
    found: 'Grüße',
    after: ' aus Köln',
  })
  expect(snippetOf('nichts', 'grusse')).toBe(null)
})
