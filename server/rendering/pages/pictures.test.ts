import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import sharp, { type SharpOptions } from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { makeLog } from '#server/log.ts'
import { decodeBasePage, readBasePage } from './base-page.ts'
import { RenderEngine, type TimeLimits } from '#server/rendering/engine.ts'

const engines: RenderEngine[] = []
let keys = 0

afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.close())))

function makeEngine(limits?: Partial<TimeLimits>): RenderEngine {
  const engine = new RenderEngine({ workers: 1, log: makeLog('silent'), ...(limits && { limits }) })
  engines.push(engine)
  return engine
}

const red = { create: { width: 60, height: 40, channels: 3, background: '#ff0000' } } as const
const blue = { create: { width: 30, height: 90, channels: 3, background: '#0000ff' } } as const

/** The first pixel of a page, and the sizes of all. */
async function seen(bytes: Uint8Array, page = 1, engine = makeEngine()) {
  const key = String(keys++)
  const read = async () => new Uint8Array(bytes)
  const { pages } = await engine.open('image', read, key)
  const { pixels } = decodeBasePage(readBasePage(await engine.render('image', read, key, page, 60)))
  return { pages: pages.map(({ width, height }) => [width, height]), pixel: [...pixels.subarray(0, 3)] }
}

/** The processes that draw pictures for this one. */
function drawing(): number[] {
  const found = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  const lines = found.split('\n').filter((line) => line.includes('rendering/workers/render-worker'))
  return lines.map((line) => Number(line.trim().split(' ')[0]))
}

describe('a picture', () => {
  test.each([
    ['WebP', () => sharp(red).webp({ lossless: true }).toBuffer()],
    ['AVIF', () => sharp(red).avif({ lossless: true }).toBuffer()],
    ['TIFF', () => sharp(red).tiff({ compression: 'lzw' }).toBuffer()],
  ])('of type %s is one page', async (_, make) => {
    const { pages, pixel } = await seen(await make())
    expect(pages).toEqual([[45, 30]])
    expect(pixel[0]).toBeGreaterThan(250)
    expect(Math.max(pixel[1]!, pixel[2]!)).toBeLessThan(6)
  })

  test('that moves shows where it begins', async () => {
    const frames = await Promise.all([red, { create: { ...red.create, background: '#0000ff' } }].map(asPng))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(moving).metadata()).pages).toBe(2)
    expect(await seen(moving)).toEqual({ pages: [[45, 30]], pixel: [255, 0, 0] })
  })

  test('of several pages has each of them', async () => {
    const bytes = twoPages(await asTiff(red), await asTiff(blue))
    expect(await seen(bytes, 1)).toEqual({
      pages: [
        [45, 30],
        [22.5, 67.5],
      ],
      pixel: [255, 0, 0],
    })
    expect((await seen(bytes, 2)).pixel).toEqual([0, 0, 255])
  })
})

describe('the process that draws pictures', () => {
  test('knows nothing of the environment', async () => {
    await seen(await asPng(red))
    const [pid] = drawing()
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
    const known = ['FONTCONFIG_FILE', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', '']
    expect(names.filter((name) => !known.includes(name!))).toEqual([])
  })

  test('is replaced when it is killed in the middle, and the picture is drawn', async () => {
    const engine = makeEngine()
    const bytes = await asPng(red)
    await seen(bytes, 1, engine)
    const [first] = drawing()
    const opening = engine.open(
      'image',
      async () => {
        if (drawing().includes(first!)) process.kill(first!, 'SIGKILL')
        return new Uint8Array(bytes)
      },
      'killed',
    )
    expect((await opening).pages).toHaveLength(1)
    expect(drawing()).not.toContain(first)
  })

  test('that hangs twice costs its picture only, and ends', async () => {
    const engine = makeEngine({ open: 3_000, page: 15_000 })
    const bytes = await asPng(red)
    // One that is being killed can still be found.
    const stopped = new Set<number>()
    const opening = engine.open(
      'image',
      async () => {
        for (const pid of drawing()) {
          process.kill(pid, 'SIGSTOP')
          stopped.add(pid)
        }
        return new Uint8Array(bytes)
      },
      'hanging',
    )
    await expect(opening).rejects.toMatchObject({ name: 'RenderError', reason: 'timeout' })
    expect(stopped.size).toBe(2)
    expect((await seen(bytes, 1, engine)).pixel).toEqual([255, 0, 0])
    expect(drawing().filter((pid) => stopped.has(pid))).toEqual([])
  })

  test('ends with its engine', async () => {
    const engine = makeEngine()
    await seen(await asPng(red), 1, engine)
    expect(drawing()).toHaveLength(1)
    await engine.close()
    expect(drawing()).toEqual([])
  })
})

function asPng(input: SharpOptions): Promise<Buffer> {
  return sharp(input).png().toBuffer()
}

function asTiff(input: SharpOptions): Promise<Buffer> {
  return sharp(input).tiff({ compression: 'none' }).toBuffer()
}

/** Two little-endian TIFFs of one page as one of two: the second is moved, and the first one's directory leads to it. */
function twoPages(first: Buffer, second: Buffer): Buffer {
  const start = first.length + (first.length % 2)
  const whole = Buffer.alloc(start + second.length)
  first.copy(whole)
  second.copy(whole, start)
  whole.writeUInt32LE(start + second.readUInt32LE(4), nextAt(first, 0))
  const entries = start + second.readUInt32LE(4)
  for (let at = entries + 2, left = whole.readUInt16LE(entries); left > 0; at += 12, left--) {
    const [tag, type, count] = [
      whole.readUInt16LE(at),
      whole.readUInt16LE(at + 2),
      whole.readUInt32LE(at + 4),
    ]
    const size = ({ 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 }[type] ?? 8) * count
    const isOffset = size > 4
    if (isOffset || tag === 273) whole.writeUInt32LE(start + whole.readUInt32LE(at + 8), at + 8)
    // The places of strips that do not fit into the entry itself.
    if (isOffset && tag === 273) {
      const list = whole.readUInt32LE(at + 8)
      for (let strip = 0; strip < count; strip++)
        whole.writeUInt32LE(start + whole.readUInt32LE(list + 4 * strip), list + 4 * strip)
    }
  }
  return whole
}

/** Where a TIFF of one page says where its next directory is. */
function nextAt(bytes: Buffer, from: number): number {
  const directory = bytes.readUInt32LE(4) + from
  return directory + 2 + 12 * bytes.readUInt16LE(directory)
}
