import sharp from 'sharp'
import type { PageImage } from './types.ts'

const PNG = { palette: true, colours: 16, compressionLevel: 9, effort: 4 }
const JPEG = { quality: 60, mozjpeg: false }

/**
 * A marked page without its colours, for slow lines: 16 greys as PNG, or JPEG, whichever is smaller. The mark is in its
 * pixels already and stays there.
 */
export async function greyPicture(image: PageImage): Promise<PageImage> {
  const grey = sharp(image.bytes).greyscale()
  const [png, jpeg] = await Promise.all([
    grey.clone().png(PNG).toBuffer(),
    grey.clone().jpeg(JPEG).toBuffer(),
  ])
  return png.length < jpeg.length
    ? { ...image, bytes: png, mediaType: 'image/png' }
    : { ...image, bytes: jpeg, mediaType: 'image/jpeg' }
}
