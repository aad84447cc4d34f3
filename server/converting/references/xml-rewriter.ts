import { Parser } from 'htmlparser2'
import { Damaged } from './damaged.ts'

/** What happens to an element: it stays, it is removed with everything in it, or it is replaced by its content. */
export type Verdict = 'keep' | 'drop' | 'unwrap'

/** An element that is being written. */
export type Element = {
  /** With its prefix. */
  name: string
  /** Without it: prefixes can be chosen at will. */
  local: string
  /** What its attributes of this name say, whatever their prefixes. */
  values(local: string): string[]
}

/** What is decided about each piece of a part. Values and texts are as XML means them, not as they were written. */
export type XmlRules = {
  element(element: Element): Verdict
  attribute(element: Element, attribute: { name: string; local: string; value: string }): boolean
  /**
   * How much of the text of an element, of which this has been read so far, is checked before it is written: all of it
   * (as data it can be long), its start, or nothing.
   */
  checkedPart(element: Element, read: string): 'whole' | 'data' | 'start' | false
  /** Whether text that is checked stays: all of it between two tags, or its start. */
  text(element: Element, text: string): boolean
  /** Text to be written into the element's parent, before it, in an element of this name. */
  before(element: Element): { local: string; text: string } | null
  after(element: Element): void
}

const nameForm = /^[\p{L}_][\p{L}\p{N}_.\-\u00b7]*(?::[\p{L}_][\p{L}\p{N}_.\-\u00b7]*)?$/u
const maxDepth = 2_000
const maxEmbeddedText = 256 * 1024
const maxEmbeddedData = 24 * 1024 ** 2
const startOfText = 1024
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'

type Open = Element & { verdict: Verdict }

/**
 * Parses XML and writes it again, so that other programs read exactly what was checked here: one root element, in
 * UTF-8, without declarations, comments and processing instructions. Invalid XML does not become valid. Throws Damaged.
 */
export class XmlRewriter {
  readonly #rules: XmlRules
  readonly #parser: Parser
  readonly #open: Open[] = []
  #made = head
  #dropped = 0
  #hasEnded = false
  #isTagOpen = false
  #isCdata = false
  /** Text that waits for its check. */
  #undecided = ''
  /** How the text that is checked begins. */
  #start = ''
  /** Whether the rest of a long text stays. */
  #answer: 'yes' | 'no' | null = null

  constructor(rules: XmlRules) {
    this.#rules = rules
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#enter(name, attributes),
        onclosetag: () => this.#leave(),
        ontext: (text) => this.#text(text),
        oncdatastart: () => (this.#isCdata = true),
        oncdataend: () => (this.#isCdata = false),
      },
      // As they were written: a line break in a value is one only if it stays a reference.
      { xmlMode: true, decodeEntities: false },
    )
  }

  write(text: string): void {
    this.#parser.write(text)
  }

  end(): void {
    this.#parser.end()
  }

  /** What was written since the last call. */
  take(): string {
    const made = this.#made
    this.#made = ''
    return made
  }

  #enter(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#dropped > 0 || this.#hasEnded) {
      this.#dropped++
      return
    }
    if (!nameForm.test(name) || this.#open.length > maxDepth) throw new Damaged('an element has no name')
    const list = Object.entries(attributes).map(([each, raw]) => ({
      name: each,
      local: localOf(each),
      raw,
      value: unescapedXml(raw),
    }))
    const values = (local: string): string[] =>
      list.filter((each) => each.local === local).map(({ value }) => value)
    const element = { name, local: localOf(name), values }
    const verdict = this.#rules.element(element)
    if (verdict === 'drop') {
      this.#dropped = 1
      return
    }
    this.#settleText()
    this.#open.push({ ...element, verdict })
    if (verdict === 'unwrap') return
    this.#closeTag()
    this.#writeBefore(element)
    this.#made += `<${name}`
    for (const attribute of list) {
      if (!nameForm.test(attribute.name)) continue
      const isKept = isNamespace(attribute.name) || this.#rules.attribute(element, attribute)
      if (isKept) this.#made += ` ${attribute.name}="${quoted(attribute.raw)}"`
    }
    this.#isTagOpen = true
  }

  #leave(): void {
    if (this.#dropped > 0) {
      this.#dropped--
      return
    }
    const element = this.#open.at(-1)
    if (!element) return
    this.#settleText()
    this.#open.pop()
    if (element.verdict === 'keep') {
      this.#made += this.#isTagOpen ? '/>' : `</${element.name}>`
      this.#isTagOpen = false
    }
    this.#rules.after(element)
    this.#hasEnded = this.#open.length === 0
  }

  #text(raw: string): void {
    const element = this.#open.at(-1)
    if (this.#dropped > 0 || !element) return
    const text = this.#isCdata ? escaped(raw) : raw.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    if (this.#answer === 'no') return
    if (this.#start.length < startOfText) this.#start += text.slice(0, startOfText)
    const part = this.#answer ? false : this.#rules.checkedPart(element, this.#start)
    if (!part) return this.#writeText(text)
    this.#undecided += text
    if (part === 'start' && this.#undecided.length >= startOfText) this.#settleText('yes')
    else if (this.#undecided.length > (part === 'data' ? maxEmbeddedData : maxEmbeddedText)) {
      this.#undecided = ''
      this.#answer = 'no'
    }
  }

  /** Writes the text that waited for its check, if it passes. One that is longer than such texts are does not. */
  #settleText(then: 'yes' | null = null): void {
    const element = this.#open.at(-1)
    const text = this.#undecided
    this.#undecided = ''
    this.#start = ''
    this.#answer = then
    if (!text || !element) return
    if (this.#rules.text(element, unescapedXml(text))) this.#writeText(text)
    else if (then) this.#answer = 'no'
  }

  #writeText(text: string): void {
    this.#closeTag()
    this.#made += text
  }

  #writeBefore({ name, ...element }: Element): void {
    const wanted = this.#rules.before({ name, ...element })
    if (!wanted) return
    const tag = name.slice(0, -element.local.length) + wanted.local
    this.#made += `<${tag} xml:space="preserve">${escaped(wanted.text)}</${tag}>`
  }

  #closeTag(): void {
    if (this.#isTagOpen) this.#made += '>'
    this.#isTagOpen = false
  }
}

function localOf(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}

function isNamespace(name: string): boolean {
  return name === 'xmlns' || name.startsWith('xmlns:')
}

function quoted(raw: string): string {
  return raw.replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** What a value means. A reference to something that only a declaration could tell stays as it is. */
function unescapedXml(raw: string): string {
  if (!raw.includes('&')) return raw
  return raw.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
    if (name) return entities[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole
  })
}
