import { Parser } from 'htmlparser2'

/** The content of these is not text of a message. */
const silent: ReadonlySet<string> = new Set([
  'head',
  'style',
  'script',
  'template',
  'title',
  'noscript',
  'svg',
  'math',
  'object',
  'iframe',
])
const blocks: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p ' +
    'pre section table tbody thead tr ul'
  ).split(' '),
)
const spaced: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre'])

/** The words of an HTML message as plain text, in order. Nothing that it refers to is fetched. */
export function htmlText(html: string): string {
  const text = new PlainLines()
  let silence = 0
  let preformatted = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (silence > 0 || silent.has(name)) silence++
        else if (name === 'br') text.endLine()
        else if (name === 'img') text.write(attributes['alt'] ? `[${attributes['alt']}]` : '')
        else if (name === 'td' || name === 'th') text.write(' ')
        else if (blocks.has(name)) text.endBlock(spaced.has(name))
        if (silence === 0 && name === 'li') text.write('- ')
        if (name === 'pre') preformatted++
      },
      ontext(words) {
        if (silence > 0) return
        if (preformatted > 0) text.writeAsIs(words)
        else text.write(words)
      },
      onclosetag(name) {
        if (name === 'pre') preformatted = Math.max(0, preformatted - 1)
        if (silence > 0) silence--
        else if (blocks.has(name)) text.endBlock(spaced.has(name))
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return text.end()
}

/** Builds lines: white space is one space, with at most one empty line in between. */
class PlainLines {
  readonly #lines: string[] = []
  #line = ''

  write(words: string): void {
    const one = words.replace(/[\t\n\f\r ]+/g, ' ')
    this.#line += this.#line === '' || this.#line.endsWith(' ') ? one.replace(/^ /, '') : one
  }

  writeAsIs(words: string): void {
    const [first = '', ...others] = words.split(/\r\n|\n|\r/)
    this.#line += first
    for (const other of others) {
      this.endLine()
      this.#line = other
    }
  }

  endLine(): void {
    this.#lines.push(this.#line.trimEnd())
    this.#line = ''
  }

  endBlock(isSpaced: boolean): void {
    if (this.#line.trim() !== '') this.endLine()
    this.#line = ''
    if (isSpaced && this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('')
  }

  end(): string {
    this.endBlock(false)
    return this.#lines
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  }
}
