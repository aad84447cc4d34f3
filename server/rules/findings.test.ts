import { expect, test } from 'vitest'
import { Findings } from './findings.ts'
import { Problem } from './problems.ts'

function refused(field: string, text: string): never {
  throw new Problem('badForm', { field, text })
}

function thrownBy(findings: Findings): Problem {
  try {
    findings.throwAny()
  } catch (error) {
    return error as Problem
  }
  throw new Error('Nothing was thrown')
}

test('what several checks refuse is thrown together, the first of each field', () => {
  const findings = new Findings()
  expect(findings.check(() => refused('one', 'first'), 'instead')).toBe('instead')
  findings.check(() => refused('one', 'second'), null)
  findings.check(() => refused('two', 'third'), null)
  const thrown = thrownBy(findings)
  expect([thrown.field, thrown.text]).toEqual(['one', 'first'])
  expect(thrown.others.map(({ field, text }) => [field, text])).toEqual([['two', 'third']])
})

test('what was thrown together can be added to more', async () => {
  const inner = new Findings()
  inner.check(() => refused('one', 'first'), null)
  inner.check(() => refused('two', 'second'), null)
  const findings = new Findings()
  await findings.wait(async () => inner.throwAny(), null)
  findings.check(() => refused('three', 'third'), null)
  expect(thrownBy(findings).others.map(({ field }) => field)).toEqual(['two', 'three'])
})

test('nothing refused throws nothing, and what is not about a field is thrown at once', () => {
  const findings = new Findings()
  expect(findings.check(() => 7, null)).toBe(7)
  expect(() => findings.throwAny()).not.toThrow()
  expect(() =>
    findings.check(() => {
      throw new Problem('notFound')
    }, null),
  ).toThrow(Problem)
})
