import { HTMLElement, NodeType, parse, type Node } from 'node-html-parser'
import type { Entry, UploadedFile } from './encode.ts'

export type Wanted = string | RegExp
export type Submission = { action: string; method: string; encoding: string; entries: Entry[] }

/** One HTML page as a browser without script shows it: what can be read, filled in, pressed and followed. */
export class Page {
  readonly #html: string
  readonly #isOld: boolean
  readonly #typed = new Map<HTMLElement, string>()
  readonly #checked = new Map<HTMLElement, boolean>()
  readonly #files = new Map<HTMLElement, UploadedFile[]>()
  #root: HTMLElement | undefined

  constructor(html: string, options: { isOld?: boolean } = {}) {
    this.#html = html
    this.#isOld = options.isOld ?? false
  }

  get root(): HTMLElement {
    return (this.#root ??= parse(this.#html, { blockTextElements: { script: true, style: true } }))
  }

  title(): string {
    return spaced(this.root.querySelector('title')?.text ?? '')
  }

  /** What the page shows: under the name of its area, if it has one, otherwise the title itself. */
  heading(): string {
    return spaced((this.root.querySelector('#here') ?? this.root.querySelector('h1'))?.text ?? '')
  }

  text(): string {
    return readable(this.root.querySelector('body') ?? this.root)
  }

  /** The addresses of links, by their text. */
  links(wanted: Wanted = /(?:)/): string[] {
    const found = this.root.querySelectorAll('a[href]').filter((link) => fits(nameOf(link), wanted))
    return found.map((link) => link.getAttribute('href')!)
  }

  /** The addresses of a document's page images, in order. */
  pageImages(): string[] {
    return this.root.querySelectorAll('ol.pages img').map((image) => image.getAttribute('src')!)
  }

  fill(label: Wanted, value: string): void {
    const control = this.control(label, 'input, textarea')
    this.#typed.set(control, value)
  }

  valueOf(label: Wanted): string {
    const control = this.control(label, 'input, textarea, select')
    return tagOf(control) === 'select' ? (this.#selected(control)[0] ?? '') : this.#valueOf(control)
  }

  isChosen(label: Wanted): boolean {
    return this.#isChecked(this.control(label, 'input[type=radio], input[type=checkbox]'))
  }

  /** Chooses a radio button or a tick box by its label, where need be in the group with this legend. */
  choose(label: Wanted, options: { isChosen?: boolean; group?: string } = {}): void {
    const { isChosen = true, group: legend } = options
    const control = this.control(label, 'input[type=radio], input[type=checkbox]', legend)
    if (control.getAttribute('type') === 'radio') {
      const form = formOf(control)
      const group = this.root
        .querySelectorAll('input[type=radio]')
        .filter(
          (other) => formOf(other) === form && other.getAttribute('name') === control.getAttribute('name'),
        )
      for (const other of group) this.#checked.set(other, false)
    }
    this.#checked.set(control, isChosen)
  }

  select(label: Wanted, option: Wanted): void {
    const control = this.control(label, 'select')
    const found = control.querySelectorAll('option').find((one) => fits(spaced(one.text), option))
    if (!found) throw new Error(`The list ${label} has no option ${option}`)
    this.#typed.set(control, optionValue(found))
  }

  attach(label: Wanted, files: UploadedFile[]): void {
    this.#files.set(this.control(label, 'input[type=file]'), files)
  }

  /** What pressing a button sends. */
  press(button: Wanted): Submission {
    const pressable = this.root
      .querySelectorAll('button, input[type=submit], input[type=image]')
      .filter((one) => !/^(button|reset)$/.test(one.getAttribute('type') ?? '') && !isDisabled(one))
      // The one that Enter presses is hidden, and is there a second time to be seen.
      .filter((one) => one.closest('[aria-hidden=true]') === null)
    const chosen = onlyOne(pressable, button, nameOf, 'button')
    const form = this.#formOf(chosen)
    if (!form) throw new Error(`The button ${button} stands in no form`)
    return this.submission(form, chosen)
  }

  /** Whether a folded part of the page is open, by its label. */
  isUnfolded(name: Wanted): boolean {
    const parts = this.root.querySelectorAll('details')
    const nameIt = (part: HTMLElement) => spaced(part.querySelector('summary')?.text ?? '')
    return onlyOne(parts, name, nameIt, 'folded part').hasAttribute('open')
  }

  /** The form that carries this hidden intent. */
  form(intent: string): HTMLElement {
    const field = this.root.querySelector(`form input[name=intent][value=${intent}]`)
    if (!field) throw new Error(`No form with the intent ${intent} on the page ${this.heading()}`)
    return formOf(field)!
  }

  /** What a form sends, with the button that was pressed. */
  submission(form: HTMLElement, button?: HTMLElement): Submission {
    const own = (name: string) =>
      (this.#isOld ? undefined : button?.getAttribute(`form${name}`)) ?? form.getAttribute(name)
    const controls = this.root
      .querySelectorAll('input, select, textarea, button')
      .filter(
        (control) => this.#formOf(control) === form && control.getAttribute('name') && !isDisabled(control),
      )
    return {
      action: own('action') ?? '',
      method: (own('method') ?? 'get').toLowerCase(),
      encoding: own('enctype') ?? 'application/x-www-form-urlencoded',
      entries: controls.flatMap((control) => this.#entriesOf(control, button)),
    }
  }

  /** The control that a label names: the whole text of the label, or else its beginning. */
  control(label: Wanted, kinds: string, legend?: string): HTMLElement {
    const controls = this.root
      .querySelectorAll(kinds)
      .filter((one) => one.getAttribute('type') !== 'hidden')
      .filter(
        (one) => !legend || spaced(around(one, 'fieldset')?.querySelector('legend')?.text ?? '') === legend,
      )
    return onlyOne(controls, label, (control) => this.#labelOf(control), 'field')
  }

  #labelOf(control: HTMLElement): string {
    const id = control.getAttribute('id')
    const outside = id
      ? this.root.querySelectorAll('label').find((one) => one.getAttribute('for') === id)
      : undefined
    const label = outside ?? around(control, 'label')
    return spaced(control.getAttribute('aria-label') ?? label?.text ?? '')
  }

  #formOf(control: HTMLElement): HTMLElement | null {
    const named = this.#isOld ? undefined : control.getAttribute('form')
    return named ? this.root.querySelector(`form#${named}`) : formOf(control)
  }

  #entriesOf(control: HTMLElement, button: HTMLElement | undefined): Entry[] {
    const name = control.getAttribute('name')!
    const type = (control.getAttribute('type') ?? '').toLowerCase()
    if (tagOf(control) === 'button' || /^(submit|image|button|reset)$/.test(type)) {
      return control === button ? [{ name, value: control.getAttribute('value') ?? '' }] : []
    }
    if (tagOf(control) === 'select') return this.#selected(control).map((value) => ({ name, value }))
    if (type === 'file') {
      const files = this.#files.get(control) ?? [{ name: '', bytes: new Uint8Array() }]
      return files.map((value) => ({ name, value }))
    }
    if (type === 'checkbox' || type === 'radio') {
      return this.#isChecked(control) ? [{ name, value: control.getAttribute('value') ?? 'on' }] : []
    }
    return [{ name, value: this.#valueOf(control) }]
  }

  #valueOf(control: HTMLElement): string {
    const typed = this.#typed.get(control)
    if (typed !== undefined) return typed
    return tagOf(control) === 'textarea'
      ? control.text.replace(/^\n/, '')
      : (control.getAttribute('value') ?? '')
  }

  #isChecked(control: HTMLElement): boolean {
    return this.#checked.get(control) ?? control.hasAttribute('checked')
  }

  #selected(control: HTMLElement): string[] {
    const typed = this.#typed.get(control)
    if (typed !== undefined) return [typed]
    const options = control.querySelectorAll('option')
    const marked = options.filter((option) => option.hasAttribute('selected'))
    if (marked.length > 0 || control.hasAttribute('multiple')) return marked.map(optionValue)
    return options.slice(0, 1).map(optionValue)
  }
}

function onlyOne(
  found: HTMLElement[],
  wanted: Wanted,
  nameIt: (one: HTMLElement) => string,
  kind: string,
): HTMLElement {
  const exact = found.filter((one) =>
    typeof wanted === 'string' ? nameIt(one) === wanted : wanted.test(nameIt(one)),
  )
  const fitting = exact.length > 0 ? exact : found.filter((one) => fits(nameIt(one), wanted))
  if (fitting.length === 1) return fitting[0]!
  const there = found.map((one) => JSON.stringify(nameIt(one))).join(', ')
  throw new Error(
    `${fitting.length === 0 ? 'No' : 'More than one'} ${kind} ${wanted} on the page. There are: ${there}`,
  )
}

function fits(name: string, wanted: Wanted): boolean {
  return typeof wanted === 'string' ? name.startsWith(wanted) : wanted.test(name)
}

/** What a button or a link is called; one of several that read the same says more to who does not see around it. */
function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label') ?? ''
  if (tagOf(element) === 'input') return label || spaced(element.getAttribute('value') ?? '')
  return spaced(readable(element)) || label
}

