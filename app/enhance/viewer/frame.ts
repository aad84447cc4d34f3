import type { Room } from './places/zoom.ts'

/** The free space beside pages, and above one that is jumped to, in CSS pixels. */
export const edge = 12
/** What the tools cover at the lower edge of the window. */
const toolsHeight = 56

/** Where the list of pages is in the window and the document, and how much space it has. In CSS pixels. */
export class Frame {
  readonly #bar: HTMLElement
  readonly #list: HTMLElement

  constructor(bar: HTMLElement, list: HTMLElement) {
    this.#bar = bar
    this.#list = list
  }

  /** The space for a page; `chrome` is what surrounds it in the list. */
  room(chrome: number): Room {
    return {
      width: Math.max(120, this.viewWidth - this.sides - 2 * edge),
      height: Math.max(120, innerHeight - this.barHeight - Math.max(chrome, toolsHeight) - 2 * edge),
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

  /** What the bar covers of the pages: on phones it scrolls away. */
  get barHeight(): number {
    return getComputedStyle(this.#bar).position === 'sticky' ? this.#bar.getBoundingClientRect().height : 0
  }

  /** The space that panels take beside the pages. */
  get sides(): number {
    const main = getComputedStyle(this.#list.closest('main')!)
    return parseFloat(main.marginLeft) + parseFloat(main.marginRight)
  }
}
