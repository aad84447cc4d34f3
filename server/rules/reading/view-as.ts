import type { Standing } from '#server/rules/sharing/gate.ts'

/** As what somebody looks at a file (reading B16); the last two are for files in data rooms. */
export const views = ['self', 'sender', 'recipient', 'folderowner', 'ownerasrecipient'] as const
export type View = (typeof views)[number]

/** Whether somebody may look at a file as this. Whoever is something else is refused, and shown nothing else. */
export function mayViewAs(standing: Standing, view: View, isInRoom = false): boolean {
  const isReader = standing === 'recipient' || standing === 'link visitor'
  if (view === 'self') return standing === 'owner' || isReader
  if (view === 'recipient') return isReader
  // A share has a sender, a file in a room has owners.
  return standing === 'owner' && (view === 'sender') !== isInRoom
}

/** As what somebody says to look: nothing said is as himself, and no word of ours is nothing that anybody is. */
export function viewOf(text: string): View | null {
  if (text === '') return 'self'
  return views.find((view) => view === text.toLowerCase()) ?? null
}
