import { deflateSync } from 'node:zlib'
import { sharp } from '#server/rendering/sharp.ts'
import { decodeBasePage, readBasePage } from './base-page.ts'
import { writePng } from './png.ts'
import type { BasePage, PageImage, WatermarkLook } from '#server/rendering/types.ts'
import {
  blendGrey4,
  blendGrey8,
  blendRgb,
  greyToRgb,
  indexGrey4,
} from '#server/rendering/watermark/watermark-blend.ts'
import { inkPalette } from '#server/rendering/watermark/watermark-ink.ts'
import type { TileCache } from '#server/rendering/watermark/watermark-tiles.ts'

const DEFLATE = { level: 1, memLevel: 9, chunkSize: 256 * 1024 }
const JPEG = { quality: 80, optimiseCoding: false }

/** The image of a page with a reader's watermark in its pixels: PNG for line art, JPEG for anything else. */
export async function composePage(
  base: BasePage,
  look: WatermarkLook | null,
  tiles: TileCache,
): Promise<PageImage> {
  const header = readBasePage(base)
  const { width, height } = header
  const marks = look ? await tiles.get(look, header) : []
  const isMarked = look !== null && marks.length > 0
  if (header.mode === 'grey4') {
    if (!isMarked)
      return png(writePng(width, height, { kind: 'grey4', deflated: header.deflated }), width, height)
    const page = decodeBasePage(header)
    if (look.colour === 'grey') {
      blendGrey4(page, marks, look)
      return png(
        writePng(width, height, { kind: 'grey4', deflated: deflateSync(page.pixels, DEFLATE) }),
        width,
        height,
      )
    }
    const deflated = deflateSync(indexGrey4(page, marks), DEFLATE)
    return png(
      writePng(width, height, { kind: 'palette', deflated, palette: inkPalette(look) }),
      width,
      height,
    )
  }
  const { mode, pixels } = decodeBasePage(header)
  if (mode === 'grey8' && (!isMarked || look.colour === 'grey')) {
    if (isMarked) blendGrey8({ width, height, pixels }, marks, look)
    return jpeg(pixels, width, height, 1)
  }
  const rgb = mode === 'rgb' ? pixels : greyToRgb(pixels)
  if (isMarked) blendRgb({ width, height, pixels: rgb }, marks, look)
  return jpeg(rgb, width, height, 3)
}

function png(bytes: Uint8Array, width: number, height: number): PageImage {
  return { bytes, mediaType: 'image/png', width, height }
}

async function jpeg(pixels: Buffer, width: number, height: number, channels: 1 | 3): Promise<PageImage> {
  const bytes = await sharp(pixels, { raw: { width, height, channels } }).jpeg(JPEG).toBuffer()
  return { bytes, mediaType: 'image/jpeg', width, height }
}
