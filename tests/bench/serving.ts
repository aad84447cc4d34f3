import { benchDownloads } from './downloads.ts'
import { benchEventLoop } from './event-loop.ts'
import { benchList } from './lists.ts'
import { operatorOf } from './people.ts'
import type { Row } from './rig.ts'
import { scratchFolder, startStrongroom } from './server.ts'

/** What people wait for: lists, downloads, and an answer while others keep the server busy. */
export async function benchServing(): Promise<Row[]> {
  const folder = await scratchFolder()
  const server = await startStrongroom()
  try {
    const browser = await operatorOf(server)
    const list = await benchList(server, browser, folder)
    const downloads = await benchDownloads(server, browser, folder)
    return [...downloads, ...list, ...(await benchEventLoop(folder))]
  } finally {
    await server.stop()
  }
}
