import { counted } from '#server/rules/text/format.ts'
import { trashDays } from '#server/rules/sharing/trash.ts'

/** What removing a room means, shown before it is done. */
export const removeConsequences = [
  'The data room is closed to everybody at once. Who is reading stops at the next page.',
  `It goes into its owner’s bin for ${counted(trashDays, 'day')}. Until then the owner can put it back as it was.`,
  'After that it is erased for good, with its files, people and activity.',
]

/** What removing means when someone other than the owner does it. */
export function toldOwner(owner: string): string {
  return `${owner}, who owns the data room, gets a letter that says who did it. Your name stands in the activity, too.`
}

/** What permanently deleting a room means. */
export const roomErasureConsequences = [
  'All folders and files go with all their versions, the people with their rights, and the whole activity.',
  'Nobody can bring it back: not you, and not the person who runs this server.',
  'The storage that its files take is free in a moment.',
]

export const roomTrashExplained = `Deleted data rooms wait here for ${counted(trashDays, 'day')}, closed to everybody. Then they are erased for good. What was deleted inside a data room waits in the bin of that room.`

/** What copying a room means. */
export const copyConsequences = [
  'You get a new data room of your own with the same folders, in their order, and the same settings.',
  'Groups and people come along with their roles and their rights on folders. Nobody is told, unless you have invitations sent.',
  'Files, notes, comments and activity stay where they are.',
]

/** What transferring a room means. */
export const giveConsequences = [
  'The person gets a letter with a link, and has 14 days to accept, signed in with an account of that address. Until then nothing changes, and you can withdraw the offer.',
  'Once it is accepted, the data room and all its files are the other person’s: what they take no longer counts as your storage.',
  'You stay in it as co-owner where both of you are in one team, and otherwise with the right to read and download. Co-owners who are not in the new owner’s team become readers, too.',
  'Only the new owner can give it back.',
]

/** What accepting ownership of a room means. */
export const acceptConsequences = [
  'You own the data room with all its files, people and rights. What its files take counts as your storage.',
  'Who owned it stays in it, as co-owner where both of you are in one team, and otherwise as somebody who reads and downloads. You can remove anybody.',
  'Both of you get a letter that says so.',
]

/** What the upgrade means. */
export function upgradeConsequences(keepsNoPrint: boolean): string[] {
  return [
    'Everybody may do exactly what they may do now. What the settings allow to all viewers becomes each person’s own role, which you can change later.',
    keepsNoPrint
      ? 'Printing stays switched off in the settings of the data room: no role downloads without printing.'
      : 'The settings of the data room allow download and print afterwards, so that roles alone decide.',
    'The address of the data room changes from /d to /dr. The old one leads there.',
    'This cannot be undone.',
  ]
}
