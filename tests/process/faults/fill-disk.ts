import { randomBytes } from 'node:crypto'
import { open, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { OneServer } from './one-server.ts'

const megabyte = 1024 * 1024

/** Leaves so much room (bytes) of what there is now on the disk of a server; answers how to give it back. */
export async function fillBut({ dataDir }: OneServer, left: number): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'filler')
  const { bavail, bsize } = await statfs(dataDir)
  const handle = await open(file, 'a')
  for (let size = bavail * bsize - left; size > 0; size -= megabyte)
    await handle.write(randomBytes(Math.min(size, megabyte)))
  await handle.close()
  return () => rm(file)
}
