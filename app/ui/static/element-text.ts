import { Fragment, type FunctionComponent, type ReactNode } from 'react'

type Props = Record<string, unknown> & { children?: ReactNode }
type Rendered = { type: unknown; props: Props }

/**
 * Elements as the text that React's `renderToStaticMarkup` makes of them, to the letter, every value escaped; null
 * where something is among them that is not known here, such as an attribute, which is then left to React. Components
 * are called as functions: they have no state, and contexts are those of the component that asks.
 */
export function elementText(node: ReactNode): string | null {
  try {
    const pieces: string[] = []
    write(node, pieces)
    return pieces.join('')
  } catch (error) {
    if (error === leftToReact) return null
    throw error
  }
}

const leftToReact = new Error('An element that is left to React')

function write(node: ReactNode, pieces: string[]): void {
  if (typeof node === 'string') pieces.push(escaped(node))
  else if (typeof node === 'number') pieces.push(String(node))
  else if (node === null || node === undefined || typeof node === 'boolean') return
  else if (Array.isArray(node)) for (const one of node as ReactNode[]) write(one, pieces)
  else writeElement(node as unknown as Rendered, pieces)
}

function writeElement({ type, props }: Rendered, pieces: string[]): void {
  if (typeof type === 'string') writeTag(type, props, pieces)
  else if (typeof type === 'function') write((type as FunctionComponent<Props>)(props) as ReactNode, pieces)
  else if (type === Fragment) write(props.children, pieces)
  else if (isIcon(type)) write(type.render(props, null), pieces)
  else throw leftToReact
}

type Icon = { render: (props: Props, ref: null) => ReactNode }

/** Those of Lucide are components that hand a reference on. */
function isIcon(type: unknown): type is Icon {
  return typeof type === 'object' && type !== null && 'render' in type
}

const voids = new Set(['br', 'hr', 'img', 'input', 'wbr'])

/** React has rules of its own for what they contain, how they end or where they stand. */
const ofReact = new Set(
  'area base col embed head html link listing meta option param pre script select source style textarea title track'.split(
    ' ',
  ),
)

function writeTag(type: string, props: Props, pieces: string[]): void {
  if (ofReact.has(type)) throw leftToReact
  pieces.push('<', type)
  for (const name in props) if (!isLast(name, type)) writeAttribute(name, props[name], pieces)
  if (type === 'input') {
    writeAttribute('checked', props['defaultChecked'], pieces)
    writeAttribute('value', props['value'], pieces)
  }
  if (voids.has(type)) return void pieces.push('/>')
  pieces.push('>')
  const html = props['dangerouslySetInnerHTML']
  if (html === undefined) write(props.children, pieces)
  else pieces.push((html as { __html: string }).__html)
  pieces.push('</', type, '>')
}

/** What is no attribute, and what React writes after the others. */
function isLast(name: string, type: string): boolean {
  if (name === 'children' || name === 'dangerouslySetInnerHTML') return true
  return type === 'input' && (name === 'value' || name === 'defaultChecked')
}

/** Attributes as they begin in the text; those of `aria-` and `data-` are added as they come up. */
const beginnings = new Map([
  ['className', ' class="'],
  ['strokeLinecap', ' stroke-linecap="'],
  ['strokeLinejoin', ' stroke-linejoin="'],
  ['strokeWidth', ' stroke-width="'],
  ...(
    'alt cx cy d dateTime fill height href id loading name points preserveAspectRatio r rx ry scope src stroke title ' +
    'type value viewBox width x x1 x2 xmlns y y1 y2'
  )
    .split(' ')
    .map((name) => [name, ` ${name}="`] as const),
])

function writeAttribute(name: string, value: unknown, pieces: string[]): void {
  if (typeof value === 'string') pieces.push(beginningOf(name), escaped(value), '"')
  else if (value === null || value === undefined) return
  else if (typeof value === 'number') pieces.push(beginningOf(name), String(value), '"')
  else if (name !== 'checked') throw leftToReact
  else if (value === true) pieces.push(' checked=""')
}

function beginningOf(name: string): string {
  const known = beginnings.get(name)
  if (known !== undefined) return known
  if (!/^(?:aria|data)-[a-z-]+$/.test(name)) throw leftToReact
  const beginning = ` ${name}="`
  beginnings.set(name, beginning)
  return beginning
}

const special = /["&'<>]/

/** A loop over what follows the first of them: an address with several is the rule and not the exception. */
function escaped(text: string): string {
  const first = text.search(special)
  if (first === -1) return text
  let [done, from] = ['', 0]
  for (let at = first; at < text.length; at++) {
    const entity = entityOf(text.charCodeAt(at))
    if (entity === null) continue
    done += text.slice(from, at) + entity
    from = at + 1
  }
  return done + text.slice(from)
}

function entityOf(code: number): string | null {
  switch (code) {
    case 34:
      return '&quot;'
    case 38:
      return '&amp;'
    case 39:
      return '&#x27;'
    case 60:
      return '&lt;'
    case 62:
      return '&gt;'
    default:
      return null
  }
}
