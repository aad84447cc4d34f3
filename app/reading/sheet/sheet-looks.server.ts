import { gridSides, type GridLook, type GridSide } from '#server/rendering/sheet/grid.ts'
import { cellColour, maxCellColours, type ColouredPart } from '#server/rules/files/cell-colours.ts'
import { href, routes } from '#app/routes.ts'
import type { GridLine, GridText } from './sheet-grid.tsx'
import type { TableCell, TableRow } from './sheet-table.server.ts'

/** Colours of one screen; a cell with any further colour is plain. */
const maxColours = 2_000
/** That of lines that say no other. */
const black = '#000000'
const lineParts: Record<GridSide, ColouredPart> = { top: 't', right: 'r', bottom: 'b', left: 'l' }

/**
 * A table as it is displayed, and the addresses of the style sheets of its colours: pages have no styles of their own.
 */
export function dressed(rows: readonly TableRow[]): { rows: GridLine[]; styles: string[] } {
  const classes = new CellClasses()
  return {
    rows: rows.map(({ number, cells }) => ({
      number,
      cells: cells.map((cell) => {
        const { across, down } = cell
        return { className: classes.ofCell(cell), across, down, parts: partsOf(cell, classes) }
      }),
    })),
    styles: classes.styles(),
  }
}

function partsOf({ text, parts }: TableCell, classes: CellClasses): GridText[] {
  const pieces: GridText[] = []
  let at = 0
  for (const { from, to, look, href: address } of parts) {
    if (from > at) pieces.push({ text: text.slice(at, from) })
    pieces.push({ text: text.slice(from, to), className: classes.ofText(look).join(' '), href: address })
    at = to
  }
  if (at < text.length) pieces.push({ text: text.slice(at) })
  return pieces
}

/** The classes of cells: their style in our own vocabulary, and colours rewritten from the document's. */
class CellClasses {
  readonly #colours = new Set<string>()

  ofCell(cell: TableCell): string {
    const { look, isNumber } = cell
    const align = look.align ?? (isNumber ? 'right' : null)
    const names = [
      ...(isNumber ? ['number'] : []),
      ...(align ? [`align-${align}`] : []),
      ...this.#colour('g', look.fill),
      ...this.ofText(look),
      ...this.#ofLines(cell),
    ]
    return names.join(' ')
  }

  ofText({ ink, bold, italic, underline, strike }: GridLook): string[] {
    const colour = this.#colour('i', ink)
    return [
      ...(colour.length > 0 ? [...colour, 'inked'] : []),
      ...(bold === undefined ? [] : [bold ? 'bold' : 'not-bold']),
      ...(italic === undefined ? [] : [italic ? 'italic' : 'not-italic']),
      ...(underline ? ['underline'] : []),
      ...(strike ? ['strike'] : []),
    ]
  }

  /** The addresses of the style sheets of what was asked for. */
  styles(): string[] {
    const colours = [...this.#colours]
    const addresses: string[] = []
    for (let at = 0; at < colours.length; at += maxCellColours)
      addresses.push(
        href(routes.reading.cellColours, { Colours: colours.slice(at, at + maxCellColours).join('-') }),
      )
    return addresses
  }

  #ofLines({ edges }: TableCell): string[] {
    return gridSides.flatMap((side) => {
      const edge = edges[side]
      if (!edge) return []
      const colour = edge.colour === black ? [] : this.#colour(lineParts[side], edge.colour)
      return [`${edge.isThick ? 'thick' : 'thin'}-${side}`, ...colour]
    })
  }

  #colour(part: ColouredPart, colour: string | undefined): string[] {
    const code = colour === undefined ? null : cellColour(part, colour)
    if (code === null || (this.#colours.size === maxColours && !this.#colours.has(code))) return []
    this.#colours.add(code)
    return [code]
  }
}
