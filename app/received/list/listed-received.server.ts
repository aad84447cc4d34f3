import type { User } from '#server/accounts/accounts.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import { counted, recentTime, type ShownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { besideOf, rowKey } from '#server/shares/lists/list.ts'
import { receiveModes, type ReceiveMode } from '#server/viewing/records/received.ts'
import type { ReceivedFile } from '#server/viewing/records/received-facts.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'
import type { Tone } from '#app/ui/badge.tsx'
import type { ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { pageNumber, type RequestContext } from '#app/request/loader.server.ts'
import { endLabel } from '#app/view-models/end-labels.server.ts'
import { countListed, maxListed } from '#app/view-models/sent-list.server.ts'

/** One received file, ready to display. */
export type ListedReceived = {
  key: string
  shareGuid: string
  title: string
  /** Null if nothing can be opened any more. */
  to: string | null
  sender: string
  senderEmail: string
  sentTo: string
  kind: FileKind
  /** The picture of page 1, if the reader has the file open. */
  picture: string | null
  at: ShownTime
  /** Open and not opened yet. */
  isNew: boolean
  rights: string[]
  /** When access ends; a tone only for what is out of the ordinary. */
  ends: { words: string; tone: Tone | null }
  message: string
  asks: string[]
}

export type ReceivedQuery = { mode: ReceiveMode; sender: string }

export function receivedQuery(url: URL): ReceivedQuery {
  return {
    mode: receiveModes.find((name) => name === url.searchParams.get('mode')) ?? 'all',
    sender: (url.searchParams.get('sender') ?? '').slice(0, maxSearchLength),
  }
}

type Place = { page?: number; after?: string | undefined; before?: string | undefined }

/** The address of the list, without defaults. */
export function receivedPath({ mode, sender }: ReceivedQuery, place: Place = {}): string {
  const query = { mode: mode === 'all' ? undefined : mode, sender: sender || undefined }
  return href(routes.received.index, {}, { ...query, ...place })
}

const modeLabels: Record<ReceiveMode, string> = {
  all: 'All',
  new: 'New',
  opened: 'Opened',
  over: 'Access ended',
}

/** The filters; of the current one it says how many there are. */
export function modeLinks(query: ReceivedQuery, total: number): ChoiceLink[] {
  return receiveModes.map((mode) => ({
    label: modeLabels[mode],
    to: receivedPath({ ...query, mode }),
    isHere: mode === query.mode,
    count: mode === query.mode ? countListed(total) : undefined,
  }))
}

/** A page of what the user received. */
export async function listedReceived(context: RequestContext, user: User, query: ReceivedQuery) {
  const { services, visitor, url, now } = context
  const page = pageNumber(url)
  const at = (side: 'after' | 'before') => besideOf(side, url.searchParams.get(side), 'newest')
  const { files, hasMore, total } = await services.viewing.received.list(user, {
    ...query,
    page,
    pageSize: rowsOnScreen,
    beside: page > 1 ? (at('after') ?? at('before')) : null,
    countTo: maxListed + 1,
  })
  const seen = await services.viewing.firstPages.seenAmong(await visitor.identity(), files)
  const [first, last] = [files[0], files.at(-1)].map(
    (file) => file && rowKey({ key: file.addedAt, guid: file.recipientGuid }),
  )
  return {
    files: files.map((file) => ({
      ...listed(file, user, now),
      picture: seen.has(file.shareGuid)
        ? href(routes.reading.thumbnail, { ShareGuid: file.shareGuid })
        : null,
    })),
    page,
    total,
    previous: page > 1 ? receivedPath(query, { page: page - 1, before: first }) : null,
    next: hasMore ? receivedPath(query, { page: page + 1, after: last }) : null,
  }
}

function listed(file: ReceivedFile, user: User, now: number): Omit<ListedReceived, 'picture'> {
  const { sender } = file
  return {
    key: file.recipientGuid,
    shareGuid: file.shareGuid,
    title: file.name ?? `A protected file from ${sender.name}`,
    to: file.isOpen ? href(routes.reading.entry, { ShareGuid: file.shareGuid }) : null,
    sender: sender.name,
    senderEmail: sender.email,
    sentTo: file.email.toLowerCase() === user.email.toLowerCase() ? '' : file.email,
    kind: file.kind ?? 'other',
    at: recentTime(file.addedAt, user.timeZone, now),
    isNew: file.isOpen && !file.isOpened,
    rights: rightsOf(file),
    ends: endsShown(file, now),
    message: file.message,
    asks: asksOf(file),
  }
}

/** Why something closed is the sender's business: it is closed. */
function endsShown({ isOpen, policyFacts }: ReceivedFile, now: number): ListedReceived['ends'] {
  if (!isOpen) return { words: 'Access ended', tone: 'soft' }
  return endLabel(policyFacts, now)
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
