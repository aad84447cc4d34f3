import { expect, test } from 'vitest'
import { Confining, findConfinement } from './confinement.ts'

test('what could not be tried is no answer: it is tried again, and nothing is started unconfined meanwhile', async () => {
  let failures = 2
  const find = async () => {
    if (failures-- > 0) throw new Error('no room')
    return findConfinement([])
  }
  const confining = new Confining({ find })
  expect(await confining.kind()).toBe('unknown')
  await expect(confining.forProgram()).rejects.toThrow('no room')
  expect(await confining.forProgram()).toMatchObject({ kind: 'none' })
  expect(await confining.kind()).toBe('none')
})

test('what is found is asked for once', async () => {
  let lookups = 0
  const confining = new Confining({ find: () => (lookups++, findConfinement([])) })
  await Promise.all([confining.kind(), confining.forProgram(), confining.kind()])
  expect(lookups).toBe(1)
})

test('where something has to confine and nothing does, no program is started', async () => {
  const confining = new Confining({ isRequired: true, find: () => findConfinement([]) })
  expect(await confining.kind()).toBe('none')
  await expect(confining.forProgram()).rejects.toMatchObject({ reason: 'not confined' })
})
