import { sharp } from '#server/rendering/sharp.ts'
import { toRgb } from './page-pixels.ts'
import { Picture } from './picture.ts'
import type { PageImage, PictureType, WatermarkLook } from '#server/rendering/types.ts'
import { blendRgb } from '#server/rendering/watermark/watermark-blend.ts'
import type { TileCache } from '#server/rendering/watermark/watermark-tiles.ts'

const JPEG = { quality: 92 }

/** An image at its own size, up to the limits of limits.ts, with the watermark in its pixels. Throws RenderError. */
export async function markPicture(
  bytes: Uint8Array,
  look: WatermarkLook,
  mediaType: PictureType,
  tiles: TileCache,
): Promise<PageImage> {
  const picture = await Picture.read(bytes)
  const { data, info } = await picture.raw(1)
  const { width, height } = info
  const pixels = toRgb(data)
  const marks = await tiles.get(look, { width, height })
  if (marks.length > 0) blendRgb({ width, height, pixels }, marks, look)
  const marked = sharp(pixels, { raw: { width, height, channels: 3 } })
  const encoded = mediaType === 'image/png' ? marked.png() : marked.jpeg(JPEG)
  return { bytes: await encoded.toBuffer(), mediaType, width, height }
}
