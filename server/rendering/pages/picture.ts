import type { Metadata, Sharp } from 'sharp'
import { encodeBasePage } from './base-page.ts'
import { decodeBmp, isBmp, readBmpHeader } from './bmp.ts'
import {
  fitPixels,
  MAX_SOURCE_PIXELS,
  requireDocumentBytes,
  requirePageCount,
} from '#server/rendering/limits.ts'
import type { OpenDocument } from '#server/rendering/open-document.ts'
import { sharp } from '#server/rendering/sharp.ts'
import { RenderError, type BasePage, type PageSize } from '#server/rendering/types.ts'

const POINTS_PER_PIXEL = 72 / 96
const TIMEOUT_SECONDS = 15
const FORMATS = new Set(['png', 'jpeg', 'gif', 'webp', 'tiff'])

/** An image is a document of one page, a TIFF of as many as it contains, never shown wider than its own pixels. */
export class Picture implements OpenDocument {
  readonly pages: PageSize[]
  private readonly open: (page: number) => Sharp
  private readonly pixels: readonly PageSize[]

  private constructor(pixels: readonly PageSize[], open: (page: number) => Sharp) {
    this.pixels = pixels
    this.pages = pixels.map(({ width, height }) => ({
      width: width * POINTS_PER_PIXEL,
      height: height * POINTS_PER_PIXEL,
    }))
    this.open = open
  }

  static async read(bytes: Uint8Array): Promise<Picture> {
    requireDocumentBytes(bytes.length)
    if (isBmp(bytes)) {
      const { width, height } = readBmpHeader(bytes)
      requirePixels(width, height)
      return new Picture([{ width, height }], () => {
        const raw = { width, height, channels: 4 } as const
        return sharp(decodeBmp(bytes), { raw, limitInputPixels: MAX_SOURCE_PIXELS })
      })
    }
    return asRenderError(async () => {
      const first = await openSafely(bytes, 1).metadata()
      const { format, compression, pages = 1 } = first
      const isAvif = format === 'heif' && compression === 'av1'
      if (!isAvif && !FORMATS.has(format))
        throw new RenderError('unsupported', `pictures of type ${format} are not shown`)
      // For an animation, its first frame.
      const count = format === 'tiff' ? pages : 1
      requirePageCount(count)
      const pixels = [pixelsOf(first)]
      for (let page = 2; page <= count; page++)
        pixels.push(pixelsOf(await openSafely(bytes, page).metadata()))
      return new Picture(pixels, (page) => openSafely(bytes, page).autoOrient())
    })
  }

  async render(page: number, width: number): Promise<BasePage> {
    const { data, info } = await this.raw(page, width)
    return encodeBasePage(data, info.width, info.height)
  }

  /** A page's pixels on white, four bytes each, at most as wide as it is; within the limits of limits.ts. */
  async raw(page: number, width = Infinity): Promise<{ data: Buffer; info: PageSize }> {
    const pixels = this.pixels[page - 1]
    if (!pixels) throw new RenderError('corrupt', `there is no page ${page}`)
    const target = fitPixels(pixels, Math.min(width, pixels.width))
    return asRenderError(() =>
      this.open(page)
        .flatten({ background: '#ffffff' })
        .resize({ width: target.width, height: target.height, fit: 'fill' })
        .toColourspace('srgb')
        .ensureAlpha()
        .timeout({ seconds: TIMEOUT_SECONDS })
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true }),
    )
  }

  text(): string {
    return ''
  }

  missingLetters(): null {
    return null
  }

  close(): void {}
}

/** `page` counts from 1. */
function openSafely(bytes: Uint8Array, page: number): Sharp {
  const options = { limitInputPixels: MAX_SOURCE_PIXELS, failOn: 'error', pages: 1, page: page - 1 } as const
  return sharp(bytes, options)
}

function pixelsOf({ width, height, autoOrient }: Metadata): PageSize {
  requirePixels(width, height)
  return autoOrient
}

function requirePixels(width: number, height: number): void {
  if (width * height > MAX_SOURCE_PIXELS) throw new RenderError('too large', `${width} x ${height} pixels`)
}

/** What the library says about a picture, as a reason that people can be told. */
export async function asRenderError<T>(work: () => Promise<T>): Promise<T> {
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
