import type { Choice } from './options.ts'

/** What the owner of a share is asked: a recipient wants to forward it, or someone else requests access. */
export type RequestKind = 'forward' | 'access'
export type Decision = 'approve' | 'reject'
/** What an approved person gets: the pages alone, or what the share allows. */
export type Granted = 'view' | 'same'

const day = 86_400_000

/** How long the owner can decide on a request. */
export const requestLives = 14 * day
/** What a recipient can ask for once their access has ended. */
export const extraDays = 7
/** How long the links in the owner's email work. */
export const decisionLinkLives = 7 * day
/** After a rejection the same person can ask again, but not before this. */
export const askAgainAfter = day
/** How often one person can be rejected for one share before they can no longer ask. */
export const maxRefusals = 2
/** Longest reason, message to the owner, or note of the owner's, in characters. */
export const maxReasonLength = 500

export const grantedChoices: Choice<Granted>[] = [
  { value: 'view', label: 'View only', hint: 'They can read the pages here, not download or print.' },
  { value: 'same', label: 'Same permissions', hint: 'Whatever the file’s protections allow.' },
]
