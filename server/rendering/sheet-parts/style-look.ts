import { colourOf } from '#server/rules/files/bar-colours.ts'
import { gridSides, type GridAlign, type GridEdge, type GridSide } from '#server/rendering/sheet/grid.ts'

type Attributes = Record<string, string>

/** What a style says about the look of cells; null says that there is none, and anything missing is unchanged. */
export type StyleLook = {
  fill?: string | null
  ink?: string | null
  bold?: boolean
  italic?: boolean
  underline?: boolean
  strike?: boolean
  align?: GridAlign
  /** Whether the alignment applies, or that of the value's kind. */
  isAligned?: boolean
} & Partial<Record<GridSide, GridEdge | null>>

/**
 * What an element of a style says. The document's vocabulary gets no further than here: it is all translated to ours.
 */
export function lookIn(element: string, attributes: Attributes): StyleLook {
  if (element === 'style:table-cell-properties') return ofCell(attributes)
  if (element === 'style:paragraph-properties') return ofParagraph(attributes)
  if (element === 'style:text-properties') return ofText(attributes)
  return {}
}

function ofCell(attributes: Attributes): StyleLook {
  const look: StyleLook = {}
  const fill = attributes['fo:background-color']
  if (fill !== undefined) look.fill = colourOf(fill)
  const source = attributes['style:text-align-source']
  if (source !== undefined) look.isAligned = source === 'fix'
  for (const side of gridSides) {
    const edge = attributes[`fo:border-${side}`] ?? attributes['fo:border']
    if (edge !== undefined) look[side] = edgeIn(edge)
  }
  return look
}

function ofParagraph(attributes: Attributes): StyleLook {
  const align = aligns.get(attributes['fo:text-align'] ?? '')
  return align ? { align } : {}
}

const aligns: ReadonlyMap<string, GridAlign> = new Map([
  ['start', 'left'],
  ['left', 'left'],
  ['center', 'center'],
  ['end', 'right'],
  ['right', 'right'],
  ['justify', 'justify'],
])

function ofText(attributes: Attributes): StyleLook {
  const look: StyleLook = {}
  const ink = attributes['fo:color']
  if (ink !== undefined) look.ink = colourOf(ink)
  if (attributes['style:use-window-font-color'] === 'true') look.ink = null
  const weight = attributes['fo:font-weight']
  if (weight !== undefined) look.bold = weight === 'bold' || Number(weight) >= 600
  const slant = attributes['fo:font-style']
  if (slant !== undefined) look.italic = slant === 'italic' || slant === 'oblique'
  const underline = attributes['style:text-underline-style']
  if (underline !== undefined) look.underline = underline !== 'none'
  const strike = attributes['style:text-line-through-style']
  if (strike !== undefined) look.strike = strike !== 'none'
  return look
}

const thickFrom = 1.5
const edge = /^(\d+(?:\.\d+)?)pt ([a-z-]+) (#[0-9a-f]{6})$/i

/** A line along one side, as `0.74pt solid #000000`. */
function edgeIn(text: string): GridEdge | null {
  const [, points, kind, colour] = edge.exec(text.trim()) ?? []
  if (!points || !colour || kind === 'none' || kind === 'hidden' || Number(points) === 0) return null
  return { colour: colour.toLowerCase(), isThick: Number(points) >= thickFrom }
}
