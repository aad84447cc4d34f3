import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { newGuid } from '#server/db/guid.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Strongroom, createStrongroom } from '#server/main.ts'
import { writeItem, writeMember, writeRoom } from '#server/rooms/rows.ts'
import { rulesOf } from '#server/rooms/rights/rules-of.ts'
import { loadTree } from '#server/rooms/tree/whole-tree.ts'
import { grantsOf, rightsInTree } from '#server/rules/rooms/room-rights.ts'
import { makeCookies } from '#app/request/cookies.server.ts'
import { startPostgres } from '#tests/support/services/postgres.mjs'
import { Browser } from '#tests/support/browser/browser.ts'
import { makePostgresDatabase, postgresServer } from '#tests/support/world/postgres.ts'
import { root } from '#tests/support/sources/sources.ts'
import { alternate, median, type Row } from './rig.ts'
import { scratchFolder } from './server.ts'

const origin = 'http://localhost:3000'
const rounds = 25
const warmUps = 5
const max = 3
const maxDecision = 200

/** A room of each size; the large one has as many hidden rules of one member as are asked for. */
const sizes = {
  small: { files: 100, folders: 5, members: 10, hidden: 5 },
  large: { files: 10_000, folders: 200, members: 1_000, hidden: 500 },
}
type Size = { files: number; folders: number; members: number; hidden: number }

const ownerEmail = 'owner@example.com'
/** Sees all, and from whom the many rules hide something. */
const [free, limited] = ['free@example.com', 'limited@example.com']

/** What the page of a large room costs beside that of a small one, and how long permissions on all its files take. */
export function benchRooms(): Promise<Row[]> {
  return onBothEngines(measure)
}

/** `url` is that of its PostgreSQL database; null on SQLite. */
type Measure = (engine: string, strongroom: Strongroom, url: string | null) => Promise<Row[]>

/** Measures an installation on SQLite, and one on PostgreSQL where there is one. */
export async function onBothEngines(measuring: Measure): Promise<Row[]> {
  const rows = await benchEngine('SQLite', null, measuring)
  const postgres = await findPostgres()
  if (!postgres) {
    console.log('PostgreSQL is not installed here and TEST_DATABASE_URL is not set: it is not measured.')
    return rows
  }
  try {
    return [...rows, ...(await benchEngine('PostgreSQL', postgres.url, measuring))]
  } finally {
    await postgres.stop()
  }
}

async function findPostgres(): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (postgresServer) return { url: postgresServer, stop: async () => undefined }
  const folder = await scratchFolder()
  // The server runs as a user of its own, who has to pass through.
  chmodSync(folder, 0o711)
  const started = await startPostgres(`${folder}/postgres`)
  return started && { url: started.env.TEST_DATABASE_URL, stop: started.stop }
}

