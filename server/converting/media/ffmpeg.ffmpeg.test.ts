import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile, mkdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { box, film } from '#tests/support/files/media.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { Confining, findConfinement } from '#server/converting/confinement/confinement.ts'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { Ffmpeg } from './ffmpeg.ts'
import type { MediaAllowance } from './media-process.ts'

const log = pino({ level: 'silent' })
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-converting-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function ffmpegWith(allowance: Partial<MediaAllowance> = {}): Ffmpeg {
  return new Ffmpeg({ program: programOf('ffmpeg')!, folder, log, allowance })
}

async function* inPieces(file: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += 10_000) yield file.subarray(at, at + 10_000)
}

async function converted(file: Buffer, ffmpeg = ffmpegWith()): Promise<Buffer> {
  let made: Buffer | null = null
  await ffmpeg.toMp4(inPieces(file), async (where, size) => {
    made = await readFile(where)
    expect(made).toHaveLength(size)
    expect((await stat(path.dirname(where))).mode & 0o777).toBe(0o700)
  })
  if (made === null) throw new Error('nothing was made')
  return made
}

async function reasonOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  )
  if (error instanceof ConversionFailed) return error.reason
  throw new Error('it was expected to fail as a conversion does', { cause: error })
}

test('an AVI becomes an MP4 whose table of contents comes first, and nothing stays behind', async () => {
  const made = await converted(await film('avi'))
  expect(made.toString('latin1', 4, 8)).toBe('ftyp')
  expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'))
  expect(await readdir(folder)).toEqual([])
})

test.each([
  ['to copy the file', []],
  ['for what is made of it', [true]],
])('without room %s nothing is made, nothing stays behind, and it can be tried again', async (_, looks) => {
  const hasRoom = async () => looks.shift() ?? false
  const ffmpeg = new Ffmpeg({ program: programOf('ffmpeg')!, folder, log, hasRoom })
  await expect(converted(await film('avi'), ffmpeg)).rejects.toMatchObject({ problem: 'storageFull' })
  expect(await readdir(folder)).toEqual([])
})

test('titles and places of the original are left out', async () => {
  const named = await film('avi', '-metadata title=Secret')
  expect(named.includes('Secret')).toBe(true)
  expect((await converted(named)).includes('Secret')).toBe(false)
})

