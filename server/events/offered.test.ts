import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { offeredNames } from './offered.ts'

const names = offeredNames(['share', 'room', 'account', 'team'])

test('a public name is that of one kind, and says what it happens to', () => {
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^(share|room|member|account|team)(\.[a-z_]+)+$/.test(name))).toEqual([])
})

test('every public name is documented, and nothing else', () => {
  const text = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  const documented = [...text.matchAll(/^\| `([a-z_.]+)`/gm)].map(([, name]) => name)
  expect(documented.toSorted()).toEqual(names.toSorted())
})
