import sharp, { type Sharp } from 'sharp'
import { encodeBasePage } from './base-page.ts'
import { decodeBmp, isBmp, readBmpHeader } from './bmp.ts'
import { fitPixels, MAX_SOURCE_PIXELS, requireDocumentBytes } from './limits.ts'
import type { OpenDocument } from './open-document.ts'
import { RenderError, type BasePage, type PageSize } from './types.ts'

const POINTS_PER_PIXEL = 72 / 96
const TIMEOUT_SECONDS = 15
const FORMATS = new Set(['png', 'jpeg', 'gif'])

sharp.concurrency(1)
sharp.cache(false)

/** A picture is a document of one page, never shown wider than its own pixels. */
export class Picture implements OpenDocument {
  readonly pages: PageSize[]
  private readonly open: () => Sharp
  private readonly pixels: PageSize

  private constructor(pixels: PageSize, open: () => Sharp) {
    this.pixels = pixels
    this.pages = [{ width: pixels.width * POINTS_PER_PIXEL, height: pixels.height * POINTS_PER_PIXEL }]
    this.open = open
  }

  static async read(bytes: Uint8Array): Promise<Picture> {
    requireDocumentBytes(bytes.length)
    if (isBmp(bytes)) {
      const { width, height } = readBmpHeader(bytes)
      requirePixels(width, height)
      return new Picture({ width, height }, () => {
        const raw = { width, height, channels: 4 } as const
        return sharp(decodeBmp(bytes), { raw, limitInputPixels: MAX_SOURCE_PIXELS })
      })
    }
    return asRenderError(async () => {
      const { format, width, height, autoOrient } = await openSafely(bytes).metadata()
      if (!FORMATS.has(format))
        throw new RenderError('unsupported', `pictures of type ${format} are not shown`)
      requirePixels(width, height)
      return new Picture(autoOrient, () => openSafely(bytes).autoOrient())
    })
  }

  async render(page: number, width: number): Promise<BasePage> {
    if (page !== 1) throw new RenderError('corrupt', 'a picture has one page')
    const target = fitPixels(this.pixels, Math.min(width, this.pixels.width))
    return asRenderError(async () => {
      const { data, info } = await this.open()
        .flatten({ background: '#ffffff' })
        .resize({ width: target.width, height: target.height, fit: 'fill' })
        .toColourspace('srgb')
        .ensureAlpha()
        .timeout({ seconds: TIMEOUT_SECONDS })
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true })
      return encodeBasePage(data, info.width, info.height)
    })
  }

  close(): void {}
}

function openSafely(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: MAX_SOURCE_PIXELS, failOn: 'error', pages: 1 })
}

function requirePixels(width: number, height: number): void {
  if (width * height > MAX_SOURCE_PIXELS) throw new RenderError('too large', `${width} x ${height} pixels`)
}

async function asRenderError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RenderError) throw error
    const message = error instanceof Error ? error.message : String(error)
    if (/pixel limit/i.test(message)) throw new RenderError('too large', message)
    if (/timeout/i.test(message)) throw new RenderError('timeout', message)
    if (/unsupported image format/i.test(message)) throw new RenderError('unsupported', message)
    throw new RenderError('corrupt', message)
  }
}