test('what cannot be read is refused, and nothing stays behind', async () => {
  expect(await reasonOf(converted(Buffer.alloc(5000, 7)))).toBe('corrupt')
  expect(await reasonOf(converted(Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1')))).toBe('corrupt')
  expect(await readdir(folder)).toEqual([])
})

test('what takes too long is ended, and what becomes too large', async () => {
  expect(await reasonOf(converted(await film('avi'), ffmpegWith({ wall: 1 })))).toBe('timeout')
  expect(await reasonOf(converted(await film('avi'), ffmpegWith({ fileBytes: 4096 })))).toBe('too large')
  expect(
    await reasonOf(converted(await film('avi', '-s 1920x1080'), ffmpegWith({ memory: 500 * 1024 ** 2 }))),
  ).toBe('memory')
  expect(await readdir(folder)).toEqual([])
})

test('where something has to confine it and nothing can, nothing is converted', async () => {
  const confining = new Confining({ isRequired: true, find: () => findConfinement([]) })
  const by = new Ffmpeg({ program: programOf('ffmpeg')!, folder, log, confining })
  expect(await reasonOf(converted(await film('avi'), by))).toBe('not confined')
  expect(await readdir(folder)).toEqual([])
})

test('closing ends what runs, as no fault of the file, and nothing new begins', async () => {
  const ffmpeg = ffmpegWith()
  const file = await film('avi')
  ffmpeg.close()
  await expect(converted(file, ffmpeg)).rejects.toThrow('Converting has ended')
})

test('what a process that died left behind goes; what is at work stays', async () => {
  for (const name of ['work-old', 'work-new']) {
    await mkdir(path.join(folder, name))
    await writeFile(path.join(folder, name, 'in'), 'a film')
  }
  const before = new Date(Date.now() - 2 * 3_600_000)
  await utimes(path.join(folder, 'work-old'), before, before)
  await converted(await film('avi'))
  expect(await readdir(folder)).toEqual(['work-new'])
})

/** Files that refer to others, with an extension and a beginning that a video can have. */
function namingFiles(target: string): [string, Buffer][] {
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${target}\n#EXT-X-ENDLIST\n`
  const manifest = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet><Representation id="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`
  return [
    ['playlist', Buffer.from(playlist)],
    ['playlist of concat:', Buffer.from(playlist.replace(target, `concat:${target}|${target}`))],
    ['script of concat', Buffer.from(`ffconcat version 1.0\nfile '${target}'\n`)],
    ['manifest', Buffer.from(manifest)],
    [
      'description of a session',
      Buffer.from(`v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 9 RTP/AVP 96\n`),
    ],
    [
      'AVI with a playlist behind its head',
      Buffer.concat([Buffer.from('RIFF\x10\0\0\0AVI LIST', 'latin1'), Buffer.from(playlist)]),
    ],
    ['subtitles', Buffer.from(`1\n00:00:00,000 --> 00:00:01,000\n${target}\n`)],
    ['styled subtitles', Buffer.from(`[Script Info]\nVideo File: ${target}\nAudio File: ${target}\n`)],
  ]
}

test('a film whose samples lie in another file gets nothing of that', async () => {
  const other = path.join(folder, '..', `${path.basename(folder)}.mov`)
  const whole = await film('mov')
  const naming = filmOfAnother(whole, other)
  await writeFile(other, whole)
  try {
    // If allowed, ffmpeg does read the other one: there is something to prevent.
    const wished = path.join(folder, 'wished.mov')
    await writeFile(wished, naming)
    const wishes = ['-v', 'error', '-enable_drefs', '1', '-use_absolute_path', '1', '-i', wished]
    const { stdout } = await promisify(execFile)('ffmpeg', [...wishes, '-f', 'framemd5', '-'])
    expect(stdout.split('\n').length).toBeGreaterThan(10)
    await rm(wished)
    expect(await reasonOf(converted(naming))).toBe('corrupt')
  } finally {
    await rm(other)
  }
})

const containersOfBoxes: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf'])

/** A QuickTime film without its samples: each track says that they are in that file. */
function filmOfAnother(whole: Buffer, other: string): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < whole.length; at += whole.readUInt32BE(at)) {
    const type = whole.toString('latin1', at + 4, at + 8)
    const content = whole.subarray(at + 8, at + whole.readUInt32BE(at))
    if (type === 'dref') parts.push(box('dref', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), aliasOf(other)))
    else if (type !== 'mdat') {
      parts.push(box(type, containersOfBoxes.has(type) ? filmOfAnother(content, other) : content))
    }
  }
  return Buffer.concat(parts)
}

/** An alias, as the Macintosh wrote it: 150 bytes, then the path. */
function aliasOf(file: string): Buffer {
  const name = Buffer.from(file.length % 2 ? `${file}\0` : file)
  const entry = Buffer.from([0, 2, 0, name.length])
  return box('alis', Buffer.alloc(4 + 150), entry, name, Buffer.from([0xff, 0xff, 0, 0]))
}

test('a file that names other files or servers gets nothing of them', async () => {
  let calls = 0
  const server = createServer((_, answer) => {
    calls++
    answer.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const secret = path.join(folder, '..', `${path.basename(folder)}.avi`)
    await writeFile(secret, await film('avi'))
    const { port } = server.address() as AddressInfo
    const found: string[] = []
    for (const target of [secret, `http://127.0.0.1:${port}/a.ts`])
      for (const [name, file] of namingFiles(target))
        if ((await reasonOf(converted(file))) !== 'corrupt') found.push(`${name} of ${target}`)
    await rm(secret)
    expect(found).toEqual([])
    expect(calls).toBe(0)
  } finally {
    server.close()
  }
})
