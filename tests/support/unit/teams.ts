import { newGuid } from '#server/db/open.ts'
import type { Here } from './users.ts'

/** A team that asks nothing of its members, of whom there are none yet; answers its guid. */
export async function addTeam({ database, now }: Here, guid = newGuid()): Promise<string> {
  const policy = { allowed_methods: null, requires_second_factor: 0 } as const
  await database.kysely
    .insertInto('team')
    .values({ guid, name: guid, ...policy, created_at: now })
    .execute()
  return guid
}
