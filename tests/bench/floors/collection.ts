import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import sharp, { type Sharp } from 'sharp'
import { packagedPath } from '#server/packaged.ts'
import { RenderEngine, RenderError } from '#server/rendering/engine.ts'
import type { Row } from '#tests/bench/rig.ts'
import { structuralSimilarity, type Grey } from './similarity.ts'

const drawnWidth = 1200
const comparedWidth = 400
const maxPages = 5
const alike = 0.95
// What pdftoppm may take for a file: some make it run without end.
const theirLimit = 20_000

type Seen = { file: string; ours: string | null; theirs: boolean; likeness: number[] }

/**
 * All PDFs of a folder given by `--collection=<folder>`, the first pages of each beside those that poppler draws.
 * Without a folder there is nothing to measure. `--list` names the files that differ.
 */
export async function benchCollection(): Promise<Row[]> {
  const folder = flag('collection')
  if (!folder) return []
  const engine = new RenderEngine({ workers: 2, log: pino({ level: 'silent' }) })
  const work = await mkdtemp(path.join(tmpdir(), 'strongroom-collection-'))
  try {
    const files = distinct(globSync(path.join(folder, '**/*.pdf'))).toSorted()
    const queue = files.entries()
    const seen: Seen[] = []
    const lane = async (name: string) => {
      for (const [, file] of queue) seen.push(await look(engine, file, path.join(work, name)))
    }
    await Promise.all([lane('one'), lane('two')])
    if (process.argv.includes('--list')) list(seen)
    return rows(seen)
  } finally {
    await engine.close()
    await rm(work, { recursive: true, force: true })
  }
}

function flag(name: string): string | null {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))
  return given?.slice(name.length + 3) ?? null
}

/** Collections hold copies of each other's files. */
function distinct(files: string[]): string[] {
  const byHash = new Map(
    files.map((file) => [createHash('sha256').update(readFileSync(file)).digest('hex'), file]),
  )
  return [...byHash.values()]
}

async function look(engine: RenderEngine, file: string, folder: string): Promise<Seen> {
  const theirs = await drawnByPoppler(file, folder)
  const likeness: number[] = []
  try {
    const bytes = async () => new Uint8Array(readFileSync(file))
    const { pages } = await engine.open('pdf', bytes, file)
    for (let page = 1; page <= Math.min(pages.length, maxPages); page++) {
      const base = await engine.render('pdf', bytes, file, page, drawnWidth)
      const image = await engine.compose(base, null)
      const other = theirs.get(page)
      if (other) likeness.push(await likenessOf(image.bytes, other))
    }
    return { file, ours: null, theirs: theirs.size > 0, likeness }
  } catch (error) {
    const reason = error instanceof RenderError ? error.reason : String(error)
    return { file, ours: reason, theirs: theirs.size > 0, likeness }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function drawnByPoppler(file: string, folder: string): Promise<Map<number, string>> {
  await rm(folder, { recursive: true, force: true })
  await promisify(execFile)('mkdir', ['-p', folder])
  // Readers see the crop box; pdftoppm by itself shows the media box.
  const size = ['-cropbox', '-scale-to-x', String(drawnWidth), '-scale-to-y', '-1']
  await promisify(execFile)('pdftoppm', ['-l', String(maxPages), ...size, '-png', file, `${folder}/p`], {
    timeout: theirLimit,
    killSignal: 'SIGKILL',
    env: { ...process.env, FONTCONFIG_FILE: await fontsOf(folder) },
  }).catch(() => undefined)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png'))
  return new Map(names.map((name) => [Number(/(\d+)\.png$/.exec(name)?.[1]), path.join(folder, name)]))
}

/** Poppler finds its fonts as the system says, and ours besides: else other letters would be compared. */
async function fontsOf(folder: string): Promise<string> {
  const file = `${folder}.conf`
  const ours = packagedPath('rendering/fonts')
  await writeFile(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>${ours}</dir></fontconfig>`,
  )
  return file
}

async function likenessOf(ours: Uint8Array, theirs: string): Promise<number> {
  const [left, right] = [await small(sharp(ours)), await small(sharp(theirs)).catch(() => null)]
  if (!right) return 1
  // Rounding of a page's height may differ by a row.
  const height = Math.min(left.height, right.height)
  return structuralSimilarity({ ...left, height }, { ...right, height })
}

async function small(image: Sharp): Promise<Grey> {
  const { data, info } = await image
    .flatten({ background: '#ffffff' })
    .resize({ width: comparedWidth })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

function rows(seen: Seen[]): Row[] {
  const openable = seen.filter(({ ours, theirs }) => theirs || ours === null)
  const shown = openable.filter(({ ours }) => ours === null)
  const pages = seen.flatMap(({ likeness }) => likeness)
  const same = pages.filter((one) => one >= alike)
  const part = (some: unknown[], all: unknown[]): number => (100 * some.length) / Math.max(1, all.length)
  const line = (what: string, value: number, floor: string, least: number): Row => ({
    what,
    ours: `${value.toFixed(2)} %`,
    floor,
    ratio: null,
    goal: `≥ ${least} %`,
    ok: value >= least,
  })
  const theirs = openable.filter((one) => one.theirs)
  return [
    line(
      `of ${openable.length} PDFs that any engine opens, of ${seen.length}`,
      part(shown, openable),
      `pdftoppm ${part(theirs, openable).toFixed(2)} %`,
      99,
    ),
    line(`pages like pdftoppm's (SSIM ≥ ${alike}), of ${pages.length}`, part(same, pages), '–', 95),
  ]
}

function list(seen: Seen[]): void {
  for (const { file, ours, theirs, likeness } of seen) {
    if (ours !== null && theirs) console.log(`not shown (${ours}): ${file}`)
    const worst = Math.min(1, ...likeness)
    if (worst < alike) console.log(`likeness ${worst.toFixed(3)}: ${file}`)
  }
}