/** Measures a new installation on an engine: on SQLite, or on this PostgreSQL server. */
export async function benchEngine(engine: string, server: string | null, measuring: Measure): Promise<Row[]> {
  console.log(`${engine}:`)
  const folder = await scratchFolder()
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir)
  const onPostgres = server ? await makePostgresDatabase(server) : null
  const entry = pathToFileURL(path.join(root, 'build/server/index.js')).href
  const built = (await import(entry)) as { createStrongroom: typeof createStrongroom }
  const strongroom = await built.createStrongroom({
    config: {
      dataDir,
      databaseUrl: onPostgres?.url ?? null,
      publicUrl: new URL(origin),
      logLevel: 'error',
    },
  })
  try {
    return await measuring(engine, strongroom, onPostgres?.url ?? null)
  } finally {
    await strongroom.close()
    await onPostgres?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(engine: string, strongroom: Strongroom): Promise<Row[]> {
  const owner = await makeUser(strongroom, ownerEmail)
  const people = { [ownerEmail]: owner } as Record<string, string>
  for (const email of [free, limited]) people[email] = await makeUser(strongroom, email)
  const fileGuid = await makeFile(strongroom, owner)
  const small = await makeRoom(strongroom, { guid: owner, email: ownerEmail }, sizes.small, fileGuid)
  const large = await makeRoom(strongroom, { guid: owner, email: ownerEmail }, sizes.large, fileGuid)
  const rows: Row[] = []
  for (const [who, email] of [
    ['its owner', ownerEmail],
    ['a member without hidden rules', free],
    ['a member with hidden rules', limited],
  ] as const) {
    const browser = await browserOf(strongroom, people[email]!)
    for (const room of [small, large]) if (email !== ownerEmail) await enter(browser, room)
    for (const query of ['', '?page=2']) {
      const times = await alternate(warmUps + rounds, {
        small: () => timed(() => page(browser, `/dr/${small}`)),
        large: () => timed(() => page(browser, `/dr/${large}${query}`)),
      })
      const where = query ? ', second page' : ''
      rows.push(rowOf(`${engine}: room page of ${who}${where}`, times))
    }
  }
  const browser = await browserOf(strongroom, owner)
  return [...rows, await matrix(engine, browser, small, large), await decision(engine, strongroom, large)]
}

/** The table of people and folders at its largest, and for how long at a time it held the event loop. */
async function matrix(engine: string, browser: Browser, small: string, large: string): Promise<Row> {
  const held: number[] = []
  const times = await alternate(warmUps + rounds, {
    small: () => timed(() => page(browser, `/rooms/${small}/rights`)),
    large: () =>
      timed(async () => void held.push(await maxTurn(() => page(browser, `/rooms/${large}/rights`)))),
  })
  const row = rowOf(`${engine}: people and folders`, times)
  const longest = held.slice(warmUps)
  const delay = `event loop ${median(longest).toFixed(1)} ms, most ${Math.max(...longest).toFixed(1)} ms`
  return { ...row, ours: `${row.ours} (${delay})` }
}

/** The longest time in milliseconds that one turn of the event loop took while something ran. */
async function maxTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, last, isOver] = [0, performance.now(), false]
  function turn(): void {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  // What ended in this turn is noted by the next one.
  await nextTurn()
  isOver = true
  return longest
}

/** Permissions on all files, as a ZIP or a matrix needs them, beside a plain query of the same rows. */
async function decision(engine: string, { services }: Strongroom, room: string): Promise<Row> {
  const { kysely } = services.database
  const member = await kysely
    .selectFrom('member')
    .select(['guid', 'role', 'group_guid'])
    .where('room_guid', '=', room)
    .where('email', '=', limited)
    .executeTakeFirstOrThrow()
  const { floor, ours } = await alternate(warmUps + rounds, {
    floor: () =>
      timed(() =>
        kysely
          .selectFrom('item')
          .select(['guid', 'parent_guid', 'kind', 'is_closed'])
          .where('room_guid', '=', room)
          .execute(),
      ),
    ours: () =>
      timed(async () => {
        const rules = await rulesOf(kysely, member.guid, member.group_guid)
        rightsInTree(grantsOf(member.role, rules), await loadTree(kysely, room))
      }),
  })
  const [plain, decided] = [median(floor!.slice(warmUps)), median(ours!.slice(warmUps))]
  return {
    what: `${engine}: rights on 10,000 files`,
    ours: `${decided.toFixed(1)} ms`,
    floor: `${plain.toFixed(1)} ms`,
    ratio: decided / plain,
    goal: `≤ ${maxDecision} ms`,
    ok: decided <= maxDecision,
  }
}

