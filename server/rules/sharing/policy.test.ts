import { describe, expect, test } from 'vitest'
import { acts, decide, type Act, type PolicyFacts, type Relationship } from './policy.ts'
import type { ProblemName } from '#server/rules/problems.ts'

const now = Date.UTC(2026, 10, 20, 9, 0, 0)
const readers: Relationship[] = ['recipient', 'link visitor']

/** A recipient who has opened a share that allows everything. */
const free: PolicyFacts = {
  status: 'Active',
  destructSeconds: -1,
  expiresAt: null,
  firstViewedAt: null,
  relationship: 'recipient',
  isOpened: true,
  needsPasskey: false,
  owesTerms: false,
  owesName: false,
  isWebView: true,
  mayReadText: true,
  mayDownload: true,
  mayPrint: true,
  printsLeft: 1,
  renderStatus: 'Rendered',
  ownerStatus: 'Active',
  isInTrash: false,
}

const killed: Partial<PolicyFacts> = { status: 'Killed' }
const expired: Partial<PolicyFacts> = { destructSeconds: 0, expiresAt: now }
const destructed: Partial<PolicyFacts> = { destructSeconds: 60, firstViewedAt: now - 60_000 }
const strict: Partial<PolicyFacts> = { mayReadText: false, mayDownload: false, mayPrint: false }
const rendering: Partial<PolicyFacts> = { renderStatus: 'In Progress' }
const broken: Partial<PolicyFacts> = { renderStatus: 'Error' }
const suspended: Partial<PolicyFacts> = { ownerStatus: 'Suspended' }

type Answers = Record<Act, ProblemName | null>

/** The same answer to each action, except those named. */
function all(answer: ProblemName | null, but: Partial<Answers> = {}): Answers {
  return { ...(Object.fromEntries(acts.map((act) => [act, answer])) as Answers), ...but }
}

function answers(facts: PolicyFacts): Answers {
  return Object.fromEntries(acts.map((act) => [act, decide(facts, act, now)])) as Answers
}

describe.each(readers)('a %s', (relationship) => {
  const words = relationship === 'recipient' ? null : ('namedPeopleOnly' as const)
  const talk = { forward: words, comment: words }
  test.each<[string, Partial<PolicyFacts>, ProblemName | null, Partial<Answers>]>([
    ['may do everything but manage a share that is open', {}, null, talk],
    ['must open before anything else', { isOpened: false }, 'openFirst', { open: null, ...talk }],
    [
      'may only read where nothing else is allowed',
      strict,
      null,
      {
        ...talk,
        readText: 'textNotAllowed',
        print: 'printNotAllowed',
        seePrint: 'printNotAllowed',
        download: 'downloadNotAllowed',
      },
    ],
    [
      'is told that printing is not allowed before being asked to open',
      { ...strict, isOpened: false },
      'openFirst',
      {
        ...talk,
        open: null,
        readText: 'textNotAllowed',
        print: 'printNotAllowed',
        seePrint: 'printNotAllowed',
        download: 'downloadNotAllowed',
      },
    ],
    [
      'looks at the copy that was the last one, and gets no other',
      { printsLeft: 0 },
      null,
      { ...talk, print: 'printsUsedUp' },
    ],
    [
      'downloads what is not shown in the browser, pages or not',
      { ...rendering, isWebView: false },
      null,
      {
        ...talk,
        see: 'viewNotAllowed',
        readText: 'viewNotAllowed',
        print: 'printNotAllowed',
        seePrint: 'printNotAllowed',
      },
    ],
    ['gets nothing of an unshared file', killed, 'killed', {}],
    ['gets nothing of an expired file', expired, 'expired', {}],
    ['gets nothing after an end of their own', { ownEndsAt: now }, 'expired', {}],
    ['gets nothing of a destructed file', destructed, 'destructed', {}],
    ['gives the passkey before anything else', { needsPasskey: true }, 'passkeyNeeded', {}],
    [
      'accepts terms before the passkey and the name, and before hearing that pages are not ready',
      { isOpened: false, owesTerms: true, needsPasskey: true, owesName: true, ...rendering },
      'termsNeeded',
      {},
    ],
    ['says the name before opening', { isOpened: false, owesName: true }, 'nameNeeded', {}],
    [
      'reads to the end what was opened before there were terms and a question for the name',
      { owesTerms: true, owesName: true },
      null,
      { ...talk, open: 'termsNeeded' },
    ],
    [
      'hears that a file is closed before being asked for anything',
      { ...expired, owesTerms: true },
      'expired',
      {},
    ],
    ['waits while the pages are made', rendering, 'processing', talk],
    ['is told of a file that cannot be shown', broken, 'renderError', talk],
    ['gets nothing when the owner is suspended', suspended, 'killed', {}],
    [
      'hears that a file is unshared before that it expired or is not ready',
      { ...expired, ...killed, ...rendering },
      'killed',
      {},
    ],
    ['hears that a file expired before that it cannot be shown', { ...expired, ...broken }, 'expired', {}],
  ])('%s', (_, facts, answer, but) => {
    const expected = all(answer, { manage: 'notFound', ...but })
    expect(answers({ ...free, ...facts, relationship })).toEqual(expected)
  })

  test('reads on until the last millisecond of self-destruct', () => {
    const timed = { ...free, relationship, destructSeconds: 60, firstViewedAt: now - 59_999 }
    expect(decide(timed, 'see', now)).toBeNull()
    expect(decide(timed, 'see', now + 1)).toBe('destructed')
  })
})

