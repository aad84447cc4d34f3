import type { Detail } from '#server/tracking/tracking.ts'
import type { RoomEventKind } from '#server/tracking/room-events.ts'

/** What happened in a room, as it is read after the name of who did it. One line for each kind of event. */
export const roomActivityWords: Record<RoomEventKind, (detail: Detail) => string> = {
  RoomMade: () => 'made this data room',
  RoomChanged: ({ field, from, to }) =>
    `changed the settings of the data room${field ? `: ${field} from ${from} to ${to}` : ''}`,
  RoomCopied: () => 'made this data room as a copy of another one',
  RoomArchived: () => 'archived the data room',
  RoomReopened: () => 'opened the archived data room again',
  RoomBinned: () => 'deleted the data room, into the bin',
  RoomUnbinned: () => 'took the data room out of the bin',
  RoomTransferred: ({ to }) => `gave the data room to ${to}`,
  RoomUpgraded: () => 'made this a data room of version 2',
  RoomEntered: ({ isFirst }) => `entered the data room${isFirst ? ' for the first time' : ''}`,
  FolderMade: ({ name }) => `made the folder ${name}`,
  FileAdded: ({ name }) => `added ${name}`,
  FileReplaced: ({ name, version }) => `added version ${version} of ${name}`,
  FileVersionChosen: ({ name, version }) => `went back to version ${version} of ${name}`,
  ItemRenamed: ({ from, to }) => `renamed ${from} to ${to}`,
  ItemMoved: ({ name, to }) => `moved ${name} to ${to}`,
  ItemCopied: ({ name, to }) => `copied ${name} to ${to}`,
  ItemsOrdered: ({ name }) => `ordered the list of ${name}`,
  ItemBinned: ({ name }) => `deleted ${name}, into the bin`,
  ItemUnbinned: ({ name }) => `took ${name} out of the bin`,
  ItemErased: ({ name }) => `deleted ${name} for good`,
  MemberAdded: ({ person, role }) => `added ${person}${role ? ` as ${role}` : ''}`,
  MemberChanged: ({ person, role }) => `changed ${person}${role ? ` to ${role}` : ''}`,
  MemberSuspended: ({ person }) => `suspended ${person}`,
  MemberBack: ({ person }) => `let ${person} in again`,
  MemberRemoved: ({ person }) => `removed ${person}`,
  MemberLeft: () => 'left the data room',
  MemberInvited: ({ person }) => `sent the invitation to ${person} again`,
  GroupMade: ({ group }) => `made the group ${group}`,
  GroupChanged: ({ group }) => `changed the group ${group}`,
  GroupRemoved: ({ group }) => `removed the group ${group}`,
  RightsChanged: ({ person, name, from, to }) =>
    `changed the rights of ${person}${name ? ` on ${name}` : ''}${from && to ? ` from ${from} to ${to}` : ''}`,
  NewsSent: ({ files, people }) => `told ${people} people about ${files} new files`,
  AdminBrowsed: ({ reason }) => `looked at the list of files as an administrator of the team: ${reason}`,
  AdminOpened: ({ name, reason }) => `opened ${name} as an administrator of the team: ${reason}`,
}
