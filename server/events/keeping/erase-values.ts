import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { AuditKey } from '../audit-key.ts'
import { erasedMark } from '../chain.ts'
import type { EventRow } from '../event.ts'
import { detailHash, personHash, saltOf, saltsOf } from '../event-hash.ts'

const rowsAtOnce = 500

/** What goes of an event: who it was (address, network, browser), the detail, or both. */
export type Erased = { person: boolean; detail: boolean }

/**
 * Takes the values out of an event and leaves their salted hashes, which tell nothing: the chain stays as valid as it
 * was. Of an event from before there were salts, all values go, and the installation's own mark says so.
 */
export async function eraseValues(
  { kysely }: Pick<Database, 'kysely'>,
  key: AuditKey,
  row: EventRow,
  { person, detail }: Erased,
): Promise<void> {
  const noPerson = { email: null, ip: '', country: '', user_agent: '' }
  const salts = saltsOf(row)
  const goesPerson = person && row.person_hash === null
  const goesDetail = detail && row.detail_hash === null
  if (!goesPerson && !goesDetail) return
  await kysely
    .updateTable('event')
    .set(
      row.salt === null
        ? { ...noPerson, detail: '{}', person_hash: erasedMark(key, row) }
        : {
            ...(goesPerson ? { ...noPerson, person_hash: personHash(row) } : {}),
            ...(goesDetail ? { detail: '{}', detail_hash: detailHash(row) } : {}),
            salt: saltOf(goesPerson ? '' : salts.person, goesDetail ? '' : salts.detail, salts.form),
          },
    )
    .where('subject_guid', '=', row.subject_guid)
    .where('sequence', '=', row.sequence)
    .execute()
}

/**
 * Takes an address out of every event, where it is the one who did something, and where it is named. Reads all events
 * once. Answers of how many events something was erased.
 */
export async function forgetAddress(database: Database, key: AuditKey, address: string): Promise<number> {
  const wanted = address.toLowerCase()
  const isNamed = namesAddress(wanted)
  let count = 0
  for (let after: Pick<EventRow, 'subject_guid' | 'sequence'> = { subject_guid: '', sequence: 0 }; ;) {
    const rows: EventRow[] = await database.kysely
      .selectFrom('event')
      .selectAll()
      .where((row) =>
        row(row.refTuple('subject_guid', 'sequence'), '>', row.tuple(after.subject_guid, after.sequence)),
      )
      .where((row) =>
        row.or([
          row('email', '=', wanted),
          sql<boolean>`replace(lower(detail), ${wanted}, '') <> lower(detail)`,
        ]),
      )
      .orderBy('subject_guid')
      .orderBy('sequence')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      const erased = { person: row.email === wanted, detail: isNamed(row.detail) }
      if (!erased.person && !erased.detail) continue
      await eraseValues(database, key, row, erased)
      count++
    }
    if (rows.length < rowsAtOnce) return count
    after = rows.at(-1)!
  }
}

/** Whether a text has the address, and not only a longer one that it is a part of. */
function namesAddress(address: string): (text: string) => boolean {
  const literal = address.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const pattern = new RegExp(`(?:^|[^a-z0-9._%+-])${literal}(?:$|[^a-z0-9.-]|\\.(?![a-z0-9]))`)
  return (text) => pattern.test(text.toLowerCase())
}