describe('the owner', () => {
  const owner: PolicyFacts = { ...free, ...strict, relationship: 'owner', isOpened: false, printsLeft: 0 }
  const own: Partial<Answers> = { forward: 'notRecipient' }

  test.each<[string, Partial<PolicyFacts>]>([
    ['of a strict share', {}],
    ['of a share with terms and a question for the name', { owesTerms: true, owesName: true }],
  ])('%s can do everything but forward', (_, facts) => {
    expect(answers({ ...owner, ...facts })).toEqual(all(null, own))
  })

  test.each<[string, Partial<PolicyFacts>, ProblemName]>([
    ['of an unshared file', killed, 'killed'],
    ['of an expired file', expired, 'expired'],
    ['of a destructed file', destructed, 'destructed'],
  ])('%s can do everything but write comments', (_, facts, comment) => {
    expect(answers({ ...owner, ...facts })).toEqual(all(null, { ...own, comment }))
  })

  test('opens nothing that is in the trash, and can still manage it', () => {
    const expected = all('killed', { ...own, manage: null })
    expect(answers({ ...owner, ...killed, isInTrash: true })).toEqual(expected)
  })

  test('manages and downloads a file whose pages are not there', () => {
    const without = (problem: ProblemName): Answers =>
      all(problem, { ...own, manage: null, download: null, comment: null })
    expect(answers({ ...owner, ...rendering })).toEqual(without('processing'))
    expect(answers({ ...owner, ...broken })).toEqual(without('renderError'))
  })

  test('opens what is sealed with a passkey by the passkey only', () => {
    const expected = all('passkeyNeeded', { ...own, manage: null, comment: null })
    expect(answers({ ...owner, needsPasskey: true })).toEqual(expected)
  })
})

describe('everyone else', () => {
  const states: Partial<PolicyFacts>[] = [
    {},
    strict,
    killed,
    expired,
    destructed,
    rendering,
    broken,
    suspended,
  ]

  test('who proved an address that is not on the list hears nothing of the state', () => {
    for (const state of states) {
      expect(answers({ ...free, ...state, relationship: 'other' })).toEqual(all('notRecipient'))
    }
  })

  test('who is unknown is asked who it is, whatever the state', () => {
    for (const state of states) {
      expect(answers({ ...free, ...state, relationship: 'unknown' })).toEqual(all('identityNeeded'))
    }
  })
})
