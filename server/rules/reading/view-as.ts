import type { Relationship } from '#server/rules/sharing/policy.ts'

/** The roles in which someone looks at a file; the last two are for files in data rooms. */
export const views = ['self', 'sender', 'recipient', 'folderowner', 'ownerasrecipient'] as const
export type View = (typeof views)[number]

/** Whether someone can look at a file in this role. Anyone else is refused; there is no fallback. */
export function mayViewAs(relationship: Relationship, view: View, isInRoom = false): boolean {
  const isReader = relationship === 'recipient' || relationship === 'link visitor'
  if (view === 'self') return relationship === 'owner' || isReader
  if (view === 'recipient') return isReader
  // A share has a sender, a file in a room has owners.
  return relationship === 'owner' && (view === 'sender') !== isInRoom
}

/** The role someone asks to look in: none means as themselves, and an unknown one matches no one. */
export function viewOf(text: string): View | null {
  if (text === '') return 'self'
  return views.find((view) => view === text.toLowerCase()) ?? null
}
