import { sharp } from '#server/rendering/sharp.ts'
import type { PageImage } from '#server/rendering/types.ts'

const PNG = { palette: true, colours: 16, compressionLevel: 9, effort: 4 }
const JPEG = { quality: 60, mozjpeg: false }

/**
 * A watermarked page without its colours, for slow connections: line art in 16 greys as PNG if that is smaller, else
 * JPEG. The watermark is in its pixels already and stays there.
 */
export async function greyPicture(image: PageImage): Promise<PageImage> {
  const grey = sharp(image.bytes).greyscale()
  const isLineArt = image.mediaType === 'image/png'
  const [png, jpeg] = await Promise.all([
    isLineArt ? grey.clone().png(PNG).toBuffer() : null,
    grey.clone().jpeg(JPEG).toBuffer(),
  ])
  return png && png.length < jpeg.length
    ? { ...image, bytes: png, mediaType: 'image/png' }
    : { ...image, bytes: jpeg, mediaType: 'image/jpeg' }
}
