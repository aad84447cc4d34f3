import { href, routes } from '#app/routes.ts'
import { startBarMenu } from './bar-menu.ts'
import { sayClosed } from './times/closing.ts'
import { element } from './element.ts'
import type { ViewerScriptFacts } from './facts.ts'
import { fileKeys } from './file-keys.ts'
import { Finder } from './finder.ts'
import { leaveFullScreen, toggleFullScreen } from './full-screen.ts'
import { guard } from './guard.ts'
import { helpDialog } from './help.ts'
import { ReadingHistory } from './places/history.ts'
import { listenToKeys, type Key } from './keys.ts'
import { lineLost } from './places/line.ts'
import type { SizedPage } from './places/page-sizes.ts'
import { Panel } from './panel.ts'
import { startPinch } from './places/pinch.ts'
import { pageIn } from './places/place.ts'
import { Reader } from './reader.ts'
import { Stage } from './stage.ts'
import { Thread } from './thread.ts'
import { Thumbnails } from './thumbnails.ts'
import { Tools } from './tools.ts'
import { nextZoom, type Zoom } from './places/zoom.ts'

/** Puts the scripted viewer over the screen of pages that the server rendered. */
export function startViewer(root: HTMLElement, list: HTMLElement, facts: ViewerScriptFacts): void {
  new Viewer(root, list, facts).start()
}

/** The viewer as a whole: its parts communicate through it. */
class Viewer {
  readonly #root: HTMLElement
  readonly #main: HTMLElement
  readonly #bar: HTMLElement
  readonly #menu: HTMLDetailsElement
  readonly #facts: ViewerScriptFacts
  readonly #history = new ReadingHistory()
  readonly #line = element('p', { class: 'viewer-line', role: 'status' })
  readonly #reader: Reader
  readonly #stage: Stage
  readonly #tools: Tools
  readonly #thumbnails: Thumbnails
  readonly #help: HTMLDialogElement
  #thread: Thread | null = null
  #isOver = false

