import type { Act } from '#server/rules/sharing/policy.ts'
import type { ProblemName } from '#server/rules/problems.ts'

/**
 * A second implementation of the rules for shares, written independently of the policy and in another way: as sentences
 * in their order, over what happened so far.
 */
export type ModelPerson = {
  /** The confirmed address, whether or not it is on the list. */
  email: string | null
  isOwner: boolean
  browser: string
}

/** What one reader has done: who is on the list, in any browser, or the browser of someone with the link. */
export type ModelReader = {
  firstOpenedAt: number | null
  prints: number
  hasAccepted: boolean
  hasName: boolean
}

export type ModelVisit = { startedAt: number; seenAt: number }

export type ModelShare = {
  audience: 'people' | 'anyone'
  hasPasskey: boolean
  mayDownload: boolean
  mayPrint: boolean
  copies: number
  isWebView: boolean
  mayReadText: boolean
  asksName: boolean
  hasTerms: boolean
  destructSeconds: number
  expiresAt: number | null
  isUnshared: boolean
  isInTrash: boolean
  ownerIsActive: boolean
  pages: 'In Progress' | 'Rendered' | 'Error'
  list: Map<string, { isRemoved: boolean; isViewOnly: boolean; endsAt: number | null }>
  readers: Map<string, ModelReader>
  /** By browser and reader: opening in one browser does not open in another. */
  visits: Map<string, ModelVisit[]>
  /** Until when each browser holds the key, by browser. */
  keys: Map<string, number>
  linkFirstOpenedAt: number | null
  linkPrints: number
}

const openingLasts = 12 * 3_600_000
const oneVisit = 10 * 60_000

export function expectedAnswer(
  share: ModelShare,
  person: ModelPerson,
  act: Act,
  now: number,
): ProblemName | null {
  const { email, isOwner } = person
  const listed = listedAs(share, person)
  const reader = readerOf(share, person)
  const isAnonymous = !isOwner && !listed && share.audience === 'anyone'
  const isReading = visitsOf(share, person).some(({ startedAt }) => startedAt > now - openingLasts)
  const started = share.audience === 'anyone' ? share.linkFirstOpenedAt : listed ? reader.firstOpenedAt : null
  const isDestructed =
    share.destructSeconds > 0 && started !== null && now - started >= share.destructSeconds * 1000
  const isExpired = share.expiresAt !== null && now >= share.expiresAt
  const isOverForOne = now >= (listed?.endsAt ?? Infinity)
  const closed: [boolean, ProblemName][] = [
    [share.isUnshared || share.isInTrash, 'killed'],
    [isOverForOne || isExpired, 'expired'],
    [isDestructed, 'destructed'],
  ]
  const pages: [boolean, ProblemName][] = [
    [share.pages === 'In Progress', 'processing'],
    [share.pages === 'Error', 'renderError'],
  ]
  // Without a watermark, which these stories do not have, a failed file is downloaded by anyone who may.
  const isDownloadInstead = share.pages === 'Error' && share.mayDownload && listed?.isViewOnly !== true
  const isWebView = share.isWebView && !isDownloadInstead
  const isTalk = act === 'forward' || act === 'comment'
  const isOnPaper = act === 'print' || act === 'seePrint'
  const isLocked =
    share.hasPasskey && ((share.keys.get(person.browser) ?? 0) <= now || share.pages === 'In Progress')
  const copiesTaken = listed ? reader.prints : share.linkPrints

  if (isOwner) {
    if (act === 'manage') return null
    if (act === 'forward') return 'notRecipient'
    if (share.isInTrash) return 'killed'
    if (act === 'comment') return firstOf(closed)
    return firstOf([[isLocked, 'passkeyNeeded'], ...(act === 'download' ? [] : pages)])
  }
  return firstOf([
    [!listed && !isAnonymous && email === null, 'identityNeeded'],
    [!listed && !isAnonymous, 'notRecipient'],
    [act === 'manage', 'notFound'],
    [!share.ownerIsActive, 'killed'],
    ...closed,
    [share.hasTerms && !reader.hasAccepted && (act === 'open' || !isReading), 'termsNeeded'],
    [isLocked, 'passkeyNeeded'],
    [share.asksName && !reader.hasName && (act === 'open' || !isReading), 'nameNeeded'],
    ...(isTalk || !isWebView ? [] : pages),
    [isTalk && !listed, 'namedPeopleOnly'],
    [act === 'download' && (!share.mayDownload || listed?.isViewOnly === true), 'downloadNotAllowed'],
    [(act === 'see' || act === 'readText') && !isWebView, 'viewNotAllowed'],
    [act === 'readText' && !share.mayReadText, 'textNotAllowed'],
    [isOnPaper && (!share.mayPrint || !isWebView || listed?.isViewOnly === true), 'printNotAllowed'],
    [act === 'print' && copiesTaken >= (share.copies === -1 ? 9999 : share.copies), 'printsUsedUp'],
    [!isTalk && act !== 'open' && !isReading, 'openFirst'],
  ])
}

function firstOf(reasons: [boolean, ProblemName][]): ProblemName | null {
  return reasons.find(([holds]) => holds)?.[1] ?? null
}

/** What an allowed opening does. */
export function noteOpening(share: ModelShare, person: ModelPerson, now: number): void {
  if (person.isOwner) return
  const reader = readerOf(share, person)
  share.linkFirstOpenedAt ??= now
  reader.firstOpenedAt ??= now
  const visits = visitsOf(share, person)
  const latest = latestVisit(visits, now)
  if (latest && latest.seenAt > now - oneVisit) latest.seenAt = now
  else visits.push({ startedAt: now, seenAt: now })
}

/** What a copy that was issued does. */
export function notePrint(share: ModelShare, person: ModelPerson, now: number): void {
  if (person.isOwner) return
  if (listedAs(share, person)) readerOf(share, person).prints++
  else share.linkPrints++
  const latest = latestVisit(visitsOf(share, person), now)
  if (latest) latest.seenAt = now
}

export function readerOf(share: ModelShare, person: ModelPerson): ModelReader {
  const key = listedAs(share, person) ? person.email! : person.browser
  const known = share.readers.get(key)
  if (known) return known
  const reader = { firstOpenedAt: null, prints: 0, hasAccepted: false, hasName: false }
  share.readers.set(key, reader)
  return reader
}

function listedAs({ list }: ModelShare, { email }: ModelPerson) {
  const entry = email === null ? undefined : list.get(email)
  return entry?.isRemoved ? undefined : entry
}

function visitsOf(share: ModelShare, person: ModelPerson): ModelVisit[] {
  const key = `${person.browser} ${listedAs(share, person) ? person.email : ''}`
  const known = share.visits.get(key)
  if (known) return known
  const visits: ModelVisit[] = []
  share.visits.set(key, visits)
  return visits
}

function latestVisit(visits: ModelVisit[], now: number): ModelVisit | undefined {
  return visits
    .filter(({ startedAt }) => startedAt > now - openingLasts)
    .toSorted((a, b) => a.seenAt - b.seenAt)
    .at(-1)
}
