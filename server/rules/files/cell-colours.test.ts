import { expect, test } from 'vitest'
import { cellColour, cellColourStyles, maxCellColours } from './cell-colours.ts'

test('a colour has a class by its part and its figures', () => {
  expect([cellColour('g', '#ffcc00'), cellColour('t', '#000001')]).toEqual(['gffcc00', 't000001'])
  expect(cellColourStyles('gffcc00-i0000ff')).toBe(
    '.sheet-grid .gffcc00{background-color:#ffcc00}\n.sheet-grid .i0000ff{color:#0000ff}',
  )
})

test('and nothing else has', () => {
  for (const colour of ['red', '#FFCC00', '#ffcc0', '#ffcc00}', 'url(x)', '#ffcc00\n'])
    expect(cellColour('g', colour), colour).toBe(null)
  const many = Array.from({ length: maxCellColours + 1 }, () => 'gffcc00').join('-')
  for (const address of ['', 'gffcc00-', 'xffcc00', 'gffcc00{}', 'gFFCC00', 'gffcc00 ', many])
    expect(cellColourStyles(address), address).toBe(null)
})
