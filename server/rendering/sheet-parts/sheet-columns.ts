import type { PrintArea, Stretch } from '#server/rendering/sheet/print-area.ts'

/** As many as any program has. */
export const maxColumns = 16_384

/** Columns one after the other whose cells look the same, where they say nothing themselves. */
export type Alike = { column: number; count: number; style: string }

/** The columns of one sheet as the file describes them: which are visible, and the style of their cells. */
export class SheetColumns {
  readonly #area: PrintArea
  /** For each column of the program its position among the visible ones, or -1. */
  readonly #places: number[] = []
  readonly #alike: Alike[] = []
  readonly #headers: boolean[] = []
  /** The visible ones, as columns of the program. */
  readonly visible: number[] = []

  constructor(area: PrintArea) {
    this.#area = area
  }

  add(
    count: number,
    { isHidden, isHeader = false, style }: { isHidden: boolean; isHeader?: boolean; style: string },
  ): void {
    const until = Math.min(this.#places.length + count, maxColumns)
    const last = this.#alike.at(-1)
    if (last?.style === style) last.count = until - last.column
    else this.#alike.push({ column: this.#places.length, count: until - this.#places.length, style })
    for (let column = this.#places.length; column < until; column++) {
      const isVisible = !isHidden && this.#area.hasColumn(column, isHeader)
      this.#places.push(isVisible ? this.visible.length : -1)
      this.#headers.push(isHeader)
      if (isVisible) this.visible.push(column)
    }
  }

  /** Its position among the visible columns; -1 for a hidden one. One that the file does not describe is not hidden. */
  placeOf(column: number): number {
    if (column >= maxColumns) return -1
    if (column >= this.#places.length)
      this.add(column + 1 - this.#places.length, { isHidden: false, style: '' })
    return this.#places[column]!
  }

  /** Whether a visible column is shown in these rows. */
  isShown(column: number, { shows }: Stretch): boolean {
    return this.placeOf(column) >= 0 && shows(column, this.#headers[column]!)
  }

  /** `count` columns from one on, parted where their cells look otherwise by themselves. */
  alike(column: number, count: number): Alike[] {
    const until = Math.min(column + count, maxColumns)
    const described = this.#alike.flatMap((run) => {
      const from = Math.max(run.column, column)
      const end = Math.min(run.column + run.count, until)
      return from < end ? [{ column: from, count: end - from, style: run.style }] : []
    })
    const rest = Math.max(column, this.#places.length)
    return rest < until ? [...described, { column: rest, count: until - rest, style: '' }] : described
  }

  /** How many visible columns there are among `count` from one on. */
  visibleAmong(column: number, count: number): number {
    let visible = 0
    const until = Math.min(column + count, maxColumns)
    for (let each = column; each < until; each++) if (this.placeOf(each) >= 0) visible++
    return visible
  }
}
