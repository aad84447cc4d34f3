import { contrast } from '#server/rules/files/bar-colours.ts'
import type { CellValue } from './cell-value.ts'
import { gridSides, type GridEdges, type GridLook } from './grid.ts'
import type { SheetStyle, SheetStyles } from '#server/rendering/sheet-parts/sheet-styles.ts'
import type { StyleLook } from '#server/rendering/sheet-parts/style-look.ts'

/** The number of a look; the first time it is met it gets one. */
export type NumberLook = (look: GridLook) => number

export type CellLook = {
  look: number
  /** The one in which its number format writes the value, or null. */
  colour: string | null
}

const maxKept = 100_000
const [darkInk, lightInk] = ['#1a1e22', '#ffffff']

/** The style of cells: from their style, from conditions on their value, and from their number format. */
export class CellLooks {
  readonly #styles: SheetStyles
  readonly #numberLook: NumberLook
  readonly #known = new Map<string, number>()

  constructor(styles: SheetStyles, numberLook: NumberLook) {
    this.#styles = styles
    this.#numberLook = numberLook
  }

  of(name: string, value: CellValue): CellLook {
    const style = this.#styles.cell(name)
    const other = this.#styles.caseOf(style, value)
    const colour = style.format === '' ? null : this.#styles.formats.colourOf(style.format, value)
    const look = this.#kept(`${name}\n${other ?? ''}\n${colour ?? ''}`, () =>
      cellLook(this.#look(style, other, colour)),
    )
    return { look, colour }
  }

  /** For a cell that shows no value, so that only background and borders are visible; 0 if there are none. */
  ofBlank(name: string, value: CellValue): number {
    const style = this.#styles.cell(name)
    const other = this.#styles.caseOf(style, value)
    return this.#kept(`${name}\n${other ?? ''}`, () => {
      const { fill, edges } = cellLook(this.#look(style, other, null))
      return { ...(fill && { fill }), ...(edges && { edges }) }
    })
  }

  /** Of a part of the text of a cell. */
  ofPart(name: string): number {
    if (name === '') return 0
    return this.#kept(`${name}\n\n\n`, () => partLook(this.#styles.text(name)))
  }

  #look(style: SheetStyle, other: string | null, colour: string | null): StyleLook {
    const conditional = other === null ? {} : this.#styles.cell(other).look
    return { ...style.look, ...conditional, ...(colour && { ink: colour }) }
  }

  #kept(key: string, make: () => GridLook): number {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    if (this.#known.size === maxKept) this.#known.clear()
    const number = this.#numberLook(make())
    this.#known.set(key, number)
    return number
  }
}

function cellLook(look: StyleLook): GridLook {
  const { fill, bold, italic, underline, strike, align, isAligned } = look
  const ink = look.ink ?? (fill ? inkOn(fill) : null)
  const edges: GridEdges = {}
  for (const side of gridSides) {
    const edge = look[side]
    if (edge) edges[side] = edge
  }
  return {
    ...(fill && { fill }),
    ...(ink && { ink }),
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(underline && { underline }),
    ...(strike && { strike }),
    ...(align && isAligned && { align }),
    ...(Object.keys(edges).length > 0 && { edges }),
  }
}

/** For text inside a cell: it can also say that it is not bold although the cell is. */
function partLook({ ink, bold, italic, underline, strike }: StyleLook): GridLook {
  return {
    ...(ink && { ink }),
    ...(bold !== undefined && { bold }),
    ...(italic !== undefined && { italic }),
    ...(underline && { underline }),
    ...(strike && { strike }),
  }
}

/**
 * Text without its own colour is black or white, whichever is legible on its background; null for the usual text
 * colour.
 */
function inkOn(fill: string): string | null {
  return contrast(fill, lightInk) > contrast(fill, darkInk) ? lightInk : null
}
