import { partOf, type MediaBytes } from './bytes.ts'

type Box = { type: string; start: number; end: number }

/** Boxes before the table of contents: no file that a camera or an editor wrote has more. */
const maxBoxes = 1000
const largestTable = 32 * 1024 * 1024
const maxTracks = 64

/** The media type of an MP4 or QuickTime file (ISO 14496-12) whose codecs browsers play, or null. */
export async function mp4Type(bytes: MediaBytes): Promise<string | null> {
  const table = await tableOf(bytes)
  if (!table) return null
  const tracks = boxesIn(table, 0, table.length)
    .filter(({ type }) => type === 'trak')
    .slice(0, maxTracks)
    .map((box) => trackOf(table, box))
    .filter(({ handler }) => handler === 'vide' || handler === 'soun')
  if (tracks.length === 0 || !tracks.every(({ isPlayed }) => isPlayed)) return null
  return tracks.some(({ handler }) => handler === 'vide') ? 'video/mp4' : 'audio/mp4'
}

/** The content of the `moov` box, which can be before or after the media data. */
async function tableOf(bytes: MediaBytes): Promise<Buffer | null> {
  let at = 0
  for (let count = 0; count < maxBoxes && at < bytes.size; count++) {
    const head = await partOf(bytes, at, 16)
    const box = boxAt(head, 0, at, bytes.size)
    if (!box || !/^[\x20-\x7e]{4}$/.test(box.type)) return null
    if (box.type === 'moov')
      return box.end - box.start > largestTable ? null : partOf(bytes, box.start, box.end - box.start)
    at = box.end
  }
  return null
}

/** The box whose head begins at `from`; `at` is where that is in the whole of which `end` is the end. */
function boxAt(head: Buffer, from: number, at: number, end: number): Box | null {
  if (head.length < from + 8) return null
  const short = head.readUInt32BE(from)
  const isLong = short === 1
  if (isLong && head.length < from + 16) return null
  const size = short === 0 ? end - at : isLong ? Number(head.readBigUInt64BE(from + 8)) : short
  const headLength = isLong ? 16 : 8
  if (size < headLength || at + size > end) return null
  return { type: head.toString('latin1', from + 4, from + 8), start: at + headLength, end: at + size }
}

function boxesIn(table: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  for (let at = start; at < end && boxes.length < maxBoxes;) {
    const box = boxAt(table, at, at, end)
    if (!box) break
    boxes.push(box)
    at = box.end
  }
  return boxes
}

function trackOf(table: Buffer, track: Box): { handler: string; isPlayed: boolean } {
  const media = childOf(table, track, 'mdia')
  const handlerBox = media && childOf(table, media, 'hdlr')
  const handler = handlerBox ? table.toString('latin1', handlerBox.start + 8, handlerBox.start + 12) : ''
  const samples = ['minf', 'stbl', 'stsd'].reduce<Box | null>(
    (box, type) => box && childOf(table, box, type),
    media,
  )
  // Its version and the number of entries come before them.
  const entries = samples ? boxesIn(table, samples.start + 8, samples.end) : []
  const isPlayed = entries.length > 0 && entries.every((entry) => isPlayedCodec(table, entry))
  return { handler, isPlayed }
}

function childOf(table: Buffer, parent: Box, type: string): Box | null {
  return boxesIn(table, parent.start, parent.end).find((box) => box.type === type) ?? null
}

const playedCodecs = new Set(['av01', 'vp09', 'vp08', 'Opus', 'fLaC', '.mp3'])

function isPlayedCodec(table: Buffer, { type, start, end }: Box): boolean {
  const entry = table.subarray(start, end)
  if (type === 'avc1' || type === 'avc3') return isPlayedH264(entry)
  if (type === 'mp4a') return isPlayedAudio(entry)
  return playedCodecs.has(type)
}

/** Baseline, Main, Extended and High: what every browser has. Ten bits and other colour samplings few have. */
const playedProfiles = new Set([66, 77, 88, 100])

function isPlayedH264(entry: Buffer): boolean {
  const at = entry.indexOf('avcC', 0, 'latin1')
  return at >= 0 && playedProfiles.has(entry[at + 5] ?? 0)
}

/** AAC and MP3, by the object type of the stream's descriptor (ISO 14496-1). */
const playedObjectTypes = new Set([0x40, 0x66, 0x67, 0x68, 0x69, 0x6b])

function isPlayedAudio(entry: Buffer): boolean {
  const found = entry.indexOf('esds', 0, 'latin1')
  if (found < 0) return false
  let at = found + 8
  if (entry[at] !== 3) return false
  at = afterLength(entry, at + 1) + 3
  if (entry[at] !== 4) return false
  return playedObjectTypes.has(entry[afterLength(entry, at + 1)] ?? 0)
}

/** A descriptor's length takes one to four bytes, all but the last with their first bit set. */
function afterLength(entry: Buffer, at: number): number {
  let next = at
  while (next < at + 3 && (entry[next] ?? 0) >= 0x80) next++
  return next + 1
}
