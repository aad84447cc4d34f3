import { chmodSync, rmSync } from 'node:fs'
import { startPostgres } from '#tests/support/services/postgres.mjs'
import { postgresServer } from '#tests/support/world/postgres.ts'
import { readerShares } from './growth/fill.ts'
import { pagesOf } from './growth/pages.ts'
import { openPlace, type Place } from './growth/place.ts'
import { plansOfHottest } from './growth/plans.ts'
import { alternate, median, type Row } from './rig.ts'
import { scratchFolder } from './server.ts'

const sizes = [1_000, 100_000, 1_000_000]
// Each of the shares that are read was read once before.
const warmUps = readerShares + 1
const rounds = 15
const max = 3

/**
 * What pages cost where there is much: the same pages over three sizes, measured in turns, on both engines. With
 * `--largest=100000` the largest size is left out.
 */
export async function benchGrowth(): Promise<Row[]> {
  // Ended by hand, it leaves no gigabytes behind.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  const wanted = sizes.filter((size) => size <= largestWanted())
  const rows = await benchEngine('SQLite', null, wanted)
  const postgres = await findPostgres()
  if (!postgres) {
    console.log('PostgreSQL is not installed here and TEST_DATABASE_URL is not set: it is not measured.')
    return rows
  }
  try {
    return [...rows, ...(await benchEngine('PostgreSQL', postgres.url, wanted))]
  } finally {
    await postgres.stop()
  }
}

function largestWanted(): number {
  const given = process.argv.find((argument) => argument.startsWith('--largest='))
  return given ? Number(given.slice('--largest='.length)) : Infinity
}

async function findPostgres(): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (postgresServer) return { url: postgresServer, stop: async () => undefined }
  const folder = await scratchFolder()
  // The server runs as a user of its own, who has to pass through.
  chmodSync(folder, 0o711)
  const started = await startPostgres(`${folder}/postgres`)
  return started && { url: started.env.TEST_DATABASE_URL, stop: started.stop }
}

async function benchEngine(engine: string, server: string | null, wanted: number[]): Promise<Row[]> {
  console.log(`${engine}:`)
  const folder = await scratchFolder()
  const places: Place[] = []
  try {
    for (const size of wanted) places.push(await openPlace(folder, server, size))
    const times = await measure(places)
    const largest = places.at(-1)!
    console.log(`\nThe hottest queries on ${engine}; steps with ! go through everything or sort:\n`)
    console.log(`${await plansOfHottest(largest.strongroom.services.database, largest.queries)}\n`)
    return Object.entries(times).map(([page, all]) => rowOf(`${engine}: ${page}`, all))
  } finally {
    for (const place of places) await place.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Medians in milliseconds of each page, by size. */
async function measure(places: Place[]): Promise<Record<string, number[]>> {
  const pages: Awaited<ReturnType<typeof pagesOf>>[] = []
  for (const place of places) pages.push(await pagesOf(place))
  const times: Record<string, number[]> = {}
  for (const name of Object.keys(pages[0]!)) {
    const turns = places.map((place, at) => [
      String(at),
      () => timedTurn(place, pages[at]![name]!, at === places.length - 1),
    ])
    const things = Object.fromEntries(turns) as Record<string, () => Promise<number>>
    const measured = await alternate(warmUps + rounds, things)
    times[name] = places.map((_, at) => median(measured[String(at)]!.slice(warmUps)))
  }
  return times
}

async function timedTurn({ queries }: Place, turn: () => Promise<unknown>, isRecorded: boolean) {
  queries.isOn = isRecorded
  const startedAt = performance.now()
  await turn()
  const milliseconds = performance.now() - startedAt
  queries.isOn = false
  return milliseconds
}

function rowOf(what: string, times: number[]): Row {
  const [smallest = 0, ...larger] = times
  const ratio = larger.length > 0 ? larger.at(-1)! / smallest : 1
  return {
    what,
    ours: `${larger.map((time) => time.toFixed(2)).join(' → ')} ms`,
    floor: `${smallest.toFixed(2)} ms`,
    ratio,
    goal: `≤ ${max}×`,
    ok: ratio <= max,
  }
}
