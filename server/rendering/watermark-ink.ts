import { LEVELS } from './watermark-tile.ts'
import type { WatermarkColour, WatermarkSize } from './types.ts'

type Colour = readonly [red: number, green: number, blue: number]

// On paper the mark darkens, on dark ground it lightens: one text that can be read on both.
const INKS: Record<WatermarkColour, { onLight: Colour; onDark: Colour }> = {
  grey: { onLight: [20, 20, 20], onDark: [255, 255, 255] },
  red: { onLight: [205, 0, 0], onDark: [255, 120, 120] },
  blue: { onLight: [0, 60, 200], onDark: [130, 175, 255] },
}
const OPACITY: Record<WatermarkSize, number> = { small: 0.3, medium: 0.24, large: 0.19 }
// Light on dark is perceived as weaker than dark on light.
const STRONGER_ON_DARK = 1.5
const DARK_BELOW = 90

export type Ink = { colour: WatermarkColour; size: WatermarkSize }

/** The channel (0 red, 1 green, 2 blue) of ground of that lightness under ink of that level. */
export function inked(
  ink: Ink,
  level: number,
  ground: number,
  lightness: number,
  channel: 0 | 1 | 2,
): number {
  const { onLight, onDark } = INKS[ink.colour]
  const strength = (OPACITY[ink.size] * level) / (LEVELS - 1)
  const isOnDark = lightness < DARK_BELOW
  const opacity = isOnDark ? strength * STRONGER_ON_DARK : strength
  const colour = isOnDark ? onDark[channel] : onLight[channel]
  return Math.round(ground + (colour - ground) * opacity)
}

/** For each level and each of `greys` evenly spaced greys: the same number of a grey under grey ink. */
export function greyTable(ink: Ink, greys: 16 | 256): Uint8Array {
  const step = 255 / (greys - 1)
  const table = new Uint8Array(LEVELS * greys)
  for (let level = 0; level < LEVELS; level++) {
    for (let grey = 0; grey < greys; grey++) {
      const lightness = grey * step
      table[level * greys + grey] = Math.round(inked(ink, level, lightness, lightness, 0) / step)
    }
  }
  return table
}

/** A palette of 256 colours: at level * 16 + grey stands that grey under that level of ink. */
export function inkPalette(ink: Ink): Uint8Array {
  const palette = new Uint8Array(LEVELS * 16 * 3)
  for (let index = 0; index < LEVELS * 16; index++) {
    const lightness = (index % 16) * 17
    for (const channel of [0, 1, 2] as const) {
      palette[index * 3 + channel] = inked(ink, index >> 4, lightness, lightness, channel)
    }
  }
  return palette
}

/** At ((level * 2 + isDark) * 3 + channel) * 256 + value stands that channel's value under the ink. */
export function colourTable(ink: Ink): Uint8Array {
  const table = new Uint8Array(LEVELS * 2 * 3 * 256)
  let at = 0
  for (let level = 0; level < LEVELS; level++) {
    for (const lightness of [255, 0]) {
      for (const channel of [0, 1, 2] as const) {
        for (let value = 0; value < 256; value++) table[at++] = inked(ink, level, value, lightness, channel)
      }
    }
  }
  return table
}

/** Whether a pixel counts as dark ground. */
export function isDark(red: number, green: number, blue: number): boolean {
  return (red * 77 + green * 150 + blue * 29) >> 8 < DARK_BELOW
}
