import { join } from 'node:path'
import sharp from 'sharp'
import { packagedPath } from '../packaged.ts'
import { escapeMarkup } from './font-config.ts'

/** How much of each pixel the ink covers, 0 to 255. */
export type Coverage = { width: number; height: number; bytes: Uint8Array }

const MAX_EMS_PER_LINE = 60

/** Draws lines as literal text, centred under each other, cut to their ink. Long lines are wrapped. */
export async function drawText(lines: readonly string[], fontPixels: number): Promise<Coverage> {
  const { data, info } = await sharp({
    text: {
      text: `<span line_height="1.15">${escapeMarkup(lines.join('\n'))}</span>`,
      font: `Liberation Sans Bold ${fontPixels.toFixed(2)}`,
      fontfile: join(packagedPath('rendering/fonts'), 'LiberationSans-Bold.ttf'),
      width: Math.round(fontPixels * MAX_EMS_PER_LINE),
      align: 'centre',
      wrap: 'word-char',
      dpi: 72,
    },
  })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

/** Turns a drawing, clockwise, into the box it then fills. */
export async function turn({ width, height, bytes }: Coverage, degrees: number): Promise<Coverage> {
  const { data, info } = await sharp(bytes, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#000000' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

/** Lines as they can be drawn: no control characters, no halves of pairs, no empty lines. */
export function drawableLines(lines: readonly string[]): string[] {
  return lines
    .map((line) =>
      line
        .toWellFormed()
        .replaceAll(/[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '')
}
