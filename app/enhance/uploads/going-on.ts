/** IDs of the uploads that a tray of this page has, in one text, which is another one after each change. */
let ids = ''
const listeners = new Set<() => void>()

export function goingOn(): string {
  return ids
}

export function setGoingOn(id: string): void {
  if (ids.includes(id)) return
  ids += ` ${id}`
  for (const listener of listeners) listener()
}

export function subscribeToGoingOn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
