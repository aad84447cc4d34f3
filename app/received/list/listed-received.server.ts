import type { User } from '#server/accounts/accounts.ts'
import { expiryWords } from '#server/rules/sharing/expiry.ts'
import { counted, shownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { besideOf, rowKey } from '#server/shares/lists/list.ts'
import { receiveModes, type ReceiveMode } from '#server/viewing/records/received.ts'
import type { ReceivedFile } from '#server/viewing/records/received-facts.ts'
import { href, routes } from '#app/routes.ts'
import type { Tone } from '#app/ui/badge.tsx'
import type { ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { pageNumber, type RequestContext } from '#app/request/loader.server.ts'
import { maxListed } from '#app/view-models/sent-list.server.ts'

/** One received file, ready to display. */
export type ListedReceived = {
  key: string
  title: string
  /** Null if nothing can be opened any more. */
  to: string | null
  sender: string
  senderEmail: string
  sentTo: string
  at: { text: string; title: string }
  status: { words: string; tone: Tone }
  rights: string[]
  until: string
  message: string
  asks: string[]
}

export type ReceivedQuery = { mode: ReceiveMode; sender: string }

export function receivedQuery(url: URL): ReceivedQuery {
  return {
    mode: receiveModes.find((name) => name === url.searchParams.get('mode')) ?? 'all',
    sender: (url.searchParams.get('sender') ?? '').slice(0, 200),
  }
}

type Place = { page?: number; after?: string | undefined; before?: string | undefined }

/** The address of the list, without defaults. */
export function receivedPath({ mode, sender }: ReceivedQuery, place: Place = {}): string {
  const query = { mode: mode === 'all' ? undefined : mode, sender: sender || undefined }
  return href(routes.received.index, {}, { ...query, ...place })
}

const modeWords: Record<ReceiveMode, string> = {
  all: 'All',
  new: 'New',
  opened: 'Opened',
  over: 'Access ended',
}

export function modeLinks(query: ReceivedQuery): ChoiceLink[] {
  return receiveModes.map((mode) => ({
    label: modeWords[mode],
    to: receivedPath({ ...query, mode }),
    isHere: mode === query.mode,
  }))
}

/** A page of what the user received. */
export async function listedReceived(context: RequestContext, user: User, query: ReceivedQuery) {
  const { services, url, now } = context
  const page = pageNumber(url)
  const at = (side: 'after' | 'before') => besideOf(side, url.searchParams.get(side), 'newest')
  const { files, hasMore, total } = await services.viewing.received.list(user, {
    ...query,
    page,
    pageSize: rowsOnScreen,
    beside: page > 1 ? (at('after') ?? at('before')) : null,
    countTo: maxListed + 1,
  })
  const [first, last] = [files[0], files.at(-1)].map(
    (file) => file && rowKey({ key: file.addedAt, guid: file.recipientGuid }),
  )
  return {
    files: files.map((file) => listed(file, user, now)),
    page,
    total,
    previous: page > 1 ? receivedPath(query, { page: page - 1, before: first }) : null,
    next: hasMore ? receivedPath(query, { page: page + 1, after: last }) : null,
  }
}

function listed(file: ReceivedFile, user: User, now: number): ListedReceived {
  const { sender } = file
  return {
    key: file.recipientGuid,
    title: file.name ?? `A protected file from ${sender.name}`,
    to: file.isOpen ? href(routes.reading.entry, { ShareGuid: file.shareGuid }) : null,
    sender: sender.name,
    senderEmail: sender.email,
    sentTo: file.email.toLowerCase() === user.email.toLowerCase() ? '' : file.email,
    at: shownTime(file.addedAt, user.timeZone),
    status: statusOf(file),
    rights: rightsOf(file),
    until: file.isOpen ? expiryWords(file.policyFacts, now) : '–',
    message: file.message,
    asks: asksOf(file),
  }
}

/** Why something closed is the sender's business: it is closed. */
function statusOf({ isOpen, isOpened }: ReceivedFile): ListedReceived['status'] {
  if (!isOpen) return { words: 'Access ended', tone: 'soft' }
  return isOpened ? { words: 'Opened', tone: 'good' } : { words: 'New', tone: 'brass' }
}

function rightsOf({ rights, isPlayed }: ReceivedFile): string[] {
  const { view, print, printsLeft, download } = rights
  const prints =
    printsLeft === null ? 'Print' : `Print (${counted(printsLeft, 'copy').replace('copys', 'copies')} left)`
  return [
    ...(view ? [isPlayed ? 'Play' : 'View'] : []),
    ...(print ? [prints] : []),
    ...(download ? ['Download'] : []),
  ]
}

function asksOf({ asks }: ReceivedFile): string[] {
  return [
    ...(asks.terms ? ['Asks you to accept terms first'] : []),
    ...(asks.passkey ? ['Asks for a passkey, which the sender tells you'] : []),
    ...(asks.name ? ['Asks for your name first'] : []),
  ]
}
