import { sql } from 'kysely'
import type { App } from '#tests/support/world/app.ts'

/** Openings of a share by one address, a second apart, faster than by recording them: their chain does not hold. */
export async function addEvents(app: App, subjectGuid: string, email: string, count: number): Promise<void> {
  const { kysely } = app.strongroom.services.database
  await sql`insert into event_head (subject_guid, sequence, hash, last_at)
    values (cast(${subjectGuid} as text), 1, '', cast(${app.clock.now()} as bigint))
    on conflict do nothing`.execute(kysely)
  await sql`insert into event
      (subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent, detail, hash)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select cast(${subjectGuid} as text), 1000 + n, cast(${app.clock.now()} as bigint) + n * 1000, 'View',
      cast(${email} as text), null, '192.0.2.1', 'DE', 'test', '{}', '' from numbers`.execute(kysely)
}
