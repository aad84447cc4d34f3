/** The colours of a team's bar over its data rooms, as `#rrggbb`. */
export type BarColours = { bar: string; text: string }

/** The contrast that text needs to be legible (WCAG 2, level AA). */
const leastContrast = 4.5

const colour = /^#[0-9a-f]{6}$/

/** A colour of six hex digits in lower case, or null for anything else. */
export function colourOf(text: string): string | null {
  const tidy = text.trim().toLowerCase()
  return colour.test(tidy) ? tidy : null
}

/** The bar in these colours, its text changed to black or white where it would be illegible; null without a colour. */
export function barColours(bar: string | null, text: string | null): BarColours | null {
  const ground = bar === null ? null : colourOf(bar)
  if (ground === null) return null
  const wanted = text === null ? null : colourOf(text)
  const isReadable = wanted !== null && contrast(ground, wanted) >= leastContrast
  return { bar: ground, text: isReadable ? wanted : readableOn(ground) }
}

function readableOn(ground: string): string {
  return contrast(ground, '#ffffff') >= contrast(ground, '#000000') ? '#ffffff' : '#000000'
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    linear(parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}
