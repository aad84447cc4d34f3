import { thumbnailWidth } from '#server/rules/sharing/options.ts'
import { Column } from './places/column.ts'
import { element } from './element.ts'
import { addressOf } from './places/place.ts'
import type { PageSizes } from './places/page-sizes.ts'
import type { Panel } from './panel.ts'

type Deps = {
  sizes: PageSizes
  imageAddress(page: number, width: number): string
  goTo(page: number): void
}

const shownWidth = 120
/** The number under it, and the gap to the next. */
const chrome = 36
const settleTime = 120

/** Thumbnails of all pages in a panel, of which only the visible ones are in the document. */
export class Thumbnails {
  readonly #panel: Panel
  readonly #deps: Deps
  readonly #list = element('ol', { class: 'thumbs' })
  readonly #items = new Map<number, HTMLLIElement>()
  #column: Column
  #page = 1
  #settling = 0

  constructor(panel: Panel, deps: Deps) {
    this.#panel = panel
    this.#deps = deps
    this.#column = this.#reckon()
    panel.body.append(this.#list)
    panel.body.addEventListener('scroll', () => this.#update(), { passive: true })
    this.#list.addEventListener('click', (event) => {
      const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-page]') : null
      if (!item || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      deps.goTo(Number(item.dataset['page']))
    })
  }

  /** Pages turned out to have other sizes. */
  relayout(): void {
    this.#column = this.#reckon()
    for (const [page, item] of this.#items) this.#size(item, page)
    if (this.#panel.isOpen) this.show(this.#page)
  }

  /** Marks the page being read, and scrolls it into view. */
  show(page: number): void {
    this.#mark(this.#page, false)
    this.#page = page
    if (!this.#panel.isOpen) return
    const { body } = this.#panel
    const [top, height] = [this.#column.topOf(page), this.#column.heightOf(page)]
    const isSeen = top >= body.scrollTop && top + height <= body.scrollTop + body.clientHeight
    // What has not been spaced yet cannot be scrolled to.
    this.#update()
    if (!isSeen) body.scrollTop = top - (body.clientHeight - height) / 2
    this.#update()
    this.#mark(page, true)
  }

  #update(): void {
    if (!this.#panel.isOpen) return
    const { scrollTop, clientHeight } = this.#panel.body
    const { first, last } = this.#column.between(scrollTop - clientHeight, scrollTop + 2 * clientHeight)
    for (const [page, item] of this.#items) {
      if (page >= first && page <= last) continue
      item.querySelector('img')?.removeAttribute('src')
      item.remove()
      this.#items.delete(page)
    }
    let before: Element | null = null
    for (let page = last; page >= first; page--) {
      const item = this.#items.get(page) ?? this.#make(page)
      if (!item.isConnected) this.#list.insertBefore(item, before)
      before = item
    }
    this.#list.style.paddingTop = `${this.#column.topOf(first)}px`
    const end = this.#column.topOf(last) + this.#column.heightOf(last)
    this.#list.style.paddingBottom = `${this.#column.height - end}px`
    clearTimeout(this.#settling)
    this.#settling = window.setTimeout(() => this.#fetch(), settleTime)
  }

  #fetch(): void {
    for (const [page, item] of this.#items) {
      const image = item.querySelector('img')!
      if (!image.hasAttribute('src')) image.src = this.#deps.imageAddress(page, thumbnailWidth)
    }
  }

  #make(page: number): HTMLLIElement {
    const link = element(
      'a',
      { href: addressOf(page, new URL(location.href)), 'data-page': page },
      thumbnail(),
      element('span', {}, element('span', { class: 'unseen' }, 'Page '), String(page)),
    )
    const item = element('li', {}, link)
    this.#size(item, page)
    this.#items.set(page, item)
    if (page === this.#page) link.setAttribute('aria-current', 'page')
    return item
  }

  #size(item: HTMLElement, page: number): void {
    const image = item.querySelector('img')!
    image.style.width = `${shownWidth}px`
    image.style.height = `${this.#column.heightOf(page) - chrome}px`
  }

  #mark(page: number, isCurrent: boolean): void {
    const link = this.#items.get(page)?.querySelector('a')
    if (isCurrent) link?.setAttribute('aria-current', 'page')
    else link?.removeAttribute('aria-current')
  }

  #reckon(): Column {
    const { sizes } = this.#deps
    return new Column(sizes.count, (page) => {
      const { width, height } = sizes.of(page)
      return (shownWidth * height) / width + chrome
    })
  }
}

/** One that did not load leaves its place empty, and is requested again when it is next passed. */
function thumbnail(): HTMLImageElement {
  const image = element('img', { alt: '', draggable: 'false' })
  image.addEventListener('error', () => {
    const fresh = thumbnail()
    fresh.style.width = image.style.width
    fresh.style.height = image.style.height
    image.replaceWith(fresh)
  })
  return image
}
