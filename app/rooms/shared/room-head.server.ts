import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { day, expiryState, expiryWords } from '#server/rules/sharing/expiry.ts'
import { decideInRoom, type RoomAct } from '#server/rules/rooms/room-policy.ts'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import type { RoomHeadShown, RoomTab } from '#app/ui/frame/room-head.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { href, routes } from '#app/routes.ts'
import { roomBarStyles } from '#app/rooms/shared/room-bar.server.ts'
import { activityPath, folderPath } from '#app/view-models/room-links.server.ts'

/** The head of each page of a room: its name, its pages for this person, and what everyone needs to know about it. */
export function roomHead(
  context: RequestContext,
  room: RoomAccess,
  { here }: { here: RoomTab },
): RoomHeadShown {
  const may = (act: RoomAct) => decideInRoom(room.policyFacts, act, context.now) === null
  const RoomGuid = room.guid
  const settings = href(routes.rooms.settings, { RoomGuid })
  const open = (label: string, to: string, tab: RoomTab, isOpen: boolean) =>
    isOpen ? [{ label, to, isHere: tab === here }] : []
  const isManager = may('manage')
  const tabs = [
    ...open('Files', folderPath(room, room.guid), 'files', true),
    ...open('People', href(routes.rooms.people.index, { RoomGuid }), 'people', isManager),
    ...open('Permissions', href(routes.rooms.rights.matrix, { RoomGuid }), 'rights', isManager),
    ...open('Activity', activityPath(room, room.guid), 'activity', isManager),
    ...open('Settings', settings, 'settings', isManager),
    // Those who manage the room find these under its settings.
    ...(isManager
      ? []
      : besideSettings(context, room).map((link) => ({ ...link, isHere: here === 'settings' }))),
    ...open('Leave', href(routes.rooms.leave, { RoomGuid }), 'leave', may('leave')),
  ]
  return {
    name: room.name,
    to: folderPath(room, room.guid),
    facts: [
      room.policyFacts.relationship === 'owner'
        ? 'You own it'
        : `Owner: ${room.owner.name || room.owner.email}`,
    ],
    tabs,
    bar: roomBarStyles(context, room),
    notes: [archiveNote(room), endNote(room, context.now)].filter((note) => note !== null),
  }
}

/** What becomes of the room and of what was deleted in it, as far as this person may see to it. */
export function besideSettings({ now }: RequestContext, { guid, policyFacts }: RoomAccess): Crumb[] {
  // An archived room can no longer be arranged, but its trash can still be viewed.
  const mayArrange = decideInRoom({ ...policyFacts, status: 'Active' }, 'arrange', now) === null
  const mayRemove = decideInRoom(policyFacts, 'remove', now) === null
  const trash = { label: 'Trash', to: href(routes.rooms.itemTrash, { RoomGuid: guid }) }
  const end = { label: 'Archive and delete', to: href(routes.rooms.archive, { RoomGuid: guid }) }
  return [...(mayArrange ? [trash] : []), ...(mayRemove ? [end] : [])]
}

function archiveNote({ archivedAt }: RoomAccess): string | null {
  if (archivedAt === null) return null
  return 'This data room is archived. You can read everything, but nothing can be changed.'
}

/** An end further away is not news. */
const soon = 14 * day

function endNote({ policyFacts }: RoomAccess, now: number): string | null {
  // The owner and co-owners stay when the room ends for others.
  const isMember = policyFacts.relationship === 'member'
  const facts = { ...policyFacts, status: 'Active' as const, ...(isMember ? {} : { ownEndsAt: null }) }
  const found = expiryState(facts, now)
  if (isMember) {
    if (found.state !== 'open' || found.endsAt === null || found.endsAt - now > soon) return null
    return `Your access to this data room ends soon: ${expiryWords(facts, now)}.`
  }
  if (policyFacts.destructSeconds !== 0 || found.state === 'Unshared') return null
  if (found.state !== 'open') return 'This data room has ended. Members no longer have access.'
  if (found.endsAt === null || found.endsAt - now > soon) return null
  return `This data room ends soon for its members: ${expiryWords(facts, now)}.`
}
