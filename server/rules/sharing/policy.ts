import { expiryState, type ExpiryFacts } from './expiry.ts'
import type { ProblemName } from '#server/rules/problems.ts'

/**
 * Someone's relationship to one share: its owner; a person on the list who confirmed the address; a person who
 * confirmed an address that is not on the list; a visitor of a public link; or someone of whom nothing is known.
 */
export type Relationship = 'owner' | 'recipient' | 'other' | 'link visitor' | 'unknown'

/**
 * What someone wants to do. `open` starts reading; `see`, `print` and `download` need an opening. `print` uses one copy
 * of the allowance, `seePrint` looks at a copy that was used. `readText` is to get the text of the pages.
 */
export const acts = [
  'open',
  'see',
  'readText',
  'print',
  'seePrint',
  'download',
  'forward',
  'comment',
  'manage',
] as const
export type Act = (typeof acts)[number]

export type PolicyFacts = ExpiryFacts & {
  relationship: Relationship
  /** Whether this reader pressed "Open" and that opening is still valid. */
  isOpened: boolean
  /** Whether the file is locked with a passkey that this browser has not provided. */
  needsPasskey: boolean
  /** Whether there are terms that this reader has not accepted. */
  owesTerms: boolean
  /** Whether this reader must give a name and has not. */
  owesName: boolean
  /** Whether it is shown in the browser: the share says so, and a file of its kind can be shown. */
  isWebView: boolean
  mayReadText: boolean
  mayDownload: boolean
  mayPrint: boolean
  /** Copies that this reader can still print. */
  printsLeft: number
  renderStatus: 'In Progress' | 'Rendered' | 'Error'
  ownerStatus: 'Active' | 'Pending' | 'Suspended'
  /** For readers that is the same as unshared, which its `status` says. */
  isInTrash: boolean
}

/** The one decision on a share: null if allowed, else the Problem that says why not. */
export function decide(facts: PolicyFacts, act: Act, now: number): ProblemName | null {
  if (facts.relationship === 'unknown') return 'identityNeeded'
  if (facts.relationship === 'owner') return decideForOwner(facts, act, now)
  if (facts.relationship === 'other') return 'notRecipient'
  if (act === 'manage') return 'notFound'
  // A share does not outlive its owner's access to this server.
  if (facts.ownerStatus !== 'Active') return 'killed'
  return closedBy(facts, now) ?? requiredFirst(facts, act) ?? unready(facts, act) ?? refusedAct(facts, act)
}

function decideForOwner(facts: PolicyFacts, act: Act, now: number): ProblemName | null {
  if (act === 'manage') return null
  if (act === 'forward') return 'notRecipient'
  // What is in the trash opens for no one until it is restored.
  if (facts.isInTrash) return 'killed'
  if (act === 'comment') return closedBy(facts, now)
  // Not even its owner opens what is locked with a passkey without it.
  if (facts.needsPasskey) return 'passkeyNeeded'
  // The owner sees the pages, no matter what readers get.
  return act === 'download' ? null : unready({ ...facts, isWebView: true }, act)
}

function closedBy(facts: PolicyFacts, now: number): ProblemName | null {
  const { state } = expiryState(facts, now)
  return state === 'Unshared'
    ? 'killed'
    : state === 'Expired'
      ? 'expired'
      : state === 'Destructed'
        ? 'destructed'
        : null
}

/** What comes before the name of the file. New terms apply from the next opening on, not in the middle of reading. */
function requiredFirst(facts: PolicyFacts, act: Act): ProblemName | null {
  const isReading = facts.isOpened && act !== 'open'
  if (facts.owesTerms && !isReading) return 'termsNeeded'
  if (facts.needsPasskey) return 'passkeyNeeded'
  return facts.owesName && !isReading ? 'nameNeeded' : null
}

function unready(facts: PolicyFacts, act: Act): ProblemName | null {
  if (!facts.isWebView || act === 'forward' || act === 'comment') return null
  if (facts.renderStatus === 'In Progress') return 'processing'
  return facts.renderStatus === 'Error' ? 'renderError' : null
}

function refusedAct(facts: PolicyFacts, act: Act): ProblemName | null {
  if (act === 'forward' || act === 'comment')
    return facts.relationship === 'recipient' ? null : 'namedPeopleOnly'
  if (act === 'download' && !facts.mayDownload) return 'downloadNotAllowed'
  if ((act === 'see' || act === 'readText') && !facts.isWebView) return 'viewNotAllowed'
  if (act === 'readText' && !facts.mayReadText) return 'textNotAllowed'
  if ((act === 'print' || act === 'seePrint') && !(facts.mayPrint && facts.isWebView))
    return 'printNotAllowed'
  if (act === 'print' && facts.printsLeft < 1) return 'printsUsedUp'
  return act === 'open' || facts.isOpened ? null : 'openFirst'
}
