import { guidOf, type Filler } from './engines.ts'

const day = 86_400_000
const eventsPerShare = 3
const crowdEvents = 10_000
const crowdRecipients = 1_000
/** Shares that `reader@example.com` received, spread over all. */
export const readerShares = 16
const ownOfFixedSender = 200

/** What an installation of a size holds, by number; guids follow from the numbers. */
export type Stock = {
  size: number
  /** From 1: first the growing sender's, then the 200 of the other, then everyone's. */
  shares: number
  ownOfGrowingSender: number
  users: number
  growingSender: string
  fixedSender: string
  reader: string
  /** The share with very many events and recipients, the newest of the fixed sender. */
  crowdedShare: string
  /** Shares of other senders that the reader received. */
  received: string[]
}

export function stockOf(size: number): Stock {
  const ownOfGrowingSender = Math.min(size, size < 100_000 ? 1_000 : size < 1_000_000 ? 20_000 : 100_000)
  const shares = Math.max(size, ownOfGrowingSender + ownOfFixedSender + 2 * readerShares)
  const users = Math.ceil(shares / 20) + 10
  const apart = Math.floor((shares - ownOfGrowingSender - ownOfFixedSender) / readerShares)
  const firstOther = ownOfGrowingSender + ownOfFixedSender + 1
  const received = Array.from({ length: readerShares }, (_, at) => guidOf(firstOther + at * apart))
  return {
    size,
    shares,
    ownOfGrowingSender,
    users,
    growingSender: guidOf(1),
    fixedSender: guidOf(2),
    reader: guidOf(3),
    crowdedShare: guidOf(ownOfGrowingSender + ownOfFixedSender),
    received,
  }
}

/**
 * Fills empty tables in realistic proportions. Hashes are fillers of the right kind, and the chains of events do not
 * verify: nothing that is measured looks into them. Three events a share and one page a file keep a million shares
 * at 3 to 5 GB.
 */
export async function fill(filler: Filler, stock: Stock, now: number): Promise<void> {
  await filler.unseal()
  for (const statement of statements(filler, stock, now)) await filler.run(statement)
  await filler.seal()
}