  constructor(root: HTMLElement, list: HTMLElement, facts: ViewerScriptFacts) {
    this.#root = root
    this.#main = list.parentElement!
    this.#facts = facts
    this.#bar = root.querySelector<HTMLElement>('.viewer-bar')!
    this.#menu = this.#bar.querySelector<HTMLDetailsElement>('.viewer-menu')!
    this.#tools = new Tools(this.#bar, facts.total, {
      goTo: (page) => this.#goTo(page),
      zoomTo: (zoom) => this.#zoomTo(zoom),
      zoomBy: (direction) => this.#zoomBy(direction),
    })
    this.#reader = new Reader(facts, {
      good: ({ unreadComments }, isBack) => {
        this.#sayLine({ isAway: false, isLost: false })
        // A page that fails while the connection works waits its time: a busy server is not asked again immediately.
        if (isBack) this.#stage.retry()
        this.#thread?.tellUnread(unreadComments)
      },
      away: (isLost) => this.#sayLine({ isAway: true, isLost }),
      closed: (text) => this.#close(text),
    })
    // What a reload returns to, read before anything is stored again.
    const wanted = this.#history.wanted()
    history.scrollRestoration = 'manual'
    this.#stage = new Stage(root, list, facts, {
      moved: () => this.#moved(),
      imageFailed: () => this.#reader.ask(),
    })
    guard(list)
    startPinch(list, {
      percent: () => this.#stage.percent,
      zoomTo: (percent, focus) => this.#zoomTo(percent, focus),
    })
    const panel = new Panel(root, 'left', 'Thumbnails', {
      opened: () => this.#thumbnails.show(this.#stage.shownPage),
      moved: () => this.#stage.relayout(),
    })
    this.#thumbnails = new Thumbnails(panel, {
      sizes: this.#stage.sizes,
      imageAddress: (page, width) => this.#stage.imageAddress(page, width),
      goTo: (page) => this.#goTo(page),
    })
    const keys = this.#equip(panel)
    this.#help = helpDialog(keys)
    root.append(this.#line, this.#help)
    listenToKeys(keys)
    startBarMenu(this.#menu)
    if (root.classList.contains('viewer-with-left')) panel.whereWide(this.#link('.viewer-thumbnails-link'))
    this.#comeBack(wanted)
  }

  start(): void {
    this.#moved()
    this.#reader.start()
    void this.#learnSizes()
    this.#takeLinks()
  }

  /** Makes the bar's links act in place, and adds what only script has; returns the keys that do the same. */
  #equip(thumbnails: Panel): Key[] {
    const keys = this.#readingKeys()
    const thumbnailsLink = this.#link('.viewer-thumbnails-link')
    const add = (key: string, words: string, link: HTMLElement | null, press: () => void) => {
      link?.setAttribute('aria-keyshortcuts', key)
      link?.addEventListener('click', (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        press()
      })
      keys.push({ keys: [key], shown: key, words, press })
    }
    add('t', 'Thumbnails', thumbnailsLink, () => thumbnails.toggle(thumbnailsLink))
    if (this.#facts.find !== null) {
      const finder = new Finder(this.#facts.find, {
        goTo: (page) => this.#goTo(page),
        shownPage: () => this.#stage.shownPage,
        failed: () => this.#reader.ask(),
      })
      this.#root.append(finder.root)
      const link = this.#link('.viewer-find-link')
      add('/', 'Find in document', link, () => finder.open(link))
    }
    if (this.#facts.comments !== null) keys.push(this.#equipComments(this.#facts.comments))
    const spread = this.#link('.viewer-spread-link')
    if (spread) add('d', 'Two pages side by side', spread, () => this.#turnSpread(spread))
    if (document.fullscreenEnabled)
      add('f', 'Full screen', this.#entry('Full screen'), () => void toggleFullScreen())
    keys.push(...fileKeys(this.#root))
    add('?', 'Keyboard shortcuts', this.#entry('Keyboard shortcuts'), () => this.#help.showModal())
    return keys
  }

  #link(selector: string): HTMLAnchorElement | null {
    return this.#bar.querySelector<HTMLAnchorElement>(selector)
  }

  /** A further entry of the bar's menu. */
  #entry(name: string): HTMLButtonElement {
    const button = element('button', { type: 'button' }, name)
    this.#menu.querySelector('ul')?.append(element('li', {}, button))
    return button
  }

  /** The address says it too, so that a reload shows the same. */
  #turnSpread(link: HTMLElement): void {
    const isSpread = !this.#stage.isSpread
    const address = new URL(location.href)
    if (isSpread) address.searchParams.set('spread', '1')
    else address.searchParams.delete('spread')
    history.replaceState(history.state, '', address)
    link.textContent = isSpread ? 'Single pages' : 'Two pages side by side'
    this.#stage.spread(isSpread)
  }

  /** The link to the comments in the bar opens them beside the pages. */
  #equipComments(address: string): Key {
    const link = this.#link('.viewer-comments')
    const panel = new Panel(this.#root, 'right', 'Comments', {
      opened: () => void this.#thread?.load(),
      moved: () => this.#stage.relayout(),
    })
    this.#thread = new Thread(panel, address, link)
    link?.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      panel.toggle(link)
    })
    return { keys: ['c'], shown: 'c', words: 'Comments', press: () => panel.toggle(link) }
  }

  #readingKeys(): Key[] {
    const { total } = this.#facts
    const by = (rows: number) => {
      const { shownPage, inRow } = this.#stage
      this.#goTo(Math.max(1, Math.min(total, shownPage + rows * inRow)))
    }
    return [
      { keys: ['ArrowRight'], shown: '→', words: 'Next page', press: () => by(1) },
      { keys: ['ArrowLeft'], shown: '←', words: 'Previous page', press: () => by(-1) },
      { keys: ['PageDown'], shown: 'PgDn', words: 'Scroll down one screen', press: () => scrollByWindow(1) },
      { keys: ['PageUp'], shown: 'PgUp', words: 'Scroll up one screen', press: () => scrollByWindow(-1) },
      { keys: ['Home'], shown: 'Home', words: 'First page', press: () => this.#goTo(1) },
      { keys: ['End'], shown: 'End', words: 'Last page', press: () => this.#goTo(total) },
      { keys: ['+', '='], shown: '+', words: 'Zoom in', press: () => this.#zoomBy(1) },
      { keys: ['-', '−'], shown: '−', words: 'Zoom out', press: () => this.#zoomBy(-1) },
      { keys: ['0'], shown: '0', words: 'Automatic zoom', press: () => this.#zoomTo('auto') },
    ]
  }

  #goTo(page: number): void {
    this.#stage.goTo({ page, at: 0 })
  }

  #zoomBy(direction: 1 | -1): void {
    this.#zoomTo(nextZoom(this.#stage.percent, direction))
  }

  #zoomTo(zoom: Zoom, focus?: { x: number; y: number }): void {
    this.#stage.zoomTo(zoom, focus)
    this.#moved()
  }

  /** A stored place is resumed; a page in the address is jumped to unless the browser did that already. */
  #comeBack(wanted: ReturnType<ReadingHistory['wanted']>): void {
    if (!wanted) return
    if (wanted.zoom !== 'auto') this.#stage.zoomTo(wanted.zoom)
    if (wanted.place.at === 0 && this.#stage.place.page === wanted.place.page) return
    this.#stage.goTo(wanted.place)
    // Until all is loaded browsers scroll to the top of the page in the address again and again.
    const untouched = new AbortController()
    for (const touch of ['wheel', 'keydown', 'pointerdown', 'touchstart'])
      addEventListener(touch, () => untouched.abort(), { once: true, signal: untouched.signal })
    const again = () => requestAnimationFrame(() => this.#stage.goTo(wanted.place))
    addEventListener('load', again, { once: true, signal: untouched.signal })
  }

  #moved(): void {
    // The first time the stage reports while it is still being built.
    if (!this.#stage || this.#isOver) return
    const { shownPage, place, zoom } = this.#stage
    this.#reader.show(this.#stage.maxVisible)
    this.#tools.showPage(shownPage)
    this.#tools.showZoom(zoom)
    this.#thumbnails?.show(shownPage)
    this.#history.note({ shown: shownPage, place, zoom })
  }

  /** Requests the sizes of all pages, nearest first. Failures are retried when the connection is back. */
  async #learnSizes(): Promise<void> {
    const { sizes } = this.#stage
    for (;;) {
      const range = this.#isOver ? null : sizes.missing(this.#stage.shownPage)
      if (!range) return this.#thumbnails.relayout()
      try {
        const { shareGuid, query } = this.#facts
        const answer = await fetch(
          href(routes.reading.pageSizes, { ShareGuid: shareGuid }, { ...range, ...query }),
        )
        const { pages } = (await answer.json()) as { pages: SizedPage[] }
        if (!answer.ok || pages.length === 0) throw new Error('No sizes came')
        this.#stage.learn(pages)
      } catch {
        this.#reader.ask()
        await new Promise((resolve) => setTimeout(resolve, 10_000))
      }
    }
  }

  /** Links to pages of this document jump there without reloading: thumbnails, the next screen. */
  #takeLinks(): void {
    this.#root.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
      const to = new URL(link.href)
      const page = to.pathname === location.pathname ? pageIn(to) : null
      const version = String(this.#facts.query['version'] ?? '')
      if (page === null || (to.searchParams.get('version') ?? '') !== version) return
      event.preventDefault()
      this.#goTo(page)
    })
    addEventListener('hashchange', () => {
      const page = pageIn(new URL(location.href))
      if (page !== null) this.#goTo(page)
    })
  }

  #sayLine({ isAway, isLost }: { isAway: boolean; isLost: boolean }): void {
    const words = isAway ? lineLost : ''
    if (this.#line.textContent !== words) this.#line.textContent = words
    this.#root.classList.toggle('viewer-lost', isLost)
  }

  #close(text: string): void {
    this.#isOver = true
    void leaveFullScreen()
    this.#stage.clear()
    for (const part of this.#root.querySelectorAll('.viewer-panel, .viewer-find, .viewer-line, dialog'))
      part.remove()
    this.#root.classList.remove('viewer-lost', 'viewer-with-left', 'viewer-with-right')
    this.#root.style.minWidth = ''
    for (const part of this.#bar.querySelectorAll(
      ':scope > :not(.viewer-back, .viewer-title), .viewer-title p',
    ))
      part.remove()
    sayClosed(this.#main, text, this.#facts.file)
  }
}

function scrollByWindow(direction: 1 | -1): void {
  scrollBy(0, direction * innerHeight * 0.85)
}
