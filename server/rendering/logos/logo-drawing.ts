import type { RenderEngine } from '#server/rendering/engine.ts'
import { RenderError, type PageImage, type RenderFailure } from '#server/rendering/types.ts'
import { Problem } from '#server/rules/problems.ts'

/** Draws a file that someone chose as a logo. Throws Problem logoRefused, in words for them. */
export function logoDrawing(engine: RenderEngine): (file: Uint8Array) => Promise<PageImage> {
  return async (file) => {
    // The engine takes the bytes with it.
    const bytes = Uint8Array.from(file)
    try {
      return await engine.drawLogo(bytes)
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      throw new Problem('logoRefused', { text: textOf(error) })
    }
  }
}

const texts: Partial<Record<RenderFailure, string>> = {
  'too large':
    'This logo has too many pixels or parts, or is too long and narrow. Export it smaller, as a PNG.',
  corrupt: 'This file is damaged, or isn’t a picture. Export the logo again, as a PNG, JPG or SVG.',
  timeout: 'Drawing this logo takes too long. Export it as a PNG.',
}

function textOf({ reason, message }: RenderError): string {
  if (reason === 'unsupported' && isInDrawing(message))
    return `This SVG has ${message}, which a logo can’t have. Remove it, or export the logo as a PNG.`
  return texts[reason] ?? 'This kind of file can’t be a logo. Choose a PNG, JPG or SVG.'
}

/** What safe-svg says of a drawing, and the library of no picture. */
function isInDrawing(message: string): boolean {
  return /^(?:a|an|entities) /.test(message)
}
