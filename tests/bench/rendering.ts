import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { packagedPath } from '../../server/packaged.ts'
import { RenderEngine, type WatermarkLook } from '../../server/rendering/engine.ts'
import { buildPdf, stream } from '../../server/rendering/test-documents.ts'
import { alternate, figure, median, type Row } from './rig.ts'

const width = 1600
const rounds = 7
const look: WatermarkLook = {
  lines: ['anna.schmidt@example.com', '2026-11-20 08:40 UTC · 8F3A21C0'],
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
      await firstView(engine, short),
      ...(await cachedView(engine, short)),
    ]
  } finally {
    await engine.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function bitmaps(engine: RenderEngine, file: string, pages: number, turns: number, most: number) {
  const { ours, floor } = await sides(turns, {
    ours: () => measure(() => drawAll(engine, file, pages)),
    floor: () => pdftoppm(file, pages, []),
  })
  const what = `drawing a page of ${pages} at ${width} px, CPU, beside pdftoppm`
  return row(what, ours.cpu / pages, floor.cpu / pages, most)
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
      reach: '≤ 30 ms',
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

function row(what: string, ours: number, floor: number, most: number): Row {
  const ratio = ours / floor
  return {
    what,
    ours: figure(ours, 'ms', 1),
    floor: figure(floor, 'ms', 1),
    ratio,
    reach: `≤ ${most}×`,
    ok: ratio <= most,
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

/** Pages full of words in an embedded font, with a heading, a rule and a box each. */
async function makeDocument(folder: string, pages: number): Promise<string> {
  const font = await readFile(path.join(packagedPath('rendering/fonts'), 'LiberationMono-Regular.ttf'))
  const firstPage = 6
  const kids = Array.from({ length: pages }, (_, index) => `${firstPage + 2 * index} 0 R`).join(' ')
  const pdf = buildPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${kids}]>>`,
    `<</Type/Font/Subtype/TrueType/BaseFont/LiberationMono/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${'600 '.repeat(95)}]/FontDescriptor 4 0 R>>`,
    '<</Type/FontDescriptor/FontName/LiberationMono/Flags 33/FontBBox[-24 -300 608 833]/ItalicAngle 0/Ascent 833/Descent -300/CapHeight 650/StemV 80/FontFile2 5 0 R>>',
    stream(font.toString('latin1')),
    ...Array.from({ length: pages }, (_, index) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${firstPage + 1 + 2 * index} 0 R/Resources<</Font<</F 3 0 R>>>>>>`,
      stream(pageContent(index)),
    ]).flat(),
  ])
  const file = path.join(folder, `${pages}.pdf`)
  await writeFile(file, pdf)
  return file
}

const vocabulary = 'the share of a room is kept by its owner until every reader has seen what was sent'.split(
  ' ',
)

function pageContent(page: number): string {
  const lines = Array.from({ length: 52 }, (_, line) => {
    const words = Array.from({ length: 15 }, (_, word) => vocabulary[(page * 7 + line * 11 + word * 5) % 17])
    return `(${words.join(' ').slice(0, 80)}) Tj 0 -13 Td`
  })
  return `BT /F 18 Tf 55 790 Td (Chapter ${page + 1}) Tj /F 10 Tf 0 -28 Td ${lines.join('\n')} ET 55 780 485 1 re f 55 40 120 30 re S`
}
