import { CORE_LEVELS, HALO_LEVELS, LEVELS } from './watermark-tile.ts'
import type { WatermarkColour, WatermarkSize } from '#server/rendering/types.ts'

type Colour = readonly [red: number, green: number, blue: number]
type Channel = 0 | 1 | 2

/** What letters are drawn with on light and on dark backgrounds, and their halo, which has the other shade. */
export const INKS: Record<WatermarkColour, { onLight: Colour; onDark: Colour }> = {
  grey: { onLight: [0, 0, 0], onDark: [255, 255, 255] },
  red: { onLight: [205, 0, 0], onDark: [255, 120, 120] },
  blue: { onLight: [0, 60, 200], onDark: [130, 175, 255] },
}
const HALO_ON_LIGHT = 255
const HALO_ON_DARK = 0
/** How much of the background the letters cover, on paper. */
export const OPACITY: Record<WatermarkSize, number> = { small: 0.15, medium: 0.24, large: 0.19 }
/** The same in a stamped PDF, whose letters lose to their light outline on paper. */
export const STAMP_OPACITY = { ...OPACITY, small: 0.3 }
// The halo is over everything: so faint that black print stays legible.
const HALO_OPACITY: Record<WatermarkSize, number> = { small: 0.15, medium: 0.3, large: 0.3 }
// Between black and white there is less room for a contrast than on paper.
const STRONGER_ON_GREY = 1
// Light on dark is perceived as weaker than dark on light.
const STRONGER_ON_DARK = 1.2

export type Ink = { colour: WatermarkColour; size: WatermarkSize }

/** A channel of the background under ink of that level, if the background is dark (1) or light (0). */
export function inked(ink: Ink, level: number, value: number, dark: number, channel: Channel): number {
  const core = Math.max(0, level - HALO_LEVELS) / CORE_LEVELS
  const halo = level > HALO_LEVELS ? 0 : level / HALO_LEVELS
  const { onLight, onDark } = INKS[ink.colour]
  const fromPaper = dark ? value / 255 : 1 - value / 255
  const stronger = (dark ? STRONGER_ON_DARK : 1) + STRONGER_ON_GREY * fromPaper
  const toInk = ((dark ? onDark : onLight)[channel] - value) * OPACITY[ink.size] * stronger
  const toHalo = ((dark ? HALO_ON_DARK : HALO_ON_LIGHT) - value) * HALO_OPACITY[ink.size]
  return Math.round(value + toInk * core + toHalo * halo)
}

/** At (dark * LEVELS + level) * greys + number stands the number of that evenly spaced grey under grey ink. */
export function greyTable(ink: Ink, greys: 16 | 256): Uint8Array {
  const step = 255 / (greys - 1)
  const table = new Uint8Array(2 * LEVELS * greys)
  for (let at = 0; at < table.length; at++) {
    const level = Math.floor(at / greys) % LEVELS
    const dark = Math.floor(at / greys / LEVELS)
    table[at] = Math.round(inked(ink, level, (at % greys) * step, dark, 0) / step)
  }
  return table
}

/** A palette of 256 colours: at (dark * LEVELS + level) * 16 + grey stands that grey under that level of ink. */
export function inkPalette(ink: Ink): Uint8Array {
  const palette = new Uint8Array(256 * 3)
  for (let index = 0; index < 256; index++) {
    const level = (index >> 4) % LEVELS
    const dark = Math.floor((index >> 4) / LEVELS)
    for (const channel of [0, 1, 2] as const) {
      palette[index * 3 + channel] = inked(ink, level, (index % 16) * 17, dark, channel)
    }
  }
  return palette
}

/** At ((dark * LEVELS + level) * 3 + channel) * 256 + value stands that channel's value under the ink. */
export function colourTable(ink: Ink): Uint8Array {
  const table = new Uint8Array(2 * LEVELS * 3 * 256)
  let at = 0
  for (const dark of [0, 1]) {
    for (let level = 0; level < LEVELS; level++) {
      for (const channel of [0, 1, 2] as const) {
        for (let value = 0; value < 256; value++) table[at++] = inked(ink, level, value, dark, channel)
      }
    }
  }
  return table
}
