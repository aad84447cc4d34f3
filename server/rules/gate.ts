import { expiryState, type ExpiryFacts } from './expiry.ts'
import type { ProblemName } from './problems.ts'

/**
 * Who asks, in relation to one share: its owner; a person on the list who proved the address; a person who proved
 * an address that is not on the list; a visitor of a public link; or somebody of whom nothing is known.
 */
export type Standing = 'owner' | 'recipient' | 'other' | 'link visitor' | 'unknown'

/** What somebody wants to do. `open` starts reading; `see`, `print` and `download` need an opening. */
export type Act = 'open' | 'see' | 'print' | 'download' | 'manage'

export type GateFacts = ExpiryFacts & {
  standing: Standing
  /** Whether this reader pressed "Open" and that opening still holds. */
  isOpened: boolean
  mayDownload: boolean
  mayPrint: boolean
  renderStatus: 'In Progress' | 'Rendered' | 'Error'
  ownerStatus: 'Active' | 'Pending' | 'Suspended'
}

/** The one decision on a share: null when allowed, else the Problem that says why not. */
export function decide(facts: GateFacts, act: Act, now: number): ProblemName | null {
  if (facts.standing === 'unknown') return 'identityNeeded'
  if (facts.standing === 'owner') return decideForOwner(facts, act)
  if (facts.standing === 'other') return 'notRecipient'
  if (act === 'manage') return 'notFound'
  // A share does not outlive its owner's own right to be here.
  if (facts.ownerStatus !== 'Active') return 'killed'
  return closedBy(facts, now) ?? unready(facts) ?? refusedAct(facts, act)
}

function decideForOwner(facts: GateFacts, act: Act): ProblemName | null {
  if (act === 'manage' || act === 'download') return null
  return unready(facts)
}

function closedBy(facts: GateFacts, now: number): ProblemName | null {
  const { state } = expiryState(facts, now)
  return state === 'Unshared'
    ? 'killed'
    : state === 'Expired'
      ? 'expired'
      : state === 'Destructed'
        ? 'destructed'
        : null
}

function unready(facts: GateFacts): ProblemName | null {
  if (facts.renderStatus === 'In Progress') return 'processing'
  return facts.renderStatus === 'Error' ? 'renderError' : null
}

function refusedAct(facts: GateFacts, act: Act): ProblemName | null {
  if (act === 'download' && !facts.mayDownload) return 'downloadNotAllowed'
  if (act === 'print' && !facts.mayPrint) return 'printNotAllowed'
  return act === 'open' || facts.isOpened ? null : 'openFirst'
}
