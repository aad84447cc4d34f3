import { partOf, type MediaBytes } from './bytes.ts'
import { mp4Type } from './mp4.ts'

const headLength = 256 * 1024

/**
 * The media type with which browsers play a file as it is, by its container and codecs, whatever its name; null for one
 * that they do not. Reads its header, and of an MP4 its table of contents.
 */
export async function playedType(bytes: MediaBytes): Promise<string | null> {
  const head = await partOf(bytes, 0, headLength)
  const found = webmType(head) ?? oggType(head) ?? waveType(head) ?? flacType(head)
  if (found) return found
  if (/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(head.toString('latin1', 4, 8))) return mp4Type(bytes)
  return plainAudioType(bytes, head)
}

const webmCodecs = /^(V_VP8|V_VP9|V_AV1|A_VORBIS|A_OPUS)$/

/** WebM (a Matroska file that says so) with the codecs that belong to it. */
function webmType(head: Buffer): string | null {
  if (!startsWith(head, 0, '\x1a\x45\xdf\xa3')) return null
  if (!/\x42\x82(?:[\x81-\xff]|\x40[^]|\x01[^]{7})webm/.test(head.toString('latin1', 0, 128))) return null
  const codecs = codecsIn(head.toString('latin1'))
  if (codecs.length === 0 || !codecs.every((codec) => webmCodecs.test(codec))) return null
  return codecs.some((codec) => codec.startsWith('V_')) ? 'video/webm' : 'audio/webm'
}

/** Each codec ID is an element: its number, its length in one, two or eight bytes, its text. */
function codecsIn(head: string): string[] {
  return [...head.matchAll(/\x86([\x81-\xff]|\x40[^]|\x01[^]{7})(?=[VAS]_)/g)].map(
    ({ 0: before, 1: length = '', index }) => {
      const last = length.charCodeAt(length.length - 1)
      const start = index + before.length
      return head.slice(start, start + (length.length === 1 ? last & 0x7f : last))
    },
  )
}

const oggCodecs = ['\x01vorbis', 'OpusHead', '\x7fFLAC']

/** Ogg with audio: browsers dropped its video codec (Theora). The first page of each stream names its codec. */
function oggType(head: Buffer): string | null {
  let at = 0
  let streams = 0
  while (startsWith(head, at, 'OggS') && (head[at + 5]! & 2) === 2) {
    const segments = head[at + 26] ?? 0
    const packet = at + 27 + segments
    if (!oggCodecs.some((codec) => startsWith(head, packet, codec))) return null
    const lengths = head.subarray(at + 27, packet)
    at = packet + lengths.reduce((sum, length) => sum + length, 0)
    streams++
  }
  return streams > 0 ? 'audio/ogg' : null
}

/** Samples as whole numbers, or as floating point ones. */
const waveFormats = new Set([1, 3])
const extensibleFormat = 0xfffe

function waveType(head: Buffer): string | null {
  if (!startsWith(head, 0, 'RIFF') || !startsWith(head, 8, 'WAVE')) return null
  for (let at = 12; at + 8 <= head.length;) {
    const length = head.readUInt32LE(at + 4)
    if (startsWith(head, at, 'fmt ')) {
      if (head.length < at + 34) return null
      const format = head.readUInt16LE(at + 8)
      const own = format === extensibleFormat ? head.readUInt16LE(at + 32) : format
      return waveFormats.has(own) ? 'audio/wav' : null
    }
    at += 8 + length + (length % 2)
  }
  return null
}

function flacType(head: Buffer): string | null {
  return startsWith(head, 0, 'fLaC') ? 'audio/flac' : null
}

/** MP3 and AAC in frames, after the tag with title and cover that they may begin with. */
async function plainAudioType(bytes: MediaBytes, head: Buffer): Promise<string | null> {
  const tag = startsWith(head, 0, 'ID3') && head.length > 10 ? 10 + syncSafe(head) : 0
  const frame = tag === 0 ? head.subarray(0, 4) : await partOf(bytes, tag, 4)
  if (frame.length < 4 || frame[0] !== 0xff || (frame[1]! & 0xe0) !== 0xe0) return null
  const layer = (frame[1]! >> 1) & 3
  if (layer === 0) return (frame[1]! & 0xf0) === 0xf0 ? 'audio/aac' : null
  const isRateKnown = (frame[2]! & 0xf0) !== 0xf0 && (frame[2]! & 0x0c) !== 0x0c
  return layer === 1 && isRateKnown ? 'audio/mpeg' : null
}

/** Four bytes of seven bits each. */
function syncSafe(head: Buffer): number {
  return head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
}

function startsWith(bytes: Buffer, at: number, magic: string): boolean {
  return bytes.toString('latin1', at, at + magic.length) === magic
}
