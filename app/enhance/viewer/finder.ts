import { focusOpener } from './bar-menu.ts'
import { element, toolButton } from './element.ts'
import { lineLost } from './places/line.ts'

export type Hit = { page: number; count: number }
export type Found = { total: number; hits: Hit[] }

type Deps = { goTo(page: number): void; shownPage(): number; failed(): void }

/** The page with the next match in a direction, wrapping around; null for none. */
export function nextHit(hits: readonly Hit[], page: number, direction: 1 | -1): Hit | null {
  const there =
    direction > 0 ? hits.find((hit) => hit.page > page) : hits.filter((hit) => hit.page < page).at(-1)
  return there ?? (direction > 0 ? hits[0] : hits.at(-1)) ?? null
}

/** A field over the pages that searches the text of the document, and leads from page to page. */
export class Finder {
  readonly root: HTMLElement
  readonly #address: string
  readonly #deps: Deps
  readonly #field = element('input', {
    type: 'search',
    id: 'viewer-find',
    autocomplete: 'off',
    maxlength: 200,
  })
  readonly #status = element('p', { class: 'small figures', role: 'status' })
  #opener: HTMLElement | null = null
  #searched = ''
  #hits: Hit[] = []
  #total = 0
  #page = 0

  constructor(address: string, deps: Deps) {
    this.#address = address
    this.#deps = deps
    const form = element(
      'form',
      { role: 'search', class: 'viewer-find', hidden: true, action: address },
      element('label', { for: 'viewer-find', class: 'small' }, 'Find in document'),
      this.#field,
      toolButton('Previous page with a match', 'Previous', () => void this.#step(-1)),
      toolButton('Next page with a match', 'Next', () => void this.#step(1)),
      toolButton('Close', 'Close', () => this.close()),
      this.#status,
    )
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#step(1)
    })
    form.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close()
      if (event.key === 'Enter' && event.shiftKey && event.target === this.#field) {
        event.preventDefault()
        void this.#step(-1)
      }
    })
    this.root = form
  }

  open(opener: HTMLElement | null): void {
    this.#opener = opener
    this.root.hidden = false
    this.#field.focus()
    this.#field.select()
  }

  close(): void {
    this.root.hidden = true
    focusOpener(this.#opener)
  }

  async #step(direction: 1 | -1): Promise<void> {
    const words = this.#field.value.trim()
    if (words === '') return
    if (words !== this.#searched && !(await this.#ask(words))) return
    const isNew = this.#page === 0
    const hit = nextHit(this.#hits, isNew ? this.#deps.shownPage() - direction : this.#page, direction)
    if (!hit) return this.#say(`No matches for “${words}”.`)
    this.#page = hit.page
    this.#deps.goTo(hit.page)
    const place = this.#hits.findIndex((one) => one.page === hit.page) + 1
    this.#say(
      `${this.#total} found. Page ${hit.page} has ${hit.count}; ${place} of ${this.#hits.length} pages.`,
    )
  }

  /** Returns whether the server responded. */
  async #ask(words: string): Promise<boolean> {
    this.#say('Searching…')
    try {
      const address = new URL(this.#address, location.href)
      address.searchParams.set('q', words)
      const answer = await fetch(address, { headers: { Accept: 'application/json' } })
      const found = (await answer.json()) as Found & { text?: string }
      if (!answer.ok) throw new Refused(found.text ?? lineLost)
      this.#searched = words
      this.#hits = found.hits
      this.#total = found.total
      this.#page = 0
      return true
    } catch (error) {
      this.#say(error instanceof Refused ? error.message : lineLost)
      this.#deps.failed()
      return false
    }
  }

  #say(words: string): void {
    this.#status.textContent = words
  }
}

class Refused extends Error {}
