import { sql } from 'kysely'
import type { Database } from '#server/db/open.ts'
import type { AuditKey } from '../audit-key.ts'
import { erasedMark } from '../chain.ts'
import type { EventRow } from '../event.ts'
import { detailHash, personHash, saltOf, saltsOf } from '../event-hash.ts'

const batchSize = 500

/** What is erased from an event: the person (address, network, browser), the detail, or both. */
export type Erased = { person: boolean; detail: boolean }

/**
 * Erases values of an event and leaves their salted hashes, which reveal nothing: the chain stays as valid as it was.
 * An event from before salts existed loses all its values, and is marked as erased with the installation's key.
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
 * Erases an address from every event, both as the person who did something and where it is named. Reads all events
 * once. Returns the number of events that changed.
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
      .limit(batchSize)
      .execute()
    for (const row of rows) {
      const erased = { person: row.email === wanted, detail: isNamed(row.detail) }
      if (!erased.person && !erased.detail) continue
      await eraseValues(database, key, row, erased)
      count++
    }
    if (rows.length < batchSize) return count
    after = rows.at(-1)!
  }
}

/** Whether a text contains the address itself, not only a longer one that includes it. */
function namesAddress(address: string): (text: string) => boolean {
  const literal = address.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const pattern = new RegExp(`(?:^|[^a-z0-9._%+-])${literal}(?:$|[^a-z0-9.-]|\\.(?![a-z0-9]))`)
  return (text) => pattern.test(text.toLowerCase())
}
