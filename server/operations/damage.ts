import type { Database } from '#server/db/open.ts'

export type Damage = {
  what: 'object' | 'secret' | 'events' | 'reference' | 'usage' | 'database'
  /**
   * The object, the name of the secret, the share, data room or item whose events they are, or the account; null if it
   * is not about one.
   */
  guid: string | null
  problem: string
  /** What people lose by it. */
  files: { guid: string; isOriginal: boolean; shares: string[]; rooms: string[] }[]
}

/** The files that an object belongs to, the shares that sent them, and the data rooms that keep them. */
export async function filesOf({ kysely }: Database, objectGuid: string): Promise<Damage['files']> {
  const originals = await kysely
    .selectFrom('file')
    .select('guid')
    .where('object_guid', '=', objectGuid)
    .execute()
  const images = await kysely
    .selectFrom('page_image')
    .select('file_guid as guid')
    .where('object_guid', '=', objectGuid)
    .execute()
  const conversions = await kysely
    .selectFrom('conversion')
    .select('file_guid as guid')
    .where('object_guid', '=', objectGuid)
    .execute()
  const files = [
    ...originals.map(({ guid }) => ({ guid, isOriginal: true })),
    ...[...images, ...conversions].map(({ guid }) => ({ guid, isOriginal: false })),
  ]
  return Promise.all(
    files.map(async (file) => {
      const shares = await kysely
        .selectFrom('share')
        .select('guid')
        .where('file_guid', '=', file.guid)
        .execute()
      const rooms = await kysely
        .selectFrom('item_version')
        .innerJoin('item', 'item.guid', 'item_version.item_guid')
        .select('item.room_guid as guid')
        .distinct()
        .where('item_version.file_guid', '=', file.guid)
        .execute()
      return { ...file, shares: guidsOf(shares), rooms: guidsOf(rooms) }
    }),
  )
}

function guidsOf(rows: { guid: string }[]): string[] {
  return rows.map(({ guid }) => guid)
}

/** One line for people. */
export function damageLine({ what, guid, problem, files }: Damage): string {
  const hurt = files.map(({ guid: file, isOriginal, shares, rooms }) => {
    const of = isOriginal ? `file ${file}` : `what was created from file ${file} (it can be created again)`
    const places = [
      ...(shares.length > 0 ? [`share ${shares.join(', ')}`] : []),
      ...(rooms.length > 0 ? [`data room ${rooms.join(', ')}`] : []),
    ]
    return `${of}, ${places.length > 0 ? places.join(', ') : 'in no share'}`
  })
  const about = [what, guid].filter(Boolean).join(' ')
  return [`${about}: ${problem}`, ...hurt].join('; ')
}
