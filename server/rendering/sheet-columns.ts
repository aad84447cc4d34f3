/** As many as any program has. */
export const mostColumns = 16_384

/** The columns of one sheet as the file describes them: which are visible, and what their cells look like. */
export class SheetColumns {
  /** For each column of the program its place among the visible ones, or -1. */
  readonly #places: number[] = []
  readonly #styles: string[] = []
  /** The visible ones, as columns of the program. */
  readonly visible: number[] = []

  add(count: number, { isHidden, style }: { isHidden: boolean; style: string }): void {
    const until = Math.min(this.#places.length + count, mostColumns)
    for (let column = this.#places.length; column < until; column++) {
      this.#places.push(isHidden ? -1 : this.visible.length)
      this.#styles.push(style)
      if (!isHidden) this.visible.push(column)
    }
  }

  /** Its place among the visible columns; -1 for a hidden one. One that the file does not describe is visible. */
  placeOf(column: number): number {
    if (column >= mostColumns) return -1
    if (column >= this.#places.length)
      this.add(column + 1 - this.#places.length, { isHidden: false, style: '' })
    return this.#places[column]!
  }

  styleOf(column: number): string {
    return this.#styles[column] ?? ''
  }

  /** How many visible columns there are among `count` from one on. */
  visibleAmong(column: number, count: number): number {
    let visible = 0
    const until = Math.min(column + count, mostColumns)
    for (let each = column; each < until; each++) if (this.placeOf(each) >= 0) visible++
    return visible
  }
}
