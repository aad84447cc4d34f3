import { expect, test } from 'vitest'
import { filesLike, textOf } from './support/sources/sources.ts'

test('no page writes the name of the product after its title by itself', () => {
  const writing = filesLike('app/**/*.{ts,tsx}').filter((file) => /– \$\{productName\}/.test(textOf(file)))
  expect(writing).toEqual(['app/request/titled.ts'])
})

test('each page says its title by `titled`', () => {
  const others = filesLike('app/**/route.tsx').filter((file) => /\bMetaFunction\b/.test(textOf(file)))
  expect(others).toEqual([])
})
