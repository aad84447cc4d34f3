import type { WatermarkSize } from '#server/rendering/types.ts'

/**
 * How a repeated watermark lies on a page, for everything that draws one: page images, images at their own size, and
 * stamped PDFs. All lengths are units, of which every page is 800 wide, so that one page looks alike in each.
 */
export const PAGE_UNITS = 800
/** The slope of the text, upward to the right. */
export const DEGREES = 30
export const COSINE = Math.cos(Math.PI / 6)
export const SINE = 0.5
/** Distance between lines of text, in sizes of the font. */
export const LINE_HEIGHT = 1.15

/** From one watermark to the next of its row, and from row to row; every second row is shifted by half of `across`. */
export type Lattice = { across: number; down: number }
type Block = { width: number; height: number }
type Repeated = Lattice & { font: number }

const REPEATED: Record<Exclude<WatermarkSize, 'large'>, Repeated> = {
  small: { font: 13, across: 480, down: 184 },
  medium: { font: 20, across: 560, down: 204 },
}
const SEPARATOR = '  ·  '
// Short lines, so that a quarter of a page has whole watermarks.
const LONGEST_LINE = 36
// Room around a watermark, in sizes of the font.
const GAP_ALONG = 1.5
const GAP_BESIDE = 0.5
const GROWTH = 1.05

export function repeatedFont(size: Exclude<WatermarkSize, 'large'>): number {
  return REPEATED[size].font
}

/**
 * The lines as they are drawn, the code of the visit among them: a piece of a page that shows one watermark tells who
 * was given it. What fits together is one line, and what is longer than a line is broken.
 */
export function linesOf(lines: readonly string[], code: string): string[] {
  const drawn: string[] = []
  for (const part of [...lines, code].filter((one) => one !== '').flatMap(broken)) {
    const joined = drawn.length > 0 ? `${drawn.at(-1)}${SEPARATOR}${part}` : part
    if (drawn.length > 0 && [...joined].length <= LONGEST_LINE) drawn[drawn.length - 1] = joined
    else drawn.push(part)
  }
  return drawn
}

function broken(line: string): string[] {
  const letters = [...line]
  const parts: string[] = []
  for (let at = 0; at < letters.length; at += LONGEST_LINE)
    parts.push(letters.slice(at, at + LONGEST_LINE).join(''))
  return parts
}

/** The lattice for a block of text, in units: the usual one, or as much wider as the block needs to touch no other. */
export function latticeFor(size: Exclude<WatermarkSize, 'large'>, block: Block): Lattice {
  const { font, across, down } = REPEATED[size]
  const room = { width: block.width + GAP_ALONG * font, height: block.height + GAP_BESIDE * font }
  let lattice = { across, down }
  while (touches(lattice, room)) lattice = { across: lattice.across * GROWTH, down: lattice.down * GROWTH }
  return lattice
}

/** Whether blocks of this size would lie over their neighbours. */
function touches({ across, down }: Lattice, { width, height }: Block): boolean {
  const reach = Math.ceil((width + height) / Math.min(across / 2, down)) + 1
  for (let row = 0; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++) {
      if (row === 0 && column <= 0) continue
      const [x, y] = [(column + (row % 2) / 2) * across, row * down]
      const [along, beside] = [x * COSINE - y * SINE, x * SINE + y * COSINE]
      if (Math.abs(along) < width && Math.abs(beside) < height) return true
    }
  }
  return false
}
