import { href, routes } from '#app/routes.ts'
import type { Gathered } from './dropped-tree.ts'
import { lineMessage } from './transfers.ts'

/**
 * Makes a data room for what is in a folder, and leads to it when all of that is there. Throws an Error with words if it
 * was not made.
 */
export async function fillRoom(name: string, found: Gathered, token: string): Promise<void> {
  const guid = await makeRoom(name, token)
  const { openRoomTray } = await import('./room-tray.tsx')
  openRoomTray(token).add({ room: guid, folder: guid }, found)
}

/** By its form: answers its guid, or throws an Error with the words of the page. */
async function makeRoom(name: string, token: string): Promise<string> {
  const body = new URLSearchParams({ token, intent: 'createRoom', name, version: '2' })
  const answer = await fetch(href(routes.rooms.create), { method: 'POST', body }).catch(() => null)
  if (!answer) throw new Error(lineMessage)
  if (answer.ok && answer.redirected) return new URL(answer.url).pathname.split('/').at(-1)!
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const message = page.querySelector('.error, [role=alert] li, main p')?.textContent
  throw new Error(message ?? lineMessage)
}
