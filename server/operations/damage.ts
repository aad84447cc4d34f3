import type { Database } from '#server/db/open.ts'

export type Damage = {
  what: 'object' | 'secret' | 'events' | 'reference' | 'usage' | 'database'
  /** The object, the name of the secret, the share whose events they are, or the account; null where it is not about one. */
  guid: string | null
  problem: string
  /** What people lose by it. */
  files: { guid: string; isOriginal: boolean; shares: string[] }[]
}

/** The files that an object belongs to, and the shares that sent them. */
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
  const files = [
    ...originals.map(({ guid }) => ({ guid, isOriginal: true })),
    ...images.map(({ guid }) => ({ guid, isOriginal: false })),
  ]
  return Promise.all(
    files.map(async (file) => {
      const shares = await kysely
        .selectFrom('share')
        .select('guid')
        .where('file_guid', '=', file.guid)
        .execute()
      return { ...file, shares: shares.map(({ guid }) => guid) }
    }),
  )
}

/** One line for people. */
export function damageLine({ what, guid, problem, files }: Damage): string {
  const hurt = files.map(({ guid: file, isOriginal, shares }) => {
    const of = isOriginal ? `file ${file}` : `a page image of file ${file} (it can be made again)`
    return shares.length > 0 ? `${of}, share ${shares.join(', ')}` : `${of}, in no share`
  })
  const about = [what, guid].filter(Boolean).join(' ')
  return [`${about}: ${problem}`, ...hurt].join('; ')
}
