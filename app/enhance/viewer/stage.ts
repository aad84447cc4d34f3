import { href, routes } from '#app/routes.ts'
import { Column, pagesToKeep } from './places/column.ts'
import type { ViewerScriptFacts } from './facts.ts'
import { edge, Frame } from './frame.ts'
import { PageSizes, type SizedPage } from './places/page-sizes.ts'
import { heightOf, placeAt, type Place } from './places/place.ts'
import { imageWidth } from './sharpness.ts'
import { Sheet } from './sheet.ts'
import { heldZoom, percentOf, shownWidth, type Room, type Zoom } from './places/zoom.ts'

/** What others are notified of: that something else is visible, and that a page did not load. */
export type StageEvents = { moved(): void; imageFailed(): void }

const viewport = 'width=device-width, initial-scale=1, minimum-scale=1'
const settleTime = 120
/**
 * The pages, one under the other, of which only those near the window are in the document. Built on the list that the
 * server rendered, and moves nothing of it when it takes over. The document itself scrolls.
 */
export class Stage {
  readonly sizes: PageSizes
  zoom: Zoom = 'auto'
  isSpread: boolean
  readonly #facts: ViewerScriptFacts
  readonly #viewer: HTMLElement
  readonly #bar: HTMLElement
  readonly #list: HTMLElement
  readonly #frame: Frame
  readonly #events: StageEvents
  readonly #sheets = new Map<number, Sheet>()
  /** What surrounds a page's image in the list: its number and the gap, in CSS pixels. */
  readonly #chrome: number
  readonly #padding: { top: number; bottom: number }
  #column: Column
  #room: Room = { width: 0, height: 0 }
  #widest = 0
  #settling = 0
  #isFrameDue = false
  #seenAt = 0
  #isPrinting = false

