import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { day, expiryState, expiryText } from '#server/rules/sharing/expiry.ts'
import { counted, fileSize } from '#server/rules/text/format.ts'
import { roleName } from '#server/rules/rooms/room-roles.ts'
import { decideInRoom, type RoomAct } from '#server/rules/rooms/room-policy.ts'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import type { RoomHeadShown, RoomTab } from '#app/ui/frame/room-head.tsx'
import type { RequestContext } from '#app/request/loader.server.ts'
import { href, routes } from '#app/routes.ts'
import { roomBarStyles, roomLogo } from '#app/rooms/shared/room-bar.server.ts'
import { activityPath, folderPath } from '#app/view-models/room-links.server.ts'

/** The head of each page of a room: its name, its pages for this person, and what everyone needs to know about it. */
export async function roomHead(
  context: RequestContext,
  room: RoomAccess,
  { here }: { here: RoomTab },
): Promise<RoomHeadShown> {
  const may = (act: RoomAct) => decideInRoom(room.policyFacts, act, context.now) === null
  const RoomGuid = room.guid
  const settings = href(routes.rooms.settings, { RoomGuid })
  const open = (label: string, to: string, tab: RoomTab, isOpen: boolean) =>
    isOpen ? [{ label, to, isHere: tab === here }] : []
  const isManager = may('manage')
  const [weight, members] = await Promise.all([
    context.services.rooms.all.weigh(room),
    isManager ? context.services.rooms.all.countMembers(room) : null,
  ])
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
      ...(members === null ? [] : [counted(members, 'member')]),
      ...(weight && weight.files > 0 ? [weightText(weight)] : []),
      ...whoseFacts(room),
      ...endFact(room, context.now),
    ],
    tabs,
    bar: roomBarStyles(context, room),
    logo: roomLogo(room),
    notes: [planNote(room), archiveNote(room), endNote(room, context.now)].filter((note) => note !== null),
  }
}

/** "142 files, 1.9 GB" */
export function weightText({ files, bytes }: { files: number; bytes: number }): string {
  return `${counted(files, 'file')}, ${fileSize(bytes)}`
}

/** Whose room it is, and what this person is in it. */
function whoseFacts({ owner, version, policyFacts: { relationship, role } }: RoomAccess): string[] {
  if (relationship === 'owner') return ['You own it']
  const ownedBy = `Owner: ${owner.name || owner.email}`
  return role === null ? [ownedBy] : [ownedBy, `Your role: ${roleName(role, version)}`]
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

function planNote({ policyFacts: { relationship, isOverPlan } }: RoomAccess): string | null {
  if (relationship !== 'owner' || !isOverPlan) return null
  return 'This data room is over the limits of your plan: it’s closed to its members, and you can read it but not change it. Nothing is deleted.'
}

function archiveNote({ archivedAt }: RoomAccess): string | null {
  if (archivedAt === null) return null
  return 'This data room is archived. You can read everything, but nothing can be changed.'
}

/** An end further away is a fact; from then on it is news. */
const soon = 14 * day

function endFact(room: RoomAccess, now: number): string[] {
  const end = endOf(room, now)
  return end.endsAt !== null && end.endsAt - now > soon ? [end.words] : []
}

function endNote(room: RoomAccess, now: number): string | null {
  const { policyFacts } = room
  const isMember = policyFacts.relationship === 'member'
  const { state, endsAt, words } = endOf(room, now)
  const endsSoon = endsAt !== null && endsAt - now <= soon
  if (isMember) return endsSoon ? `Your access to this data room ends soon: ${words}.` : null
  if (policyFacts.destructSeconds !== 0 || state === 'Unshared') return null
  if (state !== 'open') return 'This data room has ended. Members no longer have access.'
  return endsSoon ? `This data room ends soon for its members: ${words}.` : null
}

/** When the room ends for a member; the owner and co-owners stay when it ends for others. */
function endOf({ policyFacts }: RoomAccess, now: number) {
  const isMember = policyFacts.relationship === 'member'
  const facts = { ...policyFacts, status: 'Active' as const, ...(isMember ? {} : { ownEndsAt: null }) }
  return { endsAt: null, ...expiryState(facts, now), words: expiryText(facts, now) }
}
