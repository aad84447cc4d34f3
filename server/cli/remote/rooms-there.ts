import { z } from 'zod'
import { Refused, shown, type Connection } from './connection.ts'

const room = z.looseObject({
  ShareGuid: z.string(),
  Version: z.union([z.literal(1), z.literal(2)]),
  DocumentPath: z.string().nullable(),
  ShareTime: z.string(),
  UserEmail: z.string().default(''),
  IsOpen: z.boolean().default(true),
})
export type Room = z.output<typeof room>
const roomList = z.object({ Folders: z.array(room), HasMore: z.boolean() })

const item = z.looseObject({
  ShareGuid: z.string(),
  DocumentPath: z.string(),
  IsFolder: z.boolean(),
  Size: z.number().nullable().default(null),
  Sha256: z.string().nullable().default(null),
  ShareTime: z.string().default(''),
  DocumentVersion: z.number().nullable().default(null),
})
export type Item = z.output<typeof item>
const itemList = z.object({ Files: z.array(item), TotalCount: z.number() })

/** A folder of a room, or a file in it. */
export type PlaceThere = { room: Room; guid: string; item: Item | null }

const enterFirst = 20430
const pageSize = 100
const maxPages = 1000

/** All rooms of the account. */
export async function roomsOf(connection: Connection): Promise<Room[]> {
  const all: Room[] = []
  for (let page = 0; page < maxPages; page++) {
    const last = all.at(-1)
    const after = last
      ? `?${new URLSearchParams({ ShareGuid: last.ShareGuid, ShareTime: last.ShareTime })}`
      : ''
    const { Folders, HasMore } = roomList.parse(await connection.get(`/v1/folder/list${after}`))
    all.push(...Folders)
    if (!HasMore || Folders.length === 0) break
  }
  return all
}

/** What is directly in a folder. A room that has to be entered first is entered, which its owner sees. */
export async function itemsIn(
  connection: Connection,
  { room, guid }: Omit<PlaceThere, 'item'>,
): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; page < maxPages; page++) {
    const fields = { ShareGuid: guid, Page: String(page), SharePageSize: String(pageSize) }
    const answer = await entering(connection, room, () =>
      connection.post(`/v${room.Version}/folder/browse`, fields),
    )
    const { Files } = itemList.parse(answer)
    all.push(...Files)
    if (Files.length < pageSize) break
  }
  return all
}

export async function entering<Said>(
  connection: Connection,
  { ShareGuid }: Room,
  ask: () => Promise<Said>,
): Promise<Said> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== enterFirst) throw error
    await connection.post('/v1/folder/tracks/start', { ShareGuid })
    return ask()
  }
}

/** `ROOM[/PATH]`: the room by its ID or its name, then names of folders, the last perhaps a file's. Throws Refused. */
export async function placeAt(connection: Connection, typed: string): Promise<PlaceThere> {
  const { room, names } = await roomAt(connection, typed)
  let here: PlaceThere = { room, guid: room.ShareGuid, item: null }
  for (const name of names) {
    if (here.item && !here.item.IsFolder) throw nothingAt(typed)
    const found: Item | undefined = named(await itemsIn(connection, here), name)
    if (!found) throw nothingAt(typed)
    here = { room, guid: found.ShareGuid, item: found }
  }
  return here
}

/** The room of `ROOM[/PATH]`, and the names behind it. Throws Refused. */
export async function roomAt(
  connection: Connection,
  typed: string,
): Promise<{ room: Room; names: string[] }> {
  const rooms = await roomsOf(connection)
  const isIn = (name: string) => typed === name || typed.startsWith(`${name}/`)
  const found = rooms.filter(({ ShareGuid, DocumentPath }) => isIn(ShareGuid) || isIn(DocumentPath ?? '\0'))
  const [one, other] = found
  if (!one)
    throw new Refused(
      20404,
      `You have no data room "${shown(typed.split('/')[0])}". See "strongroom remote rooms".`,
    )
  if (other)
    throw new Refused(
      20409,
      `Several data rooms have this name. Give one by its ID: ${found.map(({ ShareGuid }) => ShareGuid).join(', ')}`,
    )
  const called = isIn(one.ShareGuid) ? one.ShareGuid : one.DocumentPath!
  return { room: one, names: typed.slice(called.length).split('/').filter(Boolean) }
}

/** By the exact name, or else by the only one that differs in case alone. */
export function named(items: readonly Item[], name: string): Item | undefined {
  const wanted = name.normalize('NFC')
  const exact = items.find(({ DocumentPath }) => DocumentPath === wanted)
  if (exact) return exact
  const alike = items.filter(({ DocumentPath }) => DocumentPath.toLowerCase() === wanted.toLowerCase())
  return alike.length === 1 ? alike[0] : undefined
}

function nothingAt(typed: string): Refused {
  return new Refused(20404, `There is nothing at "${shown(typed)}", or you can’t see it.`)
}