  constructor(viewer: HTMLElement, list: HTMLElement, facts: ViewerScriptFacts, events: StageEvents) {
    this.#viewer = viewer
    this.#bar = viewer.querySelector<HTMLElement>('.viewer-bar')!
    this.#list = list
    this.#frame = new Frame(this.#bar, list)
    this.#facts = facts
    this.isSpread = facts.isSpread
    this.#events = events
    this.sizes = new PageSizes(facts.total)
    this.sizes.learn(facts.pages)
    const items = [...list.querySelectorAll<HTMLLIElement>(':scope > li')]
    const style = getComputedStyle(list)
    this.#padding = { top: parseFloat(style.paddingTop), bottom: parseFloat(style.paddingBottom) }
    this.#chrome = chromeOf(items[0]!)
    const seen =
      items.find((item) => item.getBoundingClientRect().bottom > this.#frame.barHeight) ?? items[0]!
    const seenAt = seen.getBoundingClientRect().top
    viewer.classList.add('viewer-live')
    // Else phones show everything smaller as soon as one page is wider than they are.
    document.querySelector('meta[name=viewport]')?.setAttribute('content', viewport)
    this.#column = this.#reckon()
    for (const [index, item] of items.entries()) {
      const page = facts.pages[index]!.number
      this.#sheets.set(page, this.#makeSheet(page, item))
    }
    this.#place()
    // All the pages before the server's screen are above it from now on.
    scrollBy(0, seen.getBoundingClientRect().top - seenAt)
    this.#update()
    addEventListener('scroll', () => this.#soon(), { passive: true })
    addEventListener('resize', () => this.relayout())
    const print = matchMedia('print')
    print.addEventListener('change', () => this.#turnForPrint(print.matches))
    addEventListener('beforeprint', () => this.#turnForPrint(true))
    addEventListener('afterprint', () => this.#turnForPrint(false))
  }

  get place(): Place {
    return placeAt(this.#column, this.#window().top)
  }

  /** The page, or pages, of which most shows. */
  get maxVisible(): number[] {
    const { top, bottom } = this.#window()
    return this.#column.maxVisible(top, bottom)
  }

  get shownPage(): number {
    return this.maxVisible[0] ?? this.place.page
  }

  /** In percent of the size on paper. */
  get percent(): number {
    const page = this.shownPage
    return percentOf(this.#widthOf(page), this.sizes.of(page))
  }

  /** How many pages are side by side: two where that is wanted and there is room, as in the style sheet. */
  get inRow(): 1 | 2 {
    return this.isSpread && matchMedia('(min-width: 60em)').matches ? 2 : 1
  }

  goTo(place: Place): void {
    const y = heightOf(this.#column, place) - (place.at === 0 ? edge : 0)
    scrollTo(scrollX, this.#frame.listTop + this.#padding.top + y - this.#frame.barHeight)
    this.#update()
  }

  /** `focus` is the point of the window that stays where it is; by default the top of the pages. */
  zoomTo(zoom: Zoom, focus?: { x: number; y: number }): void {
    const usual = this.sizes.of(this.shownPage)
    this.zoom = typeof zoom === 'number' ? heldZoom(zoom, { count: this.#facts.total, usual }) : zoom
    this.relayout(focus)
  }

  /** Shows two pages side by side, or one under the other. */
  spread(isSpread: boolean): void {
    this.isSpread = isSpread
    this.#viewer.classList.toggle('viewer-spread', isSpread)
    this.relayout()
  }

  learn(pages: SizedPage[]): void {
    if (this.sizes.learn(pages)) this.relayout()
  }

  /** Computes all positions again after the window or the zoom has changed, and stays at the same place. */
  relayout(focus?: { x: number; y: number }): void {
    if (this.#isPrinting || !this.#list.isConnected) return
    const at = focus ?? { x: this.#frame.viewWidth / 2, y: this.#frame.barHeight }
    const top = this.#frame.listTop + this.#padding.top
    const y = scrollY + at.y - top
    const place = placeAt(this.#column, y)
    const across = (scrollX + at.x - this.#frame.listMiddle) / this.#widthOf(place.page)
    this.#column = this.#reckon()
    this.#place()
    const x = this.#frame.listMiddle + across * this.#widthOf(place.page) - at.x
    // Above the first page nothing has moved.
    scrollTo(x, y < 0 ? scrollY : top + heightOf(this.#column, place) - at.y)
    this.#update()
  }

  /** Retries everything that did not load. */
  retry(): void {
    for (const sheet of this.#sheets.values()) sheet.retry()
  }

  /** Takes all pages out of the document. */
  clear(): void {
    clearTimeout(this.#settling)
    for (const sheet of this.#sheets.values()) sheet.leave()
    this.#sheets.clear()
    this.#list.remove()
  }

  #soon(): void {
    if (this.#isFrameDue || !this.#list.isConnected) return
    this.#isFrameDue = true
    requestAnimationFrame(() => {
      this.#isFrameDue = false
      this.#update()
    })
  }

  /** Adds what comes near the window and removes what is far. */
  #update(): void {
    if (this.#isPrinting || !this.#list.isConnected) return
    const shown = this.#window()
    const keep = pagesToKeep(this.#column, shown)
    const isNear = this.#sheets.has(this.#column.pageAt(shown.top))
    for (const [page, sheet] of this.#sheets) {
      if (page >= keep.first && page <= keep.last) continue
      sheet.leave()
      this.#sheets.delete(page)
    }
    let before: Element | null = null
    for (let page = keep.last; page >= keep.first; page--) {
      const sheet = this.#sheets.get(page) ?? this.#makeSheet(page)
      this.#sheets.set(page, sheet)
      if (!sheet.item.isConnected) this.#list.insertBefore(sheet.item, before)
      before = sheet.item
    }
    this.#space(keep)
    // Dragging the scroll bar over a thousand pages must not fetch each of them.
    clearTimeout(this.#settling)
    if (isNear) this.#fetch()
    else this.#settling = window.setTimeout(() => this.#fetch(), settleTime)
    this.#seenAt = scrollY
    this.#events.moved()
  }

  /** The viewer prints blank: with no pages there is nothing to measure, and nowhere to scroll to. */
  #turnForPrint(isPrinting: boolean): void {
    if (isPrinting === this.#isPrinting || !this.#list.isConnected) return
    this.#isPrinting = isPrinting
    if (isPrinting) return
    scrollTo(scrollX, this.#seenAt)
    this.#update()
  }

  /** Requests the images of the pages that are in the document, the visible ones first. */
  #fetch(): void {
    const { top, bottom } = this.#window()
    const seen = this.#column.between(top, bottom)
    const away = (page: number) => Math.max(seen.first - page, page - seen.last, 0)
    const sheets = [...this.#sheets.values()].sort((one, other) => away(one.page) - away(other.page))
    for (const sheet of sheets) {
      const width = this.#imageWidth(sheet.page)
      if (sheet.imageWidth < width) sheet.show(this.imageAddress(sheet.page, width))
    }
  }

  imageAddress(page: number, width: number): string {
    const { shareGuid, query } = this.#facts
    return href(routes.reading.pageImage, { ShareGuid: shareGuid, Page: String(page) }, { width, ...query })
  }

  #imageWidth(page: number): number {
    const { isPicture } = this.#facts
    return imageWidth(this.#widthOf(page), {
      pixelRatio: devicePixelRatio,
      isZoomed: this.zoom !== 'auto' && this.zoom !== 'page',
      ownWidth: isPicture ? Math.round((this.sizes.of(page).width * 96) / 72) : Infinity,
    })
  }

  #makeSheet(page: number, relationship?: HTMLLIElement): Sheet {
    const sheet = new Sheet(page, this.#facts.total, { relationship, tellFailure: this.#events.imageFailed })
    sheet.place(this.#sizeOf(page))
    return sheet
  }

  #place(): void {
    for (const sheet of this.#sheets.values()) sheet.place(this.#sizeOf(sheet.page))
    const numbers = [...this.#sheets.keys()]
    this.#space({ first: Math.min(...numbers), last: Math.max(...numbers) })
    const inRow = this.inRow
    const needed = this.#widest * inRow + edge * (inRow + 1)
    const isWide = needed > this.#frame.viewWidth - this.#frame.sides
    this.#list.style.width = isWide ? `${needed}px` : ''
    this.#viewer.style.minWidth = isWide ? `${needed + this.#frame.sides}px` : ''
    this.#viewer.style.setProperty('--viewer-bar', `${this.#frame.barHeight}px`)
    // The bar stays as wide as the window, over pages that are wider.
    this.#bar.style.width = isWide ? `${this.#frame.viewWidth}px` : ''
  }

  /** Empty room for the pages that are not in the document. */
  #space({ first, last }: { first: number; last: number }): void {
    const after = this.#column.height - this.#column.topOf(last) - this.#column.heightOf(last)
    this.#list.style.paddingTop = `${this.#padding.top + this.#column.topOf(first)}px`
    this.#list.style.paddingBottom = `${this.#padding.bottom + after}px`
  }

  #reckon(): Column {
    const inRow = this.inRow
    this.#room = this.#frame.room(this.#chrome, inRow)
    this.#widest = 0
    const heightOf = (page: number) => {
      const { width, height } = this.#sizeOf(page)
      this.#widest = Math.max(this.#widest, width)
      return height + this.#chrome
    }
    return new Column(this.#facts.total, heightOf, inRow)
  }

  #sizeOf(page: number): { width: number; height: number } {
    const width = this.#widthOf(page)
    const { width: points, height } = this.sizes.of(page)
    return { width, height: (width * height) / points }
  }

  #widthOf(page: number): number {
    return shownWidth(this.zoom, this.sizes.of(page), this.#room, this.#facts.isPicture)
  }

  /** What of the column shows in the window. */
  #window(): { top: number; bottom: number } {
    const top = scrollY - this.#frame.listTop - this.#padding.top
    return { top: top + this.#frame.barHeight, bottom: top + innerHeight }
  }
}

function chromeOf(item: HTMLElement): number {
  const image = item.querySelector('img')!.getBoundingClientRect()
  const { marginBottom } = getComputedStyle(item)
  return item.getBoundingClientRect().height - image.height + parseFloat(marginBottom)
}
