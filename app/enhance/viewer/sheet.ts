import { element } from './element.ts'
import { lineLost, retryAfter } from './places/line.ts'

export type SheetSize = { width: number; height: number }

/** One page in the document: a box of the right size, and its image once it is requested. */
export class Sheet {
  readonly page: number
  readonly item: HTMLLIElement
  readonly #frame: HTMLElement
  readonly #alt: string
  readonly #tellFailure: () => void
  #image: HTMLImageElement | null = null
  #coming: HTMLImageElement | null = null
  #wanted = ''
  #failures = 0
  #retry = 0

  /** `standing` is the item that came from the server; its image is kept. */
  constructor(
    page: number,
    total: number,
    { relationship, tellFailure }: { relationship?: HTMLLIElement | undefined; tellFailure: () => void },
  ) {
    this.page = page
    this.#alt = `Page ${page} of ${total}`
    this.#tellFailure = tellFailure
    this.#frame = element('div', { class: 'page-frame' })
    const image = relationship?.querySelector('img')
    this.item =
      relationship ??
      element(
        'li',
        { id: `page-${page}` },
        element('p', { class: 'page-number', 'aria-hidden': 'true', 'data-number': String(page) }),
      )
    if (image) this.#adopt(image)
    this.item.prepend(this.#frame)
  }

  /** The width of the image that is shown or loading; 0 for none. In pixels. */
  get imageWidth(): number {
    const image = this.#coming ?? this.#image
    const address = image?.currentSrc || image?.src
    return address ? Number(new URL(address, location.href).searchParams.get('width') ?? 0) : 0
  }

  place({ width, height }: SheetSize): void {
    this.#frame.style.width = `${width}px`
    this.#frame.style.height = `${height}px`
  }

  /** Fetches an image and shows it once it is complete; until then the previous one stays. */
  show(address: string): void {
    if (address === this.#wanted) return
    this.#wanted = address
    this.#fetch()
  }

  /** Retries failures immediately. */
  retry(): void {
    if (this.#failures === 0) return
    this.#fetch()
  }

  /** Releases the image, and what is loading. */
  leave(): void {
    clearTimeout(this.#retry)
    this.#forget(this.#coming)
    this.#forget(this.#image)
    this.item.remove()
  }

  #adopt(image: HTMLImageElement): void {
    this.#image = image
    this.#frame.append(image)
    const isBroken = image.complete && image.currentSrc !== '' && image.naturalWidth === 0
    const fail = () => {
      this.#wanted = image.src
      this.#image = null
      image.remove()
      this.#failed()
    }
    if (isBroken) fail()
    else if (!image.complete) image.addEventListener('error', fail, { once: true })
  }

  #fetch(): void {
    clearTimeout(this.#retry)
    this.#forget(this.#coming)
    const image = element('img', { alt: this.#alt, draggable: 'false' })
    this.#coming = image
    image.addEventListener('load', () => this.#arrived(image), { once: true })
    image.addEventListener(
      'error',
      () => {
        if (this.#coming !== image) return
        this.#coming = null
        this.#failed()
      },
      { once: true },
    )
    image.src = this.#wanted
  }

  #arrived(image: HTMLImageElement): void {
    if (this.#coming !== image) return
    this.#failures = 0
    this.#coming = null
    this.#image = image
    this.#frame.replaceChildren(image)
  }

  #failed(): void {
    const after = retryAfter(this.#failures++)
    this.#retry = window.setTimeout(() => this.#fetch(), after)
    this.#tellFailure()
    // A page that is there only less sharp stays.
    if (this.#image) return
    const again = element('button', { type: 'button', class: 'btn btn-small' }, 'Try again')
    again.addEventListener('click', () => this.#fetch())
    this.#frame.replaceChildren(element('div', { class: 'page-failed' }, element('p', {}, lineLost), again))
  }

  /** An image without address is not fetched any further. */
  #forget(image: HTMLImageElement | null): void {
    if (!image) return
    if (image === this.#coming) this.#coming = null
    image.removeAttribute('srcset')
    image.removeAttribute('src')
  }
}
