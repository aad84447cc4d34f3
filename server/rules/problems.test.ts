import { expect, test } from 'vitest'
import { filesLike, readSource } from '#tests/support/sources/sources.ts'
import { hasFlag, isProblemName, Problem, problems, type ProblemName } from './problems.ts'

const names = Object.keys(problems) as ProblemName[]

/** The strings of each literal list in a text. */
function listsIn(text: string): string[][] {
  return [...text.matchAll(/\[\s*('\w+'\s*,\s*)*'\w+'\s*,?\s*\]/g)].map(([list]) =>
    [...list.matchAll(/'(\w+)'/g)].map(([, item]) => item!),
  )
}

test('nowhere but in the catalogue is there a list of problem names', () => {
  const sources = filesLike('app/**/*.{ts,tsx}', 'server/**/*.ts')
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map(readSource)
  const kept = sources.flatMap(({ file, text }) =>
    listsIn(text)
      .filter((list) => list.length > 1 && list.every(isProblemName))
      .map((list) => `${file}: ${list.join(', ')}`),
  )
  expect(kept).toEqual([])
})

test('a list of problem names would be found, over several lines too', () => {
  const lists = listsIn(`new Set(['expired', 'killed'])\nconst all = [\n  'expired',\n  'destructed',\n]`)
  expect(lists).toEqual([
    ['expired', 'killed'],
    ['expired', 'destructed'],
  ])
})

test('a problem names the field of its entry, unless it is thrown with another', () => {
  expect(new Problem('codeWrong').field).toBe('code')
  expect(new Problem('codeWrong', { field: 'other' }).field).toBe('other')
  expect(new Problem('notFound').field).toBeUndefined()
})

test('what can be sent again as it was is away, or wants something else of its person first', () => {
  for (const name of names.filter((name) => hasFlag(name, 'retry')))
    expect([401, 403, 503, 507], name).toContain(problems[name].http)
})

test('a page that ends reading tells of a file that is closed, or cannot be shown', () => {
  for (const name of names.filter((name) => hasFlag(name, 'endsReading')))
    expect(hasFlag(name, 'closes') || hasFlag(name, 'isOfFile'), name).toBe(true)
})
