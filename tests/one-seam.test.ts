import { expect, test } from 'vitest'
import { filesLike, readSource } from './support/sources/sources.ts'

const sources = filesLike('{app,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.(test|d)\.tsx?$/.test(file))
  .map(readSource)

test('only server/events writes down what happened', () => {
  const writers = sources.filter(({ text }) =>
    /\b(insertInto|updateTable|deleteFrom)\('event(_head)?'\)/.test(text),
  )
  expect(writers.map(({ file }) => file)).toEqual(['server/events/chain.ts', 'server/events/erase.ts'])
})

test('the chain is reached through the face of server/events alone', () => {
  const around = sources
    .filter(({ file }) => !file.startsWith('server/events/'))
    .flatMap(({ file, imports }) =>
      imports
        .filter((name) => /(^|\/)events\/(?!events\.ts$)/.test(name) && name.includes('server'))
        .map((name) => `${file} imports ${name}`),
    )
  expect(around).toEqual([])
})
