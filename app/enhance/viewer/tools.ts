import { element, toolButton } from './element.ts'
import { zoomSteps, type Zoom } from './places/zoom.ts'

type Acts = {
  goTo(page: number): void
  zoomTo(zoom: Zoom): void
  zoomBy(direction: 1 | -1): void
}

/** The bar at the lower edge of the window: the position, the zoom, and what else script can do. */
export class Tools {
  readonly root: HTMLElement
  readonly #page: HTMLInputElement
  readonly #zoom: HTMLSelectElement
  readonly #total: number

  constructor(total: number, acts: Acts) {
    this.#total = total
    this.#page = element('input', {
      type: 'text',
      inputmode: 'numeric',
      autocomplete: 'off',
      enterkeyhint: 'go',
      'aria-label': `Page, of ${total}`,
      class: 'page-field figures',
      value: 1,
    })
    this.#zoom = element(
      'select',
      { 'aria-label': 'Zoom' },
      ...[
        ['auto', 'Automatic'],
        ['width', 'Fit to width'],
        ['page', 'Fit to page'],
        ...zoomSteps.map((step) => [String(step), `${step} %`]),
      ].map(([value = '', words = '']) => element('option', { value }, words)),
    )
    this.#zoom.addEventListener('change', () => acts.zoomTo(zoomOf(this.#zoom.value)))
    const form = element(
      'form',
      { class: 'tool-group' },
      this.#page,
      element('span', { class: 'small figures', 'aria-hidden': 'true' }, `of ${total}`),
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const page = Number(this.#page.value)
      if (Number.isInteger(page) && page >= 1) acts.goTo(Math.min(total, page))
      // From here on keys turn pages again.
      this.#page.blur()
    })
    this.#page.addEventListener('blur', () => (this.#page.value = this.#page.dataset['page'] ?? '1'))
    this.root = element(
      'section',
      { class: 'viewer-tools', 'aria-label': 'Reading' },
      form,
      element(
        'div',
        { class: 'tool-group' },
        toolButton('Zoom out', '−', () => acts.zoomBy(-1)),
        this.#zoom,
        toolButton('Zoom in', '+', () => acts.zoomBy(1)),
      ),
    )
  }

  /** Adds further buttons at its end. */
  add(...buttons: HTMLElement[]): void {
    this.root.append(element('div', { class: 'tool-group' }, ...buttons))
  }

  showPage(page: number): void {
    this.#page.dataset['page'] = String(page)
    this.#page.style.width = `${String(this.#total).length + 2.5}ch`
    if (document.activeElement !== this.#page) this.#page.value = String(page)
  }

  showZoom(zoom: Zoom): void {
    const value = String(zoom)
    this.#zoom.querySelector('[data-own]')?.remove()
    const isKnown = [...this.#zoom.options].some((option) => option.value === value)
    if (!isKnown) this.#zoom.append(element('option', { value, 'data-own': true }, `${value} %`))
    this.#zoom.value = value
  }
}

function zoomOf(value: string): Zoom {
  return value === 'auto' || value === 'width' || value === 'page' ? value : Number(value)
}
