import type { Kysely } from 'kysely'
import { prepared, type Slots } from '#server/db/prepared.ts'
import type { Schema } from '#server/db/schema.ts'
import { kindsCounted } from '#server/events/events.ts'

export type NewsItem = {
  subjectGuid: string
  /** Epoch milliseconds of the last time. */
  at: number
  kind: 'View' | 'Download' | 'Print' | 'Refused' | 'MailFailed' | 'RenderFailed' | 'Commented'
  email: string | null
  times: number
}

const counted = kindsCounted('news')

/**
 * What others did with an owner's subjects since a moment, the latest first, one item for each subject, person and
 * kind. It considers only the `maxSubjects` where something happened last.
 */
export async function newsOf(
  kysely: Kysely<Schema>,
  ownerGuid: string,
  { since, maxSubjects, maxItems }: { since: number; maxSubjects: number; maxItems: number },
): Promise<NewsItem[]> {
  const heads = await latestHeads(kysely, { ownerGuid, since, maxSubjects })
  if (heads.length === 0) return []
  const rows = await itemRows(kysely, {
    subjectGuids: heads.map((head) => head.subject_guid),
    since,
    maxItems,
  })
  return rows.map((row) => ({
    subjectGuid: row.subject_guid,
    at: Number(row.last_at),
    kind: row.kind as NewsItem['kind'],
    email: row.email,
    times: Number(row.times),
  }))
}

const latestHeads = prepared(
  (
    kysely,
    { ownerGuid, since, maxSubjects }: Slots<{ ownerGuid: string; since: number; maxSubjects: number }>,
  ) =>
    kysely
      .selectFrom('event_head')
      .select('subject_guid')
      .where('owner_guid', '=', ownerGuid)
      .where('last_at', '>', since)
      .orderBy('last_at', 'desc')
      .limit(maxSubjects),
)

const itemRows = prepared(
  (
    kysely,
    { subjectGuids, since, maxItems }: Slots<{ subjectGuids: string[]; since: number; maxItems: number }>,
  ) =>
    kysely
      .selectFrom('event')
      .select(({ fn }) => [
        'subject_guid',
        'kind',
        'email',
        fn.max<number>('at').as('last_at'),
        fn.countAll<number>().as('times'),
      ])
      .where('subject_guid', 'in', subjectGuids)
      .where('kind', 'in', counted)
      .where('at', '>', since)
      .groupBy(['subject_guid', 'kind', 'email'])
      .orderBy('last_at', 'desc')
      .orderBy('subject_guid')
      .limit(maxItems),
)
