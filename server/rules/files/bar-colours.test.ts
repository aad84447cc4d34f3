import { expect, test } from 'vitest'
import { barColours, contrast } from './bar-colours.ts'

test('colours that can be read stay as they are', () => {
  expect(barColours('#14513F', '#ffffff')).toEqual({ bar: '#14513f', text: '#ffffff' })
})

test.each([
  ['#ffff00', '#ffffff', '#000000'],
  ['#101010', '#202020', '#ffffff'],
  ['#14513f', null, '#ffffff'],
  ['#ffffff', 'red', '#000000'],
])('on %s the text %s becomes %s', (bar, text, corrected) => {
  expect(barColours(bar, text)).toEqual({ bar, text: corrected })
})

test.each([null, '', 'red', '#fff', '#12345g', '#1234567', 'url(//evil.example)', '#14513f;x'])(
  '%j is no colour for a bar',
  (bar) => {
    expect(barColours(bar, '#ffffff')).toBeNull()
  },
)

test('on every grey the text can be read', () => {
  for (let level = 0; level < 256; level++) {
    const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
    const { bar, text } = barColours(grey, grey)!
    expect(contrast(bar, text)).toBeGreaterThanOrEqual(4.5)
  }
})
