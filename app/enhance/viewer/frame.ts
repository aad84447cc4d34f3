import type { Room } from './places/zoom.ts'

/** The free space beside pages, and above one that is jumped to, in CSS pixels. */
export const edge = 12

/** Where the list of pages is in the window and the document, and how much space it has. In CSS pixels. */
export class Frame {
  readonly #bar: HTMLElement
  readonly #list: HTMLElement

  constructor(bar: HTMLElement, list: HTMLElement) {
    this.#bar = bar
    this.#list = list
  }

  /** The space for each page of a row; `chrome` is what surrounds it in the list. */
  room(chrome: number, inRow: number): Room {
    const width = this.viewWidth - this.sides - 2 * edge
    return {
      width: Math.max(120, (width - (inRow - 1) * edge) / inRow),
      height: Math.max(120, innerHeight - this.barHeight - chrome - 2 * edge),
    }
  }

  get listTop(): number {
    return this.#list.getBoundingClientRect().top + scrollY
  }

  get listMiddle(): number {
    const { left, width } = this.#list.getBoundingClientRect()
    return left + scrollX + width / 2
  }

  get viewWidth(): number {
    return document.documentElement.clientWidth
  }

  /** What the bar covers of the pages: nothing where browsers let it scroll away. */
  get barHeight(): number {
    return getComputedStyle(this.#bar).position === 'sticky' ? this.#bar.getBoundingClientRect().height : 0
  }

  /** The space that panels take beside the pages. */
  get sides(): number {
    const main = getComputedStyle(this.#list.closest('main')!)
    return parseFloat(main.marginLeft) + parseFloat(main.marginRight)
  }
}
