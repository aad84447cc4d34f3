import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { RenderEngine, type WatermarkLook } from '#server/rendering/engine.ts'
import { makeDocument } from './floors/documents.ts'
import { alternate, figure, median, type Row } from './rig.ts'

const width = 1600
const rounds = 7
const look: WatermarkLook = {
  lines: ['anna.schmidt@example.com', '2026-11-20 08:40 UTC'],
  code: '8F3A-21C0-77D1-04BE',
  size: 'small',
  colour: 'grey',
}

type Measured = { ms: number; cpu: number; bytes: number }

/** Pages drawn and marked, beside poppler's pdftoppm on the same document at the same width. */
export async function benchRendering(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-bench-'))
  const engine = new RenderEngine({ workers: 2, log: pino({ level: 'silent' }) })
  try {
    await engine.warm()
    const short = await makeDocument(folder, 20)
    const long = await makeDocument(folder, 300)
    await drawAll(engine, short, 20)
    await engine.compose(await draw(engine, short, 1, 'warm'), look)
    return [
      await bitmaps(engine, short, 20, rounds, 1.6),
      await bitmaps(engine, long, 300, 1, 1.2),
      await atOnce(engine, long, 300),
      await firstView(engine, short),
      await firstViews(engine, short, 20),
      ...(await cachedView(engine, short)),
    ]
  } finally {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function bitmaps(engine: RenderEngine, file: string, pages: number, turns: number, max: number) {
  const { ours, floor } = await sides(turns, {
    ours: () => measure(() => drawAll(engine, file, pages)),
    floor: () => pdftoppm(file, pages, []),
  })
  const what = `drawing a page of ${pages} at ${width} px, CPU, beside pdftoppm`
  return row(what, ours.cpu / pages, floor.cpu / pages, max)
}

/** Two documents drawn side by side, in pages a second, beside two pdftoppm. */
async function atOnce(engine: RenderEngine, file: string, pages: number): Promise<Row> {
  const { ours, floor } = await sides(2, {
    ours: () =>
      measure(async () =>
        total(await Promise.all([drawAll(engine, file, pages), drawAll(engine, file, pages)])),
      ),
    floor: async () => {
      const startedAt = performance.now()
      await Promise.all([pdftoppm(file, pages, []), pdftoppm(file, pages, [])])
      return { ms: performance.now() - startedAt, cpu: 0, bytes: 0 }
    },
  })
  const speed = (ms: number): number => (2 * pages * 1000) / ms
  const ratio = speed(ours.ms) / speed(floor.ms)
  return {
    what: 'two documents at once, beside two pdftoppm',
    ours: figure(speed(ours.ms), 'pages/s'),
    floor: figure(speed(floor.ms), 'pages/s'),
    ratio,
    goal: '≥ 0.75×',
    ok: ratio >= 0.75,
  }
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** What each page takes that no one looked at before: drawn, marked and made a picture. */
async function firstViews(engine: RenderEngine, file: string, pages: number): Promise<Row> {
  const { ours, floor } = await sides(rounds, {
    ours: () =>
      measure(async () => {
        const key = newKey()
        let bytes = 0
        for (let page = 1; page <= pages; page++)
          bytes += (await engine.compose(await draw(engine, file, page, key), look)).bytes.length
        return bytes
      }),
    floor: () => pdftoppm(file, pages, ['-jpeg']),
  })
  const what = 'first view of a page (drawn, marked, encoded), CPU, beside pdftoppm -jpeg'
  return row(what, ours.cpu / pages, floor.cpu / pages, 2)
}

async function firstView(engine: RenderEngine, file: string): Promise<Row> {
  const { ours, floor } = await sides(rounds * 2, {
    ours: () =>
      measure(async () => (await engine.compose(await draw(engine, file, 1, newKey()), look)).bytes.length),
    floor: () => pdftoppm(file, 1, ['-jpeg']),
  })
  return row('first marked page of a new document, beside pdftoppm -l 1 -jpeg', ours.ms, floor.ms, 1.5)
}

async function cachedView(engine: RenderEngine, file: string): Promise<Row[]> {
  const pages = 20
  const bases: Uint8Array[] = []
  for (let page = 1; page <= pages; page++) bases.push(await draw(engine, file, page, 'kept'))
  const walls: number[] = []
  const { ours, floor } = await sides(rounds, {
    ours: () =>
      measure(async () => {
        let bytes = 0
        for (const base of bases) {
          const startedAt = performance.now()
          bytes += (await engine.compose(base, look)).bytes.length
          walls.push(performance.now() - startedAt)
        }
        return bytes
      }),
    floor: () => pdftoppm(file, pages, ['-jpeg']),
  })
  const wall = median(walls)
  return [
    row('marking a page that is kept, CPU, beside pdftoppm -jpeg', ours.cpu / pages, floor.cpu / pages, 1),
    {
      what: 'marking a page that is kept, waiting time',
      ours: figure(wall, 'ms', 1),
      floor: '–',
      ratio: null,
      goal: '≤ 30 ms',
      ok: wall <= 30,
    },
    {
      ...row('size of a page image', ours.bytes / pages, floor.bytes / pages, 1.2),
      ours: figure(ours.bytes / pages / 1024, 'KB'),
      floor: figure(floor.bytes / pages / 1024, 'KB'),
    },
  ]
}

async function sides(turns: number, things: Record<'ours' | 'floor', () => Promise<Measured>>) {
  const measured = await alternate(turns, things)
  return { ours: medians(measured['ours'] ?? []), floor: medians(measured['floor'] ?? []) }
}

function medians(all: Measured[]): Measured {
  return {
    ms: median(all.map(({ ms }) => ms)),
    cpu: median(all.map(({ cpu }) => cpu)),
    bytes: median(all.map(({ bytes }) => bytes)),
  }
}

function row(what: string, ours: number, floor: number, max: number): Row {
  const ratio = ours / floor
  return {
    what,
    ours: figure(ours, 'ms', 1),
    floor: figure(floor, 'ms', 1),
    ratio,
    goal: `≤ ${max}×`,
    ok: ratio <= max,
  }
}

async function measure(work: () => Promise<number>): Promise<Measured> {
  const before = process.cpuUsage()
  const startedAt = performance.now()
  const bytes = await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: performance.now() - startedAt, cpu: (user + system) / 1000, bytes }
}

/** pdftoppm's own CPU is what the shell says its children took; the pictures go to files, as usual with it. */
async function pdftoppm(file: string, pages: number, options: string[]): Promise<Measured> {
  const out = await mkdtemp(path.join(path.dirname(file), 'pages-'))
  const command = `pdftoppm -l ${pages} -scale-to-x ${width} -scale-to-y -1 ${options.join(' ')} "$0" "$1/p"; times`
  const startedAt = performance.now()
  const { stdout } = await promisify(execFile)('sh', ['-c', command, file, out])
  const ms = performance.now() - startedAt
  const children = stdout.trim().split('\n').at(-1)!
  const cpu = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
  const sizes = (await readdir(out)).map(async (name) => (await stat(path.join(out, name))).size)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  await rm(out, { recursive: true })
  return { ms, cpu, bytes }
}

let keys = 0
function newKey(): string {
  return `new ${++keys}`
}

function draw(engine: RenderEngine, file: string, page: number, key: string): Promise<Uint8Array> {
  return engine.render('pdf', () => readFile(file), key, page, width)
}

async function drawAll(engine: RenderEngine, file: string, pages: number): Promise<number> {
  const key = newKey()
  let bytes = 0
  for (let page = 1; page <= pages; page++) bytes += (await draw(engine, file, page, key)).length
  return bytes
}
