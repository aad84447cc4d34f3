import { join } from 'node:path'
import { sharp } from '#server/rendering/sharp.ts'
import { packagedPath } from '#server/packaged.ts'
import { escapeMarkup } from '#server/rendering/pdf/font-config.ts'
import { LINE_HEIGHT } from './mark-lattice.ts'

/** How much of each pixel something covers, 0 to 255. */
export type Coverage = { width: number; height: number; bytes: Uint8Array }

/** Letters, and the halo around and under them. */
export type Lettering = { width: number; height: number; core: Uint8Array; halo: Uint8Array }

export type Typeface = 'Liberation Sans Bold' | 'Liberation Mono Bold'

const FILES: Record<Typeface, string> = {
  'Liberation Sans Bold': 'LiberationSans-Bold.ttf',
  'Liberation Mono Bold': 'LiberationMono-Bold.ttf',
}
const MAX_EMS_PER_LINE = 60
// How far a halo reaches, as a part of the font's size, and how fast it fades there.
const HALO_REACH = 0.09
const HALO_GAIN = 2.2

/** Draws lines as literal text, centred under each other, cropped to their ink. Long lines are wrapped. */
export async function drawText(
  lines: readonly string[],
  fontPixels: number,
  typeface: Typeface = 'Liberation Sans Bold',
): Promise<Coverage> {
  const { data, info } = await sharp({
    text: {
      text: `<span line_height="${LINE_HEIGHT}">${escapeMarkup(lines.join('\n'))}</span>`,
      font: `${typeface} ${fontPixels.toFixed(2)}`,
      fontfile: join(packagedPath('rendering/fonts'), FILES[typeface]),
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

/** Adds the halo that makes letters stand out from any background; the box grows by its reach. */
export async function withHalo(text: Coverage, fontPixels: number): Promise<Lettering> {
  const reach = Math.max(0.8, fontPixels * HALO_REACH)
  const margin = Math.ceil(reach * 2)
  const { width, height, bytes } = text
  const { data, info } = await sharp(bytes, { raw: { width, height, channels: 1 } })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#000000' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 1 } as const
  const halo = await sharp(data, { raw })
    .blur(reach)
    .linear(HALO_GAIN, 0)
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { width: info.width, height: info.height, core: data, halo }
}

/** Turns letters and halo, clockwise, into the box they then fill. */
export async function turn(lettering: Lettering, degrees: number): Promise<Lettering> {
  const core = await turned(lettering, lettering.core, degrees)
  const halo = await turned(lettering, lettering.halo, degrees)
  return { ...core, core: core.bytes, halo: halo.bytes }
}

async function turned(
  { width, height }: { width: number; height: number },
  bytes: Uint8Array,
  degrees: number,
): Promise<Coverage> {
  const { data, info } = await sharp(bytes, { raw: { width, height, channels: 1 } })
    .rotate(degrees, { background: '#000000' })
    .toColourspace('b-w')
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, bytes: data }
}

/** Lines as they can be drawn: no control characters, no lone surrogates, no empty lines. */
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
