import { counted } from '#server/rules/text/format.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'

/** What removing a room means, shown before it is done. */
export const removeConsequences = [
  'The data room closes to everyone right away. Anyone reading stops at the next page.',
  `It moves to the owner’s trash for ${counted(trashDays, 'day')}. The owner can restore it until then.`,
  'After that it’s deleted permanently, with its files, members and activity.',
]

/** What removing means when someone other than the owner does it. */
export function toldOwner(owner: string): string {
  return `${owner}, the owner, gets an email with your name. It’s recorded in the activity too.`
}

/** What permanently deleting a room means. */
export const roomErasureConsequences = [
  'All folders, files and versions, members and permissions, and all activity are deleted.',
  'This can’t be undone, not even by your administrator.',
  'Storage is freed shortly.',
]

export const roomTrashExplained = `Deleted data rooms stay here for ${counted(trashDays, 'day')}, closed to everyone, and are then deleted permanently. Items deleted inside a data room are in that room’s trash.`

/** What copying a room means. */
export const copyConsequences = [
  'You get a new data room with the same folders, order and settings.',
  'Groups and members are copied with their roles and folder permissions. No one is notified unless you send invitations.',
  'Files, notes, comments and activity aren’t copied.',
]

/** What transferring a room means. */
export const giveConsequences = [
  'They get an email and have 14 days to accept, signed in with that address. Until then nothing changes, and you can withdraw the offer.',
  'Once they accept, they own the data room and all its files, which no longer count towards your storage.',
  'You stay as a co-owner if you’re both in the same team; otherwise you can read and download. Co-owners outside the new owner’s team can only read and download, too.',
  'Only the new owner can transfer it back.',
]

/** What accepting ownership of a room means. */
export const acceptConsequences = [
  'You own the data room with all its files, members and permissions. Its files count towards your storage.',
  'The previous owner stays as a co-owner if you’re both in the same team; otherwise they can read and download. You can remove anyone.',
  'You’ll both get an email to confirm.',
]

/** What the upgrade means. */
export function upgradeConsequences(keepsNoPrint: boolean): string[] {
  return [
    'Everyone keeps the access they have now. What the settings allow all viewers becomes each member’s own role, which you can change later.',
    keepsNoPrint
      ? 'Printing stays off in the data room’s settings, because no role can download without printing.'
      : 'The data room’s settings will then allow downloading and printing, so that roles decide.',
    'The data room’s address changes from /d to /dr. The old one redirects to it.',
    'This can’t be undone.',
  ]
}
