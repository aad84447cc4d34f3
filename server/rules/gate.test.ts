import { describe, expect, test } from 'vitest'
import { decide, type Act, type GateFacts, type Standing } from './gate.ts'
import type { ProblemName } from './problems.ts'

const now = Date.UTC(2026, 10, 20, 9, 0, 0)
const acts: Act[] = ['open', 'see', 'print', 'download', 'manage']
const readers: Standing[] = ['recipient', 'link visitor']

/** A recipient who has opened a share that allows everything. */
const free: GateFacts = {
  status: 'Active',
  destructSeconds: -1,
  expiresAt: null,
  firstViewedAt: null,
  standing: 'recipient',
  isOpened: true,
  mayDownload: true,
  mayPrint: true,
  renderStatus: 'Rendered',
  ownerStatus: 'Active',
}

const killed: Partial<GateFacts> = { status: 'Killed' }
const expired: Partial<GateFacts> = { destructSeconds: 0, expiresAt: now }
const destructed: Partial<GateFacts> = { destructSeconds: 60, firstViewedAt: now - 60_000 }
const strict: Partial<GateFacts> = { mayDownload: false, mayPrint: false }
const rendering: Partial<GateFacts> = { renderStatus: 'In Progress' }
const broken: Partial<GateFacts> = { renderStatus: 'Error' }
const suspended: Partial<GateFacts> = { ownerStatus: 'Suspended' }

type Answers = Record<Act, ProblemName | null>
const all = (answer: ProblemName | null): Answers => ({
  open: answer,
  see: answer,
  print: answer,
  download: answer,
  manage: answer,
})

function answers(facts: GateFacts): Answers {
  return Object.fromEntries(acts.map((act) => [act, decide(facts, act, now)])) as Answers
}

describe.each(readers)('a %s', (standing) => {
  test.each<[string, Partial<GateFacts>, Answers]>([
    ['may do everything but manage a share that is open', {}, { ...all(null), manage: 'notFound' }],
    [
      'must open before anything else',
      { isOpened: false },
      { open: null, see: 'openFirst', print: 'openFirst', download: 'openFirst', manage: 'notFound' },
    ],
    [
      'may only read where nothing else is allowed',
      strict,
      {
        open: null,
        see: null,
        print: 'printNotAllowed',
        download: 'downloadNotAllowed',
        manage: 'notFound',
      },
    ],
    [
      'is told that printing is not allowed before being asked to open',
      { ...strict, isOpened: false },
      {
        open: null,
        see: 'openFirst',
        print: 'printNotAllowed',
        download: 'downloadNotAllowed',
        manage: 'notFound',
      },
    ],
    ['gets nothing of an unshared file', killed, { ...all('killed'), manage: 'notFound' }],
    ['gets nothing of an expired file', expired, { ...all('expired'), manage: 'notFound' }],
    ['gets nothing of a destructed file', destructed, { ...all('destructed'), manage: 'notFound' }],
    ['waits while the pages are made', rendering, { ...all('processing'), manage: 'notFound' }],
    ['is told of a file that cannot be shown', broken, { ...all('renderError'), manage: 'notFound' }],
    ['gets nothing when the owner is suspended', suspended, { ...all('killed'), manage: 'notFound' }],
    [
      'hears that a file is unshared before that it expired or is not ready',
      { ...expired, ...killed, ...rendering },
      { ...all('killed'), manage: 'notFound' },
    ],
    [
      'hears that a file expired before that it cannot be shown',
      { ...expired, ...broken },
      { ...all('expired'), manage: 'notFound' },
    ],
  ])('%s', (_, facts, expected) => {
    expect(answers({ ...free, ...facts, standing })).toEqual(expected)
  })

  test('reads on until the last millisecond of self-destruct', () => {
    const timed = { ...free, standing, destructSeconds: 60, firstViewedAt: now - 59_999 }
    expect(decide(timed, 'see', now)).toBeNull()
    expect(decide(timed, 'see', now + 1)).toBe('destructed')
  })
})

describe('the owner', () => {
  const owner: GateFacts = { ...free, ...strict, standing: 'owner', isOpened: false }

  test.each<[string, Partial<GateFacts>]>([
    ['of a strict share', {}],
    ['of an unshared file', killed],
    ['of an expired file', expired],
    ['of a destructed file', destructed],
  ])('%s may do everything', (_, facts) => {
    expect(answers({ ...owner, ...facts })).toEqual(all(null))
  })

  test('manages and downloads a file whose pages are not there', () => {
    const without = (problem: ProblemName): Answers => ({ ...all(problem), manage: null, download: null })
    expect(answers({ ...owner, ...rendering })).toEqual(without('processing'))
    expect(answers({ ...owner, ...broken })).toEqual(without('renderError'))
  })
})

describe('everybody else', () => {
  const states: Partial<GateFacts>[] = [{}, strict, killed, expired, destructed, rendering, broken, suspended]

  test('who proved an address that is not on the list hears nothing of the state', () => {
    for (const state of states) {
      expect(answers({ ...free, ...state, standing: 'other' })).toEqual(all('notRecipient'))
    }
  })

  test('who is unknown is asked who it is, whatever the state', () => {
    for (const state of states) {
      expect(answers({ ...free, ...state, standing: 'unknown' })).toEqual(all('identityNeeded'))
    }
  })
})
