import { expect, test } from 'vitest'
import { allKinds, isKept } from '#server/events/kinds.ts'
import { filesLike, readSource } from './support/sources/sources.ts'

const writers = filesLike('server/**/*.ts')
  .filter((file) => !/\.test\.ts$|^server\/(events\/(kinds|facts)|tracking)/.test(file))
  .map(readSource)

test('every kind of event is recorded by someone', () => {
  const unwritten = allKinds.filter(
    (kind) => isKept(kind) && !writers.some(({ text }) => text.includes(`'${kind}'`)),
  )
  expect(unwritten).toEqual([])
})
