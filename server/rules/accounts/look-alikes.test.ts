import { expect, test } from 'vitest'
import { drawnAs, mixesAlphabets } from './look-alikes.ts'

test.each([
  ['PassWord', 'password'],
  ['ｐａｓｓｗｏｒｄ', 'password'],
  ['раssw\u200bоrd', 'password'],
  ['ΟΧο', 'oxo'],
])('%j is drawn as %j', (text, drawn) => {
  expect(drawnAs(text)).toBe(drawn)
})

test.each(['Jаne', 'Αnna', 'Paυl Smith', 'O’Nеil', 'Анна-Mаrie', 'Ｊаne'])('%j mixes alphabets', (name) => {
  expect(mixesAlphabets(name)).toBe(true)
})

test.each([
  'Jane',
  'Анна Смит',
  'Анна Smith',
  'Νίκος',
  '山田 Taro',
  '山田Taro',
  'José Ångström',
  'Ó Briain',
  '',
])('%j does not', (name) => {
  expect(mixesAlphabets(name)).toBe(false)
})