function rowOf(what: string, times: Record<string, number[]>): Row {
  const [small, large] = [times['small']!, times['large']!].map((all) => median(all.slice(warmUps)))
  return {
    what,
    ours: `${large!.toFixed(2)} ms`,
    floor: `${small!.toFixed(2)} ms`,
    ratio: large! / small!,
    goal: `≤ ${max}×`,
    ok: large! / small! <= max,
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

export async function page(browser: Browser, address: string): Promise<void> {
  const response = await browser.fetch(address)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
}

async function enter(browser: Browser, room: string): Promise<void> {
  await browser.open(`/rooms/${room}/door`)
  await browser.send('enter')
  if (browser.status !== 200) throw new Error(`A member cannot enter: ${browser.text()}`)
}

export async function makeUser({ services }: Strongroom, email: string): Promise<string> {
  const guid = newGuid()
  await services.database.kysely
    .insertInto('user')
    .values({
      guid,
      email,
      first_name: 'Nora',
      last_name: 'Nolan',
      password_hash: '',
      status: 'Active',
      tier_code: 9,
      is_operator: 0,
      time_zone: 'UTC',
      created_at: Date.now(),
      password_changed_at: Date.now(),
      closed_at: null,
      closed_by: null,
    })
    .execute()
  return guid
}

/** One file, which all items name: no one reads it here. */
export async function makeFile({ services }: Strongroom, owner: string): Promise<string> {
  const [guid, objectGuid] = [newGuid(), newGuid()]
  const { kysely } = services.database
  const now = Date.now()
  await kysely
    .insertInto('object')
    .values({
      guid: objectGuid,
      size: 1000,
      crc32: 0,
      sha256: '',
      wrapped_key: '',
      is_locked: 0,
      created_at: now,
    })
    .execute()
  await kysely
    .insertInto('file')
    .values({
      guid,
      owner_guid: owner,
      object_guid: objectGuid,
      name: 'paper.pdf',
      media_type: 'application/pdf',
      kind: 'pdf',
      size: 1000,
      render_status: 'Rendered',
      render_error: null,
      render_started_at: now,
      page_count: 3,
      created_at: now,
      taken_at: now,
      password_sealed: null,
      findings: '',
      shows_changes: 0,
      room_guid: null,
    })
    .execute()
  return guid
}

export async function makeRoom(
  { services }: Strongroom,
  owner: { guid: string; email: string },
  size: Size,
  fileGuid: string,
): Promise<string> {
  const now = Date.now()
  return services.database.transaction(async (tx) => {
    const person = { ...owner, name: 'Nora Nolan' }
    const room = { name: 'Room', description: '', version: 2 as const }
    const roomGuid = await writeRoom(tx, { owner: person, ...room, now })
    const items: string[] = []
    for (let at = 0; at < size.files; at++) {
      const name = `paper ${String(at).padStart(5, '0')}.pdf`
      const place = { roomGuid, parentGuid: roomGuid, addedBy: owner.email, now }
      items.push(await writeItem(tx, { ...place, name, fileGuid }))
    }
    // After the files, which are what a room's page shows.
    for (let at = 0; at < size.folders; at++) {
      const place = { roomGuid, parentGuid: roomGuid, addedBy: owner.email, now }
      await writeItem(tx, { ...place, name: `folder ${at}`, fileGuid: null })
    }
    for (let at = 0; at < size.members; at++) {
      const email = [free, limited][at] ?? `member${at}@example.net`
      const member = await writeMember(tx, { roomGuid, email, name: '', role: 1, addedBy: '', now })
      if (email === limited) await hide(tx, member, items, size.hidden)
    }
    return roomGuid
  })
}

/** Spread over the whole list, so that each page has some. */
async function hide(tx: Transaction, member: string, items: string[], count: number): Promise<void> {
  const apart = Math.floor(items.length / count)
  for (let at = 0; at < count; at++) {
    await tx
      .insertInto('room_rule')
      .values({
        guid: newGuid(),
        item_guid: items[at * apart]!,
        member_guid: member,
        group_guid: null,
        right_code: -1,
      })
      .execute()
  }
}

export async function browserOf({ services, handle }: Strongroom, userGuid: string): Promise<Browser> {
  const ip = '127.0.0.1'
  const browser = new Browser({ handle, now: Date.now }, { origin, ip })
  const { id } = await services.accounts.sessions.start(
    userGuid,
    { ip, userAgent: 'bench' },
    { isRemembered: true },
  )
  const cookies = makeCookies(services.config.publicUrl, services.keys.cookies)
  browser.cookies.keep(await cookies.session.serialize(id), browser.url)
  browser.cookies.keep(await cookies.browser.serialize(newGuid()), browser.url)
  return browser
}
