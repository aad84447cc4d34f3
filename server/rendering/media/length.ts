import { partOf, type MediaBytes } from './bytes.ts'

const headLength = 64 * 1024
const maxBoxes = 1000
/** Anything longer is a damaged head: a week. */
const longest = 7 * 86_400_000

/**
 * How long video or audio plays, in milliseconds, by what its container says; null where it does not say so: what is
 * played of it is not known then. Reads only heads.
 */
export async function mediaLength(bytes: MediaBytes): Promise<number | null> {
  const head = await partOf(bytes, 0, headLength)
  const found = waveLength(head) ?? flacLength(head) ?? webmLength(head) ?? (await mp4Length(bytes, head))
  const length = found ?? (await mp3Length(bytes, head))
  return length !== null && length > 0 && length <= longest ? Math.round(length) : null
}

/** The samples of a WAVE file, by how many bytes a second has. */
function waveLength(head: Buffer): number | null {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return null
  let perSecond = 0
  for (let at = 12; at + 8 <= head.length;) {
    const name = head.toString('latin1', at, at + 4)
    const size = head.readUInt32LE(at + 4)
    if (name === 'fmt ' && at + 20 <= head.length) perSecond = head.readUInt32LE(at + 16)
    if (name === 'data') return perSecond > 0 ? (size / perSecond) * 1000 : null
    at += 8 + size + (size % 2)
  }
  return null
}

/** The first block of a FLAC file: 20 bits of sample rate, 36 bits of samples. */
function flacLength(head: Buffer): number | null {
  if (head.toString('latin1', 0, 4) !== 'fLaC' || head.length < 26) return null
  const rate = head.readUIntBE(18, 3) >> 4
  const samples = (head[21]! & 15) * 2 ** 32 + head.readUInt32BE(22)
  return rate > 0 ? (samples / rate) * 1000 : null
}

/** WebM: the element Duration (0x4489), in units of TimecodeScale (0x2AD7B1), which is a millisecond by default. */
function webmLength(head: Buffer): number | null {
  if (head.toString('latin1', 0, 4) !== '\x1a\x45\xdf\xa3') return null
  const text = head.toString('latin1')
  const at = text.search(/\x44\x89[\x84\x88]/)
  if (at < 0 || at + 11 > head.length) return null
  const duration = head[at + 2] === 0x84 ? head.readFloatBE(at + 3) : head.readDoubleBE(at + 3)
  const scale = /\x2a\xd7\xb1[\x81-\x84]/.exec(text)
  const size = scale ? head[scale.index + 3]! & 15 : 0
  const unit = scale ? head.readUIntBE(scale.index + 4, size) : 1_000_000
  return (duration * unit) / 1_000_000
}

/** The head of the table of contents (`mvhd`) of an MP4 file, wherever the table is. */
async function mp4Length(bytes: MediaBytes, head: Buffer): Promise<number | null> {
  if (!/^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(head.toString('latin1', 4, 8))) return null
  let at = 0
  for (let count = 0; count < maxBoxes && at < bytes.size; count++) {
    const box = at + 64 <= head.length ? head.subarray(at, at + 64) : await partOf(bytes, at, 64)
    if (box.length < 16) return null
    const short = box.readUInt32BE(0)
    const size = short === 1 ? Number(box.readBigUInt64BE(8)) : short
    const start = short === 1 ? 16 : 8
    if (box.toString('latin1', 4, 8) === 'moov') return movieLength(box, start)
    if (size < 8) return null
    at += size
  }
  return null
}

/** The box `mvhd`, which is the first in `moov`. */
function movieLength(box: Buffer, start: number): number | null {
  if (box.length < start + 40 || box.toString('latin1', start + 4, start + 8) !== 'mvhd') return null
  const isLong = box[start + 8] === 1
  const at = start + (isLong ? 28 : 20)
  const scale = box.readUInt32BE(at)
  const duration = isLong ? Number(box.readBigUInt64BE(at + 4)) : box.readUInt32BE(at + 4)
  return scale > 0 ? (duration / scale) * 1000 : null
}

const mpegRates = [44_100, 48_000, 32_000]
const layer3Rates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const samplesInFrame = 1152

/** MPEG 1 layer III: the frames that its first one announces, or else at the rate of the first. */
async function mp3Length(bytes: MediaBytes, head: Buffer): Promise<number | null> {
  const tag = head.toString('latin1', 0, 3) === 'ID3' ? 10 + head.subarray(6, 10).reduce(sevenBits, 0) : 0
  const frame = tag === 0 ? head : await partOf(bytes, tag, 256)
  if (frame.length < 64 || frame[0] !== 0xff || (frame[1]! & 0xfe) !== 0xfa) return null
  const rate = mpegRates[(frame[2]! >> 2) & 3]
  const bits = layer3Rates[frame[2]! >> 4]
  if (rate === undefined || !bits) return null
  const side = (frame[3]! & 0xc0) === 0xc0 ? 21 : 36
  const isCounted =
    /^(Xing|Info)$/.test(frame.toString('latin1', side, side + 4)) && (frame[side + 7]! & 1) === 1
  if (isCounted) return (frame.readUInt32BE(side + 8) * samplesInFrame * 1000) / rate
  return ((bytes.size - tag) * 8) / bits
}

function sevenBits(sum: number, byte: number): number {
  return sum * 128 + (byte & 0x7f)
}
