import { focusOpener } from './bar-menu.ts'
import { element } from './element.ts'

type PanelEvents = { opened?(): void; moved(): void }

/** Something beside the pages that opens and closes: on the left or the right, over everything on phones. */
export class Panel {
  readonly root: HTMLElement
  readonly body: HTMLElement
  readonly #viewer: HTMLElement
  readonly #side: 'left' | 'right'
  readonly #events: PanelEvents
  #opener: HTMLElement | null = null

  constructor(viewer: HTMLElement, side: 'left' | 'right', title: string, events: PanelEvents) {
    this.#viewer = viewer
    this.#side = side
    this.#events = events
    this.body = element('div', { class: 'panel-body', tabindex: '-1' })
    const close = element('button', { type: 'button', class: 'tool' }, 'Close')
    close.addEventListener('click', () => this.close())
    this.root = element(
      'aside',
      { class: `viewer-panel viewer-panel-${side}`, 'aria-label': title, hidden: true },
      element('div', { class: 'panel-head' }, element('h2', {}, title), close),
      this.body,
    )
    this.root.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      this.close()
    })
    viewer.append(this.root)
  }

  get isOpen(): boolean {
    return !this.root.hidden
  }

  /** Open where there is room beside the pages, like the rail that is there without script; else it waits. */
  whereWide(opener: HTMLElement | null): void {
    const wide = matchMedia('(min-width: 60em)')
    const turn = () => (wide.matches ? this.open(opener) : this.close())
    wide.addEventListener('change', turn)
    turn()
  }

  toggle(opener: HTMLElement | null): void {
    if (this.isOpen) this.close()
    else this.open(opener)
  }

  open(opener: HTMLElement | null): void {
    this.#opener = opener
    this.#set(true)
    this.#events.opened?.()
  }

  close(): void {
    const hadFocus = this.root.contains(document.activeElement)
    this.#set(false)
    if (hadFocus) focusOpener(this.#opener)
  }

  #set(isOpen: boolean): void {
    this.root.hidden = !isOpen
    this.#opener?.setAttribute('aria-expanded', String(isOpen))
    this.#viewer.classList.toggle(`viewer-with-${this.#side}`, isOpen)
    this.#events.moved()
  }
}
