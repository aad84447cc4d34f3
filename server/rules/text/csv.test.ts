import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('cells are separated by commas, and quoted where they have to be', () => {
  expect(csvLine(['Ann', 3, 'a, b', 'say "yes"', 'two\nlines', ''])).toBe(
    'Ann,3,"a, b","say ""yes""","two\nlines",\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '=HYPERLINK("https://evil.example")'])(
  'what a spreadsheet would take for a formula is text: %j',
  (text) => {
    const [cell = ''] = csvLine([text]).split('\r\n,')
    expect(cell.replace(/^"/, '')[0]).toBe("'")
  },
)

test.each([
  ['-5.00', '-5.00'],
  ['+3%', '+3%'],
  ['-1,234.50', '"-1,234.50"'],
  ['=1+1', "'=1+1"],
  ['-1+1', "'-1+1"],
])('a formatted figure keeps its sign, as long as it is only a figure: %s', (text, line) => {
  expect(csvLine([{ figure: text }])).toBe(`${line}\r\n`)
})
