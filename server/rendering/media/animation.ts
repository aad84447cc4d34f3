import { partOf, type MediaBytes } from './bytes.ts'

const headLength = 64 * 1024

/** The media type of an animated image, a GIF or a WebP, or null. Reads its header. */
export async function animationType(bytes: MediaBytes): Promise<'image/gif' | 'image/webp' | null> {
  const head = await partOf(bytes, 0, headLength)
  const magic = head.toString('latin1', 0, 16)
  if (/^GIF8[79]a/.test(magic)) return isMovingGif(head) ? 'image/gif' : null
  const isMovingWebp = /^RIFF[^]{4}WEBPVP8X/.test(magic) && ((head[20] ?? 0) & 0x02) !== 0
  return isMovingWebp ? 'image/webp' : null
}

const extension = 0x21
const applicationLabel = 0xff
const image = 0x2c

/** Whether it declares a loop, as animations do, or has a second frame in its header. */
function isMovingGif(head: Buffer): boolean {
  let at = 13 + tableLength(head[10] ?? 0)
  for (let images = 0; at < head.length;) {
    const kind = head[at]
    if (kind === extension) {
      if (head[at + 1] === applicationLabel && head.toString('latin1', at + 3, at + 14) === 'NETSCAPE2.0')
        return true
      at = afterBlocks(head, at + 2)
    } else if (kind === image) {
      if (++images > 1) return true
      at = afterBlocks(head, at + 11 + tableLength(head[at + 9] ?? 0))
    } else return false
  }
  return false
}

/** Bytes of a colour table, by the flags that say whether there is one. */
function tableLength(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Behind a row of blocks, each with its length before it, of which an empty one is the last. */
function afterBlocks(head: Buffer, from: number): number {
  let at = from
  while (at < head.length && head[at] !== 0) at += 1 + head[at]!
  return at + 1
}
