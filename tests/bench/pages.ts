import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createStrongroom } from '#server/main.ts'
import { root } from '#tests/support/sources/sources.ts'
import { buildFloor, fill, floorMilliseconds, get, pageMilliseconds } from './lists.ts'
import { cookieOf, operatorOf } from './people.ts'
import { alternate, besideFloor, residentMegabytes, sleep, type Row } from './rig.ts'
import { makeFile, makeRoom } from './rooms.ts'
import { scratchFolder, startStrongroom } from './server.ts'
import { memoryRow } from './uploads.ts'

const rounds = 3
const views = 75
const afterwards = 60_000
/** 4 ms and 8.9 ms, half of what they once took, where the floor took 0.6 ms. */
const [maxHome, maxRoom] = [6.6, 14.7]

/** CPU of the pages that people open most, and what a server keeps of having shown them. */
export async function benchPages(): Promise<Row[]> {
  const [folder, dataDir] = [await scratchFolder(), await scratchFolder()]
  const first = await startStrongroom({ dataDir })
  const browser = await operatorOf(first)
  await fill(first, browser, folder)
  await first.stop()
  const addresses = { home: '/home', room: `/dr/${await roomIn(dataDir)}`, list: '/s' }
  // Started again, so that its memory is that of pages and not of the uploads before them.
  const server = await startStrongroom({ dataDir })
  try {
    // The same host for the cookie, another port.
    const cookie = cookieOf(browser)
    const paths = Object.values(addresses)
    for (let view = 0; view < views; view++) await get(server.url + paths[view % paths.length]!, { cookie })
    await sleep(afterwards)
    const kept = residentMegabytes(server.pid)
    const program = await buildFloor(folder)
    const measured = await alternate(rounds, {
      home: () => pageMilliseconds(server, addresses.home, cookie),
      room: () => pageMilliseconds(server, addresses.room, cookie),
      floor: () => floorMilliseconds(program),
    })
    const beside = 'CPU, beside bare React making the list of 50 shares'
    return [
      besideFloor(`home, ${beside}`, measured['home'], measured['floor'] ?? [], maxHome),
      besideFloor(
        `page of a room with 200 rows, ${beside}`,
        measured['room'],
        measured['floor'] ?? [],
        maxRoom,
      ),
      memoryRow(`memory a minute after ${views} page views`, kept, 200),
    ]
  } finally {
    await server.stop()
  }
}

/** A room of the operator with more rows than a page shows, written beside any server. */
async function roomIn(dataDir: string): Promise<string> {
  const entry = pathToFileURL(path.join(root, 'build/server/index.js')).href
  const built = (await import(entry)) as { createStrongroom: typeof createStrongroom }
  const strongroom = await built.createStrongroom({ config: { dataDir, logLevel: 'error' } })
  try {
    const { kysely } = strongroom.services.database
    const owner = await kysely.selectFrom('user').select(['guid', 'email']).executeTakeFirstOrThrow()
    const file = await makeFile(strongroom, owner.guid)
    return await makeRoom(strongroom, owner, { files: 250, folders: 5, members: 10, hidden: 5 }, file)
  } finally {
    await strongroom.close()
  }
}
