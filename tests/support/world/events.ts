import type { App } from './app.ts'

/** The kinds of what happened to a share, a room or a file of one, in order. */
export async function eventKinds({ strongroom }: App, subjectGuid: string): Promise<string[]> {
  const rows = await strongroom.services.database.kysely
    .selectFrom('event')
    .select('kind')
    .where('subject_guid', '=', subjectGuid)
    .orderBy('sequence')
    .execute()
  return rows.map(({ kind }) => kind)
}
