import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** A tone as plain samples: eight bits, eight thousand a second. */
export function wav(seconds = 1, format = 1): Buffer {
  const samples = Buffer.from(Array.from({ length: seconds * 8000 }, (_, at) => (at % 20 < 10 ? 96 : 160)))
  const header = Buffer.alloc(44)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(format, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8000, 24)
  header.writeUInt32LE(8000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

/** Silence in frames of MPEG 1 layer III: 128 kbit/s, 44.1 kHz. */
export function mp3(frames = 20): Buffer {
  const frame = Buffer.alloc(417)
  frame.set([0xff, 0xfb, 0x90, 0xc0])
  return Buffer.concat(Array.from({ length: frames }, () => frame))
}

/** The head of a Matroska file; what would be played is not in it. */
export function matroska(docType: string, ...codecs: string[]): Buffer {
  const tracks = codecs.map((codec) => element([0xae], element([0x86], Buffer.from(codec, 'latin1'))))
  const header = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], Buffer.from(docType, 'latin1')))
  const segment = element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xae, 0x6b], Buffer.concat(tracks)))
  return Buffer.concat([header, segment, Buffer.alloc(4096)])
}

/** The head of a WebM file that says how many milliseconds it plays. */
export function webm(milliseconds: number): Buffer {
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(milliseconds)
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    Buffer.concat([
      Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40]),
      Buffer.from([0x44, 0x89, 0x88]),
      duration,
    ]),
  )
  return Buffer.concat([element([0x1a, 0x45, 0xdf, 0xa3], Buffer.from('webm')), info])
}

/** The head of a FLAC file of so many samples, 44,100 a second. */
export function flac(samples: number): Buffer {
  const head = Buffer.alloc(42)
  head.write('fLaC', 0, 'latin1')
  head.writeUIntBE(44_100 << 4, 18, 3)
  head.writeUInt32BE(samples, 22)
  return head
}

function element(id: number[], data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([...id, 0x40 | (data.length >> 8), data.length & 0xff]), data])
}

/** A box of an MP4 file. */
export function box(type: string, ...parts: Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + parts.reduce((sum, part) => sum + part.length, 0))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** A track of an MP4 file, with the entry that says how it is coded. */
export function track(handler: 'vide' | 'soun' | 'text', entry: Buffer): Buffer {
  const samples = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry)
  const declared = box('hdlr', Buffer.alloc(8), Buffer.from(handler, 'latin1'), Buffer.alloc(13))
  return box('trak', box('mdia', declared, box('minf', box('stbl', samples))))
}

export function h264(profile: number): Buffer {
  return box('avc1', Buffer.alloc(78), box('avcC', Buffer.from([1, profile, 0, 30, 0xff])))
}

/** Sound whose descriptor names its coding: 0x40 is AAC. */
export function mp4Sound(objectType = 0x40): Buffer {
  const descriptor = Buffer.from([0, 0, 0, 0, 3, 0x80, 0x80, 0x16, 0, 1, 0, 4, 0x11, objectType, 0x15])
  return box('mp4a', Buffer.alloc(28), box('esds', descriptor, Buffer.alloc(16)))
}

/** An MP4 file of these tracks; what they consist of comes first, as cameras write it. */
export function mp4(...tracks: Buffer[]): Buffer {
  const types = Buffer.from('isom\0\0\x02\0isommp41', 'latin1')
  return Buffer.concat([box('ftyp', types), box('mdat', Buffer.alloc(5000)), box('moov', ...tracks)])
}

/** Two pictures of one pixel that take turns. */
export function movingGif(): Buffer {
  const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1')
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0', 'latin1')
  const picture = Buffer.from(
    '\x21\xf9\x04\0\x32\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0',
    'latin1',
  )
  return Buffer.concat([head, loop, picture, picture, Buffer.from(';')])
}

const picture = '-f lavfi -i testsrc=duration=1:size=176x144:rate=10'
const sine = '-f lavfi -i sine=duration=1:sample_rate'

/** A small real film of moving colours with a tone, as ffmpeg writes it under this ending. */
export function film(ending: string, wishes = ''): Promise<Buffer> {
  return byFfmpeg(ending, `${picture} ${sine}=8000 ${wishes}`)
}

/** A second of a tone. */
export function tone(ending: string, wishes = ''): Promise<Buffer> {
  return byFfmpeg(ending, `${sine}=44100 ${wishes}`)
}

async function byFfmpeg(ending: string, wishes: string): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-film-'))
  try {
    const file = path.join(folder, `made.${ending}`)
    await promisify(execFile)('ffmpeg', [
      '-nostdin',
      '-loglevel',
      'error',
      ...wishes.trim().split(/ +/),
      file,
    ])
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Video that is in no container that browsers play, though its head looks like one: nothing converts it either. */
export function brokenAvi(): Buffer {
  return Buffer.concat([Buffer.from('RIFF\x10\x10\0\0AVI LIST', 'latin1'), Buffer.alloc(4096, 7)])
}