function statements({ series, guid }: Filler, stock: Stock, now: number): string[] {
  const { shares, users, ownOfGrowingSender: own } = stock
  const fixedUntil = own + ownOfFixedSender
  const crowded = fixedUntil
  // Two years of shares, the higher numbers later.
  const createdAt = `(${now} - (${shares} - n) * ${Math.floor((730 * day) / shares)} - 60000)`
  const owner = guid(
    `(case when n <= ${own} then 1 when n <= ${fixedUntil} then 2 else 4 + n % ${users - 3} end)`,
  )
  const address = (number: string) => `'person' || (${number}) || '@example.com'`
  const person = address(`(n * 7 + j) % ${Math.ceil(shares / 4) + 10}`)
  // Rows come in the order of their guids, so that the keys grow at their ends; the same as random guids afterwards.
  const numbers = `(select n, guid from share_number where n <> ${crowded}) as numbers`
  const network = `'203.0.113.' || (n % 250)`
  const agent = `'Mozilla/5.0 (X11; Linux x86_64) Firefox/140'`
  return [
    `create temp table share_number as select n, ${guid('n')} as guid from ${series(1, shares)} order by 2`,
    `insert into "user" (guid, email, first_name, last_name, password_hash, status, tier_code, is_operator,
        time_zone, created_at, password_changed_at)
      select ${guid('n')}, case when n = 3 then 'reader@example.com' else 'user' || n || '@example.org' end,
        'First' || n, 'Last', 'x', 'Active', 0, 0, 'UTC', ${now}, ${now} from ${series(1, users)}`,
    `insert into session (guid, user_guid, secret_hash, previous_hash, rotated_at, is_secret_seen, method, created_at,
        seen_at, idle_until, ends_at, is_remembered, ip, user_agent)
      select ${guid('n')}, ${guid('n')}, ${guid('n')} || ${guid('n + 1')}, null, ${now}, 0, 'password', ${now}, ${now},
        ${now + day}, ${now + day}, 0, ${network}, ${agent} from ${series(1, users)}`,
    `insert into token (id_hash, purpose, user_guid, created_at, expires_at, used_at)
      select ${guid('n')} || ${guid('n + 1')}, 'reset', ${guid('n')}, ${now}, ${now + day}, null
      from ${series(1, Math.ceil(users / 10))}`,
    `insert into address (guid, user_guid, email, code_hash, tries, code_expires_at, created_at, confirmed_at)
      select ${guid('n')}, ${guid('n')}, 'further' || n || '@example.net', null, 0, ${now}, ${now}, ${now}
      from ${series(1, users)}`,
    `insert into known_device (user_guid, device_hash, seen_at)
      select ${guid('n')}, ${guid('n')} || ${guid('n + 1')}, ${now} from ${series(1, users)}`,
    `insert into object (guid, size, crc32, sha256, wrapped_key, created_at)
      select guid, 50000, 1, null, guid || guid, ${createdAt} from share_number`,
    `insert into object (guid, size, crc32, sha256, wrapped_key, created_at)
      select ${guid(imageNumber('n'))}, 20000, 1, null, guid || guid, ${createdAt} from share_number`,
    `insert into file (guid, owner_guid, object_guid, name, media_type, kind, size, render_status, render_error,
        render_started_at, page_count, created_at, taken_at)
      select guid, ${owner}, guid, 'Agreement ' || n || '.pdf', 'application/pdf', 'pdf', 50000, 'Rendered', null,
        ${createdAt}, 1, ${createdAt}, ${createdAt} from share_number`,
    `insert into page (file_guid, number, width, height)
      select guid, 1, 595.28, 841.89 from share_number`,
    `insert into page_image (file_guid, number, width, object_guid, created_at)
      select guid, 1, 1200, ${guid(imageNumber('n'))}, ${now} from share_number`,
    `insert into share (guid, owner_guid, file_guid, message, visibility, may_download, may_print, watermark_size,
        watermark_colour, status, destruct_seconds, expires_at, first_viewed_at, created_at, killed_at, name)
      select guid, ${owner}, guid, 'For your signature.', 'people', 1, 0, 'medium', 'grey', 'Active', -1, null,
        ${createdAt}, ${createdAt}, null, 'Agreement ' || n || '.pdf' from share_number`,
    `insert into share_version (share_guid, number, file_guid, created_at)
      select guid, 1, guid, ${createdAt} from share_number`,
    `insert into share_word (owner_guid, word, share_guid)
      select ${owner}, cast(n as text), guid from share_number`,
    `insert into recipient (guid, share_guid, email, name, first_viewed_at, added_at, mail_status)
      select ${guid('n * 4 + j')}, ${guid('n')}, ${person}, '', ${createdAt}, ${createdAt}, 'Sent'
      from ${numbers} cross join ${steps(3)}
      where j < 3 or n % 2 = 0`,
    `insert into recipient (guid, share_guid, email, name, first_viewed_at, added_at, mail_status)
      select 'crowd' || ${guid('n')}, '${guidOf(crowded)}', 'crowd' || n || '@example.com', '', ${now}, ${now}, 'Sent'
      from ${series(1, crowdRecipients)}`,
    ...[...stock.received, stock.crowdedShare].map(
      (
        share,
      ) => `insert into recipient (guid, share_guid, email, name, first_viewed_at, added_at, mail_status)
        values ('r${share.slice(1)}', '${share}', 'reader@example.com', '', null, ${now}, 'Sent')`,
    ),
    `insert into visit (guid, share_guid, recipient_guid, reader_key, started_at, seen_at)
      select ${guid('n')}, ${guid('n')}, ${guid('n * 4 + 1')}, ${guid('n')} || ${guid('n + 1')},
        ${now} - n % ${day / 4}, ${now} - n % ${day / 4} from ${numbers} where n % 20 = 0`,
    `insert into code (guid, share_guid, email, code_hash, tries, created_at, expires_at, used_at)
      select ${guid('n')}, ${guid('n')}, ${address('n')}, ${guid('n')} || ${guid('n + 1')}, 0, ${now},
        ${now + day}, null from ${numbers} where n % 50 = 0`,
    `insert into reader (id_hash, email, created_at, seen_at, idle_until, ends_at, ip, user_agent)
      select ${guid('n')} || ${guid('n + 1')}, ${address('n')}, ${now}, ${now}, ${now + day}, ${now + day},
        ${network}, ${agent} from ${series(1, users)}`,
    `insert into rate (key, count, window_ends_at)
      select 'code|network|' || n, 1, ${now + day} from ${series(1, Math.ceil(shares / 50))}`,
    `insert into job (guid, kind, payload, run_at, created_at)
      select ${guid('n')}, 'door-code', '{}', ${now} - n, ${now} from ${series(1, Math.ceil(stock.size / 100))}`,
    `insert into event_head (subject_guid, sequence, hash, owner_guid, last_at)
      select guid, ${eventsPerShare}, guid, ${owner}, ${createdAt} + ${eventsPerShare} * 9000 from ${numbers}`,
    `insert into event_head (subject_guid, sequence, hash, owner_guid, last_at)
      select guid, ${crowdEvents}, '', ${owner}, ${now} from share_number where n = ${crowded}`,
    `insert into event (subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent, detail, hash)
      select guid, j, ${createdAt} + j * 9000,
        case j when 1 then 'Shared' when 2 then 'View' else 'Browse' end, ${person},
        case when j > 1 then ${guid('n')} end, ${network}, '', 'Firefox/140',
        case j when 3 then '{"first":1,"last":1}' else '{}' end, 'filler'
      from ${numbers} cross join ${steps(eventsPerShare)} order by 1, 2`,
    `insert into event (subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent, detail, hash)
      select '${guidOf(crowded)}', n, ${now} - (${crowdEvents} - n) * 60000,
        case when n = 1 then 'Shared' when n % 10 = 2 then 'View' when n % 10 = 9 then 'Download'
          when n % 10 = 1 then 'Refused' else 'Browse' end,
        'crowd' || (1 + (n / 10) % ${crowdRecipients}) || '@example.com',
        case when n % 10 = 1 then null else ${guid('n / 10')} end, ${network}, '', 'Firefox/140',
        case when n % 10 in (1, 2, 9) then '{}' else '{"first":1,"last":2}' end, 'filler'
      from ${series(1, crowdEvents)}`,
    `drop table share_number`,
  ]
}

/** `j` from 1 to a small number. */
function steps(last: number): string {
  const each = Array.from({ length: last }, (_, at) => `select ${at + 1} as j`)
  return `(${each.join(' union all ')}) as steps`
}

/** The number of the object that holds a share's base page; beyond those of all originals. */
function imageNumber(n: string): string {
  return `${n} + 100000000`
}
