import { benchDownloads } from './downloads.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchList } from './lists.ts'
import { operatorOf } from './people.ts'
import type { Row } from './rig.ts'
import { scratchFolder, startStrongroom } from './server.ts'

/** What people wait for: lists, downloads, and an answer while others keep the server busy. */
export async function benchServing(): Promise<Row[]> {
  const folder = await scratchFolder()
  const downloads = await benchDownloads(folder)
  const list = await benchLists(folder)
  return [...downloads, ...list, ...(await benchEventLoop(folder))]
}

async function benchLists(folder: string): Promise<Row[]> {
  const server = await startStrongroom()
  try {
    return await benchList(server, await operatorOf(server), folder)
  } finally {
    await server.stop()
  }
}
