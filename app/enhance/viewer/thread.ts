import { element } from './element.ts'
import { lineLost } from './places/line.ts'
import type { Panel } from './panel.ts'

/**
 * The comments beside the pages: the main part of their own page, fetched, with its own forms, which are sent in place.
 */
export class Thread {
  readonly #panel: Panel
  readonly #address: string
  readonly #link: HTMLAnchorElement | null

  /** `link` is the one of the bar that leads to the comments; it says how many are new. */
  constructor(panel: Panel, address: string, link: HTMLAnchorElement | null) {
    this.#panel = panel
    this.#address = address
    this.#link = link
    panel.body.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#submit(event.target as HTMLFormElement)
    })
  }

  async load(): Promise<void> {
    if (!this.#panel.body.hasChildNodes()) this.#say('Loading…')
    await this.#show(fetch(this.#address))
    this.#panel.body.focus()
  }

  /** What the heartbeat says about new ones. */
  tellUnread(count: number): void {
    const name = this.#link?.querySelector('span')
    if (name) name.textContent = count > 0 ? `Comments (${count} new)` : 'Comments'
    this.#link?.classList.toggle('has-new', count > 0)
  }

  async #submit(form: HTMLFormElement): Promise<void> {
    const body = new URLSearchParams()
    for (const [name, value] of new FormData(form)) body.append(name, String(value))
    const buttons = form.querySelectorAll<HTMLInputElement>('[type=submit]')
    for (const button of buttons) button.disabled = true
    await this.#show(fetch(this.#address, { method: 'POST', body }))
    for (const button of buttons) button.disabled = false
  }

  async #show(coming: Promise<Response>): Promise<void> {
    try {
      const answer = await coming
      const came = new DOMParser().parseFromString(await answer.text(), 'text/html')
      const main = came.querySelector('main')
      if (!main) throw new Error('This is no page of ours')
      this.#adopt(main)
    } catch {
      this.#say(lineLost)
    }
  }

  /** Leaves out what the panel shows itself, the heading, and the link back to the current page. */
  #adopt(main: Element): void {
    for (const part of main.querySelectorAll('script, h1, .skip')) part.remove()
    for (const link of main.querySelectorAll('p > a:only-child')) {
      if (link.getAttribute('href')?.startsWith('/file/')) link.parentElement?.remove()
    }
    // Here a notice is shown in place, and disappears with what comes next.
    for (const notice of main.querySelectorAll('.toast')) notice.classList.remove('toast')
    this.#panel.body.replaceChildren(...[...main.childNodes].map((node) => document.adoptNode(node)))
    this.#panel.body.scrollTop = this.#panel.body.scrollHeight
  }

  #say(words: string): void {
    // What was entered stays.
    if (this.#panel.body.querySelector('form')) {
      this.#panel.body.querySelector('[role=alert]')?.remove()
      this.#panel.body.append(element('p', { role: 'alert', class: 'error' }, words))
    } else this.#panel.body.replaceChildren(element('p', { role: 'status' }, words))
  }
}
