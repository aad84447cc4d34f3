import { benchDownloads } from './downloads.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchList } from './lists.ts'
import { operatorOf } from './people.ts'
import type { Row } from './rig.ts'
import { scratchFolder, startStrongroom } from './server.ts'

/** What people wait for: downloads, and an answer while others keep the server busy. */
export async function benchServing(): Promise<Row[]> {
  const folder = await scratchFolder()
  const downloads = await benchDownloads(folder)
  return [...downloads, ...(await benchEventLoop(folder))]
}

/** The page that people look at most. */
export async function benchLists(): Promise<Row[]> {
  const folder = await scratchFolder()
  const server = await startStrongroom()
  try {
    return await benchList(server, await operatorOf(server), folder)
  } finally {
    await server.stop()
  }
}