function optionValue(option: HTMLElement): string {
  return option.getAttribute('value') ?? spaced(option.text)
}

function isDisabled(control: HTMLElement): boolean {
  if (control.hasAttribute('disabled')) return true
  for (let fieldset = around(control, 'fieldset'); fieldset; fieldset = around(fieldset, 'fieldset')) {
    if (fieldset.hasAttribute('disabled')) return true
  }
  return false
}

function formOf(control: HTMLElement): HTMLElement | null {
  return around(control, 'form')
}

/** The nearest element of this name that an element is in: asked for every control, so without a selector. */
function around(element: HTMLElement, tag: string): HTMLElement | null {
  for (let parent = element.parentNode; parent; parent = parent.parentNode) {
    if (tagOf(parent) === tag) return parent
  }
  return null
}

function tagOf(element: HTMLElement): string {
  return (element.rawTagName ?? '').toLowerCase()
}

function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const unseen = new Set(['script', 'style', 'template', 'head', 'title'])
const blocks = new Set(
  'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody thead tr ul'.split(
    ' ',
  ),
)

/** The words of an element in reading order, blocks on lines of their own. */
function readable(element: Node): string {
  return wordsOf(element)
    .split('\n')
    .map(spaced)
    .filter((line) => line !== '')
    .join('\n')
}

function wordsOf(node: Node): string {
  if (node.nodeType === NodeType.TEXT_NODE) return node.text.replace(/\s+/g, ' ')
  if (!(node instanceof HTMLElement)) return ''
  const tag = tagOf(node)
  if (unseen.has(tag) || node.hasAttribute('hidden')) return ''
  if (tag === 'img') return ` ${node.getAttribute('alt') ?? ''} `
  if (tag === 'input' && node.getAttribute('type') === 'submit') return node.getAttribute('value') ?? ''
  const words = node.childNodes.map(wordsOf).join('')
  if (blocks.has(tag)) return `\n${words}\n`
  return tag === 'td' || tag === 'th' ? ` ${words} ` : words
}
