import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { searchWords } from '#server/rules/text/search-words.ts'
import { columnTypes, createTable, ownedBy } from '#server/db/tables/columns.ts'
import type { Migration } from '#server/db/tables/columns.ts'

/** No time: later than all. */
const never = 9007199254740991
const sharesAtOnce = 500
/** Below what either engine takes as parameters of one statement. */
const rowsAtOnce = 3000

/**
 * When the share closes by itself: a fixed date, or, if all readers share one timer, some time after the first opening.
 */
const endsAt = `(case when destruct_seconds = 0 then expires_at
  when destruct_seconds > 0 and visibility = 'public' and first_viewed_at is not null
  then first_viewed_at + destruct_seconds * 1000 else ${never} end)`

/** 0 open and not opened yet, 1 open, 2 ended by itself, 3 unshared. */
const listedAs = `(case when status = 'Killed' then 3 when ended_for = ${endsAt} then 2
  when first_viewed_at is null then 0 else 1 end)`

/** Longer names are ordered by their beginning. */
const nameKey = `(substr(lower(name), 1, 100))`

/**
 * Lists by state and order, search by words, and the trash: each page is found by an index, however many shares there
 * are.
 */
export const lists: Migration = {
  name: '0021-lists',
  async up(database, kind) {
    const { text, integer } = columnTypes(kind)

    await database.schema.alterTable('share').addColumn('ended_for', integer).execute()
    const kept = kind === 'sqlite' ? 'virtual' : 'stored'
    for (const [name, type, value] of [
      ['ends_at', integer, endsAt],
      ['listed_as', integer, listedAs],
      ['name_key', text, nameKey],
    ] as const) {
      await sql
        .raw(`alter table share add column ${name} ${type} generated always as ${value} ${kept}`)
        .execute(database)
    }
    await sql`update share set ended_for = ends_at where ends_at <= ${Date.now()}`.execute(database)

    for (const [name, key] of [
      ['share_by_time', 'created_at'],
      ['share_by_name', 'name_key'],
      ['share_by_end', 'ends_at'],
    ] as const) {
      await sql
        .raw(`create index ${name} on share (owner_guid, listed_as, ${key}, guid) where binned_at is null`)
        .execute(database)
    }
    await sql
      .raw('create index share_bin on share (owner_guid, binned_at, guid) where binned_at is not null')
      .execute(database)
    await sql
      .raw('create index share_binned_at on share (binned_at) where binned_at is not null')
      .execute(database)

    // The row itself, too, so that a page of what happened last ends where the next begins.
    await database.schema.dropIndex('event_head_owner').execute()
    await database.schema
      .createIndex('event_head_activity')
      .on('event_head')
      .columns(['owner_guid', 'last_at', 'subject_guid'])
      .execute()

    await database.schema.dropIndex('recipient_email').execute()
    await database.schema
      .createIndex('recipient_received')
      .on('recipient')
      .expression(sql`lower(email)`)
      .columns(['added_at', 'guid'])
      .execute()

    await createTable(database, kind, 'share_word')
      .addColumn('owner_guid', text, ownedBy('user.guid'))
      // Compared byte by byte in both engines, so that all words with the same beginning are together.
      .addColumn('word', text, (column) =>
        kind === 'sqlite' ? column.notNull() : column.notNull().modifyEnd(sql`collate "C"`),
      )
      .addColumn('share_guid', text, ownedBy('share.guid'))
      .addPrimaryKeyConstraint('share_word_key', ['owner_guid', 'word', 'share_guid'])
      .execute()
    await database.schema
      .createIndex('share_word_share')
      .on('share_word')
      .columns(['share_guid', 'word'])
      .execute()
    await fillWords(database)
  },
}

type Named = { guid: string; owner_guid: string; name: string }
type Person = { share_guid: string; email: string; name: string }

/** Makes existing shares findable by their words. */
export async function fillWords(database: Kysely<unknown>): Promise<void> {
  for (let last = ''; ;) {
    const { rows: shares } = await sql<Named>`
      select guid, owner_guid, name from share where guid > ${last} order by guid limit ${sharesAtOnce}`.execute(
      database,
    )
    if (shares.length === 0) return
    last = shares.at(-1)!.guid
    const texts = new Map(shares.map((share) => [share.guid, [share.name]]))
    const { rows: people } = await sql<Person>`
      select share_guid, email, name from recipient
      where share_guid in (${sql.join(shares.map(({ guid }) => guid))})`.execute(database)
    for (const { share_guid: guid, email, name } of people) texts.get(guid)?.push(email, name)
    const words = shares.flatMap(({ guid, owner_guid: owner }) =>
      searchWords(texts.get(guid)!.join(' ')).map((word) => sql`(${owner}, ${word}, ${guid})`),
    )
    for (let at = 0; at < words.length; at += rowsAtOnce) {
      const some = sql.join(words.slice(at, at + rowsAtOnce))
      await sql`insert into share_word (owner_guid, word, share_guid) values ${some}`.execute(database)
    }
  }
}
