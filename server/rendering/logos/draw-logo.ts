import { requireDocumentBytes } from '#server/rendering/limits.ts'
import { asRenderError } from '#server/rendering/pages/picture.ts'
import { sharp, withDrawings } from '#server/rendering/sharp.ts'
import { RenderError, type PageImage } from '#server/rendering/types.ts'
import { safeSvg } from './safe-svg.ts'

/** Four times as high as a logo is shown, and as long as the longest bar has room for. */
const box = { width: 560, height: 112 }
const maxPixels = 40_000_000
const maxProportion = 20
const options = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 } as const
const timeout = { seconds: 10 }

/**
 * A logo drawn again, as a PNG without anything but its pixels: of a PNG, a JPEG, or a drawing in SVG that was made
 * safe first. Throws RenderError.
 */
export async function drawLogo(bytes: Uint8Array): Promise<PageImage> {
  requireDocumentBytes(bytes.length)
  const text = svgIn(bytes)
  const pixels = text === null ? await pixelsOf(bytes) : await drawn(safeSvg(text, box).svg)
  const { data, info } = await asRenderError(() =>
    sharp(pixels).png({ palette: true, compressionLevel: 9 }).toBuffer({ resolveWithObject: true }),
  )
  return { bytes: data, mediaType: 'image/png', width: info.width, height: info.height }
}

async function pixelsOf(bytes: Uint8Array): Promise<Buffer> {
  return asRenderError(async () => {
    const { format, width, height } = await sharp(bytes, options).metadata()
    if (format !== 'png' && format !== 'jpeg')
      throw new RenderError('unsupported', `pictures of type ${format}`)
    if (width > maxProportion * height || height > maxProportion * width)
      throw new RenderError('too large', 'it is too long and narrow')
    return sharp(bytes, options)
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout(timeout)
      .png()
      .toBuffer()
  })
}

function drawn(svg: string): Promise<Buffer> {
  return asRenderError(() =>
    withDrawings(() =>
      sharp(Buffer.from(svg), { ...options, density: 72 })
        .resize({ ...box, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .timeout(timeout)
        .png()
        .toBuffer(),
    ),
  )
}

/** The text of a drawing, or null for other bytes: it begins with an element, whatever comes before that. */
function svgIn(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4))
  const isText =
    /^(?:\ufeff)?\s*</.test(start.toString('utf8')) || start.toString('latin1').trimStart().startsWith('<')
  if (!isText) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RenderError('corrupt', 'the drawing is not in UTF-8')
  }
}
