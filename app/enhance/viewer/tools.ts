import { element, toolButton } from './element.ts'
import { zoomSteps, type Zoom } from './places/zoom.ts'

type Acts = {
  goTo(page: number): void
  zoomTo(zoom: Zoom): void
  zoomBy(direction: 1 | -1): void
}

/** The bar's page field and zoom: the field follows the reading, and the steps of zoom become a list. */
export class Tools {
  /** Null where there is one page. */
  readonly #page: HTMLInputElement | null
  readonly #zoom: HTMLSelectElement

  constructor(bar: HTMLElement, total: number, acts: Acts) {
    this.#page = bar.querySelector<HTMLInputElement>('.page-jump [name=go]')
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
    bar.querySelector('.viewer-zoom')?.replaceWith(
      element(
        'div',
        { class: 'viewer-zoom' },
        toolButton('Zoom out', '−', () => acts.zoomBy(-1)),
        this.#zoom,
        toolButton('Zoom in', '+', () => acts.zoomBy(1)),
      ),
    )
    if (this.#page) this.#lead(this.#page, total, acts)
  }

  showPage(page: number): void {
    if (!this.#page) return
    this.#page.dataset['page'] = String(page)
    if (document.activeElement !== this.#page) this.#page.value = String(page)
  }

  showZoom(zoom: Zoom): void {
    const value = String(zoom)
    this.#zoom.querySelector('[data-own]')?.remove()
    const isKnown = [...this.#zoom.options].some((option) => option.value === value)
    if (!isKnown) this.#zoom.append(element('option', { value, 'data-own': true }, `${value} %`))
    this.#zoom.value = value
  }

  #lead(field: HTMLInputElement, total: number, acts: Acts): void {
    field.form!.addEventListener('submit', (event) => {
      event.preventDefault()
      const page = Number(field.value)
      if (Number.isInteger(page) && page >= 1) acts.goTo(Math.min(total, page))
      // From here on keys turn pages again.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    field.addEventListener('focus', () => field.select())
    field.addEventListener('blur', () => (field.value = field.dataset['page'] ?? '1'))
  }
}

function zoomOf(value: string): Zoom {
  return value === 'auto' || value === 'width' || value === 'page' ? value : Number(value)
}
