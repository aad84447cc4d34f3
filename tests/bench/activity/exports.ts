import path from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { startCommand } from '#tests/support/sources/start-command.ts'
import { root } from '#tests/support/sources/sources.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { cookieOf, curl, operatorOf } from '../people.ts'
import { figure, forgetPeak, median, peakMegabytes, sleep, type Row } from '../rig.ts'
import { freePort, scratchFolder, startNode, type Running } from '../server.ts'

type Delays = { p99: number; max: number }
type Measured = { seconds: number; peak: number; p99: number }

const [few, many] = [10_000, option('events') ?? 1_000_000]
/** Megabytes that the longest export may take more than a short one, and milliseconds by which a timer may be late. */
const [maxMore, maxLate] = [64, 20]

/** Exports of a share with ten thousand and with a million events: memory and delays of a server that does nothing else. */
export async function benchExports(): Promise<Row[]> {
  const [dataDir, port] = [await scratchFolder(), await freePort()]
  const { env, options } = startCommand()
  const values = { ...env, DATA_DIR: dataDir, PORT: String(port) }
  const watched = path.join(root, 'tests/bench/watched-server.ts')
  const server = await startNode(watched, port, '/health/live', values, options)
  const url = `http://localhost:${port}`
  try {
    const handle = (request: Request) => fetch(request, { redirect: 'manual' })
    const at = { ...server, url, dataDir }
    const owner = await operatorOf({
      ...at,
      browser: () => new Browser({ handle, now: Date.now }, { origin: url }),
    })
    const [short, long] = [await shareOf(owner), await shareOf(owner)]
    await fill(dataDir, short, few)
    await fill(dataDir, long, many)
    const rows: Row[] = []
    for (const format of ['csv', 'xlsx']) {
      const warm = () => fetched(server, owner, `${url}/s/${short}/export?format=${format}`)
      await warm()
      const beside = [await warm(), await warm(), await warm()]
      const floor = median(beside.map(({ peak }) => peak))
      const { seconds, peak, p99 } = await prepared(server, owner, { guid: long, format })
      const what = `${format} of ${many.toLocaleString('en')} events, beside ${few.toLocaleString('en')}`
      rows.push({
        what: `${what}: most memory (${seconds.toFixed(0)} s)`,
        ours: figure(peak, 'MB'),
        floor: figure(floor, 'MB'),
        ratio: peak / floor,
        goal: `≤ ${maxMore} MB more`,
        ok: peak <= floor + maxMore,
      })
      rows.push({
        what: `${what}: event loop delay, 99th percentile`,
        ours: figure(p99, 'ms', 1),
        floor: figure(median(beside.map((one) => one.p99)), 'ms', 1),
        ratio: null,
        goal: `≤ ${maxLate} ms`,
        ok: p99 <= maxLate,
      })
    }
    return rows
  } finally {
    await server.stop()
  }
}

function shareOf(owner: Browser): Promise<string> {
  return makeShare({ settle: async () => {} }, owner, { recipients: 'reader@example.com' })
}

/** Two events for each visit, all of one share. */
async function fill(dataDir: string, guid: string, events: number): Promise<void> {
  const database = await openDatabase({
    url: `sqlite:${path.join(dataDir, 'strongroom.db')}`,
    log: pino({ level: 'silent' }),
    as: 'guest',
  })
  const begun = Date.now() - events * 1000
  await sql`insert into event
      (subject_guid, sequence, at, kind, email, visit_guid, ip, country, user_agent, detail, hash)
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(events)})
    select ${guid}, 1000 + n, ${sql.lit(begun)} + n * 1000, case n % 2 when 1 then 'View' else 'Browse' end,
      'reader' || (n / 2 % 5000) || '@example.com', 'visit' || ((n + 1) / 2), '192.0.2.' || (n % 250), 'DE',
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      case n % 2 when 1 then '{}' else '{"first":1,"last":2}' end, ''
    from numbers`.execute(database.kysely)
  await database.close()
}

async function fetched(server: Running, owner: Browser, address: string): Promise<Measured> {
  await begin(server)
  const since = performance.now()
  await curl(['-f', '-b', cookieOf(owner), '-o', '/dev/null', address])
  return end(server, since)
}

/** As a person gets it: asked for, waited for, fetched. */
async function prepared(
  server: Running,
  owner: Browser,
  { guid, format }: { guid: string; format: string },
): Promise<Measured> {
  await begin(server)
  const since = performance.now()
  await owner.open(`/s/${guid}/export?format=${format}`)
  await owner.send('prepareExport')
  while (owner.page.links('Download').length === 0) {
    await sleep(500)
    await owner.reload()
  }
  await curl(['-f', '-b', cookieOf(owner), '-o', '/dev/null', new URL(`${owner.path}/file`, owner.url).href])
  return end(server, since)
}

async function begin(server: Running): Promise<void> {
  await delaysOf(server)
  forgetPeak(server.pid)
}

async function end(server: Running, since: number): Promise<Measured> {
  const seconds = (performance.now() - since) / 1000
  const { p99 } = await delaysOf(server)
  return { seconds, peak: peakMegabytes(server.pid), p99 }
}

function delaysOf(server: Running): Promise<Delays> {
  return new Promise((resolve) => {
    server.child.once('message', (delays) => resolve(delays as Delays))
    server.child.send('delays')
  })
}

/** `--events=100000` for less time to fill. */
function option(name: string): number | null {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given ? Number(given.split('=')[1]) : null
}
