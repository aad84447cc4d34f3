import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { day, expiryState, expiryWords } from '#server/rules/sharing/expiry.ts'
import { decideInRoom, type RoomAct } from '#server/rules/rooms/room-policy.ts'
import type { RoomHeadShown, RoomTab } from '#app/ui/room-head.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { href, routes } from '#app/routes.ts'
import { activityPath, folderPath } from '#app/view-models/room-links.server.ts'

/** The head of each page of a room: its name, its pages for this person, and what everyone needs to know about it. */
export function roomHead(
  { now }: RequestContext,
  room: RoomAccess,
  { here }: { here: RoomTab },
): RoomHeadShown {
  const may = (act: RoomAct) => decideInRoom(room.policyFacts, act, now) === null
  // An archived room can no longer be arranged, but its trash can still be viewed.
  const mayArrange = decideInRoom({ ...room.policyFacts, status: 'Active' }, 'arrange', now) === null
  const RoomGuid = room.guid
  const tabs: (RoomHeadShown['tabs'][number] & { isOpen: boolean })[] = [
    { tab: 'files', name: 'Files', to: folderPath(room, room.guid), isOpen: true },
    {
      tab: 'people',
      name: 'People',
      to: href(routes.rooms.people.index, { RoomGuid }),
      isOpen: may('manage'),
    },
    {
      tab: 'rights',
      name: 'Rights',
      to: href(routes.rooms.rights.matrix, { RoomGuid }),
      isOpen: may('manage'),
    },
    { tab: 'activity', name: 'Activity', to: activityPath(room, room.guid), isOpen: may('manage') },
    {
      tab: 'settings',
      name: 'Settings',
      to: href(routes.rooms.settings, { RoomGuid }),
      isOpen: may('manage'),
    },
    { tab: 'bin', name: 'Bin', to: href(routes.rooms.itemTrash, { RoomGuid }), isOpen: mayArrange },
    {
      tab: 'end',
      name: 'Archive and delete',
      to: href(routes.rooms.archive, { RoomGuid }),
      isOpen: may('remove'),
    },
    { tab: 'leave', name: 'Leave', to: href(routes.rooms.leave, { RoomGuid }), isOpen: may('leave') },
  ]
  return {
    name: room.name,
    to: folderPath(room, room.guid),
    here,
    tabs: tabs.filter(({ isOpen }) => isOpen).map(({ tab, name, to }) => ({ tab, name, to })),
    notes: [archiveNote(room), endNote(room, now)].filter((note) => note !== null),
  }
}

function archiveNote({ archivedAt }: RoomAccess): string | null {
  if (archivedAt === null) return null
  return 'This data room is archived: everything in it can be read, and nothing can be changed.'
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
    return `Your time in this data room ends soon: ${expiryWords(facts, now)}.`
  }
  if (policyFacts.destructSeconds !== 0 || found.state === 'Unshared') return null
  if (found.state !== 'open') return 'This data room has ended: its members do not come in any more.'
  if (found.endsAt === null || found.endsAt - now > soon) return null
  return `This data room ends soon for its members: ${expiryWords(facts, now)}.`
}
