import { isGuid } from '#server/rules/text/guid.ts'
import { expiryText } from '#server/rules/sharing/expiry.ts'
import { counted, recentTime, shownTime, type ShownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { decideInRoom, mayReadName } from '#server/rules/rooms/room-policy.ts'
import { roleName, roles } from '#server/rules/rooms/room-roles.ts'
import {
  roomOrders,
  type RoomBeside,
  type RoomOrder,
  type RoomRange,
  type RoomRow,
} from '#server/rooms/lists/room-list.ts'
import type { RoomListed } from '#server/rooms/lists/rooms-found.ts'
import { maxSearchLength } from '#server/rules/text/search-length.ts'
import { href, routes } from '#app/routes.ts'
import type { Tone } from '#app/ui/badge.tsx'
import type { ChoiceLink } from '#app/ui/forms/choice-links.tsx'
import { folderPath } from '#app/view-models/room-links.server.ts'

/** One row of a list of rooms, ready to display. */
export type ListedRoom = {
  guid: string
  name: string
  to: string
  description: string
  role: string
  owner: string
  visited: ShownTime | null
  people: string | null
  state: { words: string; tone: Tone }
  /** What is recorded about its reader; null for people who manage the room. */
  receipt: string | null
}

export function listedRoom({ room, people }: RoomRow, timeZone: string, now: number): ListedRoom {
  const visitedAt = room.member?.enteredAt ?? null
  const isOwner = room.policyFacts.relationship === 'owner'
  const isNamed = mayReadName(room.policyFacts)
  return {
    guid: room.guid,
    name: isNamed ? room.name : 'A data room',
    to: folderPath(room, room.guid),
    description: isNamed ? (room.description.split('\n')[0] ?? '') : '',
    role: roleName(room.policyFacts.role ?? roles.view, room.version),
    owner: isOwner ? 'You' : room.owner.name || room.owner.email,
    visited: visitedAt === null ? null : recentTime(visitedAt, timeZone, now),
    people: people === null ? null : counted(people, 'member'),
    state: stateOf(room, timeZone, now),
    receipt:
      room.policyFacts.relationship === 'member'
        ? href(routes.received.receipt, { ShareGuid: room.guid })
        : null,
  }
}

/** Whether the room can be entered now, and until when, in words for the listed person. */
function stateOf({ policyFacts }: RoomListed, timeZone: string, now: number): ListedRoom['state'] {
  const refusal = decideInRoom(policyFacts, 'enter', now)
  if (refusal === 'roomNotYet')
    return { words: `Access starts ${shownTime(policyFacts.ownStartsAt!, timeZone).text}`, tone: 'warn' }
  if (refusal === 'roomExpired') return { words: 'Access ended', tone: 'soft' }
  if (refusal === 'roomClosed') return { words: 'Closed', tone: 'soft' }
  if (refusal === 'termsNeeded') return { words: 'Accept the terms first', tone: 'brass' }
  // Only their owner learns of it: for the others it is closed.
  if (policyFacts.relationship === 'owner' && policyFacts.isOverPlan)
    return { words: 'Closed by plan', tone: 'warn' }
  if (policyFacts.status === 'Archived') return { words: 'Archived: read-only', tone: 'soft' }
  return { words: endText(policyFacts, now), tone: 'good' }
}

/** An owner and a co-owner keep access when it ends for others: they see when that is. */
function endText(policyFacts: RoomListed['policyFacts'], now: number): string {
  const isOwn = policyFacts.relationship === 'owner'
  const ends = {
    ...policyFacts,
    status: 'Active' as const,
    ...(isOwn ? { firstViewedAt: null, ownEndsAt: null } : {}),
  }
  return expiryText(ends, now).replace('after opening', 'after a first entry')
}

/** What an address of the list requests; anything that the list does not know is ignored. */
export function roomRange(url: URL, pageSize = rowsOnScreen): RoomRange {
  const query = url.searchParams
  const order = roomOrders.find((name) => name === query.get('order')) ?? 'visit'
  const at = (side: RoomBeside['side']) => besideOf(side, query.get(side), order)
  return {
    order,
    search: (query.get('q') ?? '').slice(0, maxSearchLength).replaceAll('\0', ''),
    pageSize,
    beside: at('after') ?? at('before'),
  }
}

function besideOf(side: RoomBeside['side'], written: string | null, order: RoomOrder): RoomBeside | null {
  const [, guid = '', key = ''] = /^([^-]*)-(.*)$/su.exec(written ?? '') ?? []
  if (!isGuid(guid) || key.length > 300 || key.includes('\0')) return null
  if (order === 'name') return { side, key, guid }
  return /^\d{1,16}$/.test(key) ? { side, key: Number(key), guid } : null
}

type RoomQuery = Pick<RoomRange, 'order' | 'search'>

/** The address of the list, without defaults. */
export function roomsPath(
  { order, search }: RoomQuery,
  place: Partial<Record<'after' | 'before', string>> = {},
): string {
  return href(
    routes.rooms.index,
    {},
    { order: order === 'visit' ? undefined : order, q: search || undefined, ...place },
  )
}

/** A name that the person may not read is not in an address either: the list identifies it by the room. */
export function beside({ room, key }: RoomRow, order: RoomOrder = 'visit'): string {
  return `${room.guid}-${order === 'name' && !mayReadName(room.policyFacts) ? '' : key}`
}

const orderLabels: Record<RoomOrder, string> = { visit: 'Last visit', newest: 'Newest', name: 'Name' }

export function roomOrderLinks(query: RoomQuery): ChoiceLink[] {
  return roomOrders.map((order) => ({
    label: orderLabels[order],
    to: roomsPath({ ...query, order }),
    isHere: order === query.order,
  }))
}
