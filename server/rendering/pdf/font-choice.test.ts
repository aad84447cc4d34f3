import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packagedPath } from '#server/packaged.ts'
import { chooseFont, cjkScript } from './font-choice.ts'

const plain = { charset: 0, weight: 400, isItalic: false, pitch: 0 }

test.each([
  ['ArialMT', 'LiberationSans-Regular'],
  ['Arial-BoldMT', 'LiberationSans-Bold'],
  ['Helvetica-BoldOblique', 'LiberationSans-BoldItalic'],
  ['TimesNewRomanPS-ItalicMT', 'LiberationSerif-Italic'],
  ['Cambria', 'LiberationSerif-Regular'],
  ['Courier New', 'LiberationMono-Regular'],
  ['Consolas', 'LiberationMono-Regular'],
  ['Calibri,Bold', 'Carlito-Bold'],
  ['MS Sans Serif', 'LiberationSans-Regular'],
  ['Unheard Of', 'LiberationSans-Regular'],
])('%s is shown in %s, which is there', (face, expected) => {
  const file = chooseFont({ ...plain, face })
  expect(file).toBe(`${expected}.ttf`)
  expect(existsSync(join(packagedPath('rendering/fonts'), file!))).toBe(true)
})

test('an unknown font follows the pitch and weight that the document tells', () => {
  expect(chooseFont({ ...plain, face: 'X', pitch: 1 })).toBe('LiberationMono-Regular.ttf')
  expect(chooseFont({ ...plain, face: 'X', pitch: 16, weight: 700, isItalic: true })).toBe(
    'LiberationSerif-BoldItalic.ttf',
  )
})

test('symbols are left to PDFium, East Asian scripts to the system', () => {
  expect(chooseFont({ ...plain, face: 'Wingdings' })).toBe(null)
  expect([128, 129, 134, 136, 0].map(cjkScript)).toEqual([
    'japanese',
    'korean',
    'simplified',
    'traditional',
    null,
  ])
})
