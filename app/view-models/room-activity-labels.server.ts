import type { Detail, RoomEventKind } from '#server/events/events.ts'
import { counted } from '#server/rules/text/format.ts'

/** What happened in a room, as it is read after the name of who did it. One line for each kind of event. */
export const roomActivityLabel: Record<RoomEventKind, (detail: Detail) => string> = {
  RoomMade: () => 'created this data room',
  RoomChanged: ({ field, from, to }) =>
    `changed the settings of the data room${field ? `: ${field} from ${from} to ${to}` : ''}`,
  RoomCopied: () => 'created this data room as a copy of another',
  RoomArchived: () => 'archived the data room',
  RoomReopened: () => 'reopened the archived data room',
  RoomBinned: () => 'moved the data room to trash',
  RoomUnbinned: () => 'restored the data room from trash',
  RoomTransferred: ({ to }) => `transferred the data room to ${to}`,
  RoomHandedOver: ({ from, to }) => `transferred the data room from ${from} to ${to}`,
  RoomUpgraded: () => 'upgraded this data room to version 2',
  RoomEntered: ({ isFirst }) => `entered the data room${isFirst ? ' for the first time' : ''}`,
  FolderMade: ({ name }) => `created the folder ${name}`,
  FileAdded: ({ name }) => `added ${name}`,
  FileReplaced: ({ name, version }) => `added version ${version} of ${name}`,
  FileVersionChosen: ({ name, version }) => `restored version ${version} of ${name}`,
  FileCommented: ({ name }) => `commented on ${name}`,
  ItemRenamed: ({ from, to }) => `renamed ${from} to ${to}`,
  ItemMoved: ({ name, to }) => `moved ${name} to ${to}`,
  ItemCopied: ({ name, to }) => `copied ${name} to ${to}`,
  ItemsOrdered: ({ name }) => `reordered ${name}`,
  ItemBinned: ({ name }) => `moved ${name} to trash`,
  ItemUnbinned: ({ name }) => `restored ${name} from trash`,
  ItemErased: ({ name }) => `deleted ${name} permanently`,
  MemberAdded: ({ person, role }) => `added ${person}${role ? ` as ${role}` : ''}`,
  MemberChanged: ({ person, role }) => `changed ${person}${role ? ` to ${role}` : ''}`,
  MemberSuspended: ({ person }) => `suspended ${person}`,
  MemberBack: ({ person }) => `restored access for ${person}`,
  MemberRemoved: ({ person }) => `removed ${person}`,
  MemberLeft: () => 'left the data room',
  MemberInvited: ({ person }) => `sent the invitation to ${person} again`,
  GroupMade: ({ group }) => `created the group ${group}`,
  GroupChanged: ({ group }) => `changed the group ${group}`,
  GroupRemoved: ({ group }) => `deleted the group ${group}`,
  RightsChanged: ({ person, name, from, to }) =>
    `changed the permissions of ${person}${name ? ` on ${name}` : ''}${from && to ? ` from ${from} to ${to}` : ''}`,
  NewsSent: ({ files, people }) =>
    `notified ${people} ${Number(people) === 1 ? 'person' : 'people'} about ${counted(Number(files), 'new file')}`,
  AdminBrowsed: ({ reason }) => `viewed the list of files as a team administrator: ${reason}`,
}
