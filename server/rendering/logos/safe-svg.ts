import { Parser } from 'htmlparser2'
import { RenderError } from '#server/rendering/types.ts'
import { costOf, type Drawn } from './svg-cost.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** What draws, or says how to. Anything else is left out with all that is in it. */
const kept = set(
  `svg g a defs symbol use path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath
  mask pattern marker text tspan style`,
)
/** A logo has no use for these: whoever sends one means something else, or would not get what they drew. */
const refused: Readonly<Record<string, string>> = {
  script: 'a script',
  handler: 'a script',
  listener: 'a script',
  foreignObject: 'a part of a web page',
  iframe: 'a part of a web page',
  object: 'a part of a web page',
  embed: 'a part of a web page',
  image: 'a picture inside the picture',
  feImage: 'a picture inside the picture',
  link: 'a reference to another file',
}
const keptAttributes = set(
  `id class d x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy width height points transform viewBox preserveAspectRatio
  fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset stroke-opacity opacity color display visibility clip-path clip-rule mask offset stop-color
  stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits
  patternContentUnits patternTransform mask-type mix-blend-mode isolation marker-start marker-mid marker-end markerUnits
  markerWidth markerHeight refX refY orient style font-family font-size font-weight font-style text-anchor
  letter-spacing vector-effect overflow paint-order href xlink:href`,
)

const maxElements = 5_000
const maxDepth = 60
/** What is drawn in total when every reference was followed. */
const maxCost = 20_000
/** The longer side of a logo, in the shorter ones. */
const maxProportion = 20

export type SafeSvg = { svg: string; width: number; height: number }

/**
 * A drawing written again from the parts of it that only draw, as wide and high as fits the box. It names nothing but
 * itself. Throws RenderError: unsupported, with what it must not have; corrupt; too large.
 */
export function safeSvg(text: string, box: { width: number; height: number }): SafeSvg {
  const root = read(text)
  if (costOf(root, maxCost) > maxCost)
    throw new RenderError('too large', 'its parts refer to each other too often')
  const { viewBox, proportion } = sizeOf(root)
  const width = Math.max(1, Math.round(Math.min(box.width, box.height * proportion)))
  const height = Math.max(1, Math.round(Math.min(box.height, box.width / proportion)))
  const attributes = { ...root.attributes, viewBox, width: String(width), height: String(height) }
  return { svg: written({ ...root, attributes: { ...attributes, ...namespaces } }), width, height }
}

const namespaces = {
  xmlns: 'http://www.w3.org/2000/svg',
  'xmlns:xlink': 'http://www.w3.org/1999/xlink',
}

function read(text: string): Drawn {
  const top: Drawn = { name: '', attributes: {}, children: [] }
  const open: Drawn[] = [top]
  let elements = 0
  let skipped = 0
  const parser = new Parser(
    {
      onprocessinginstruction(name, data) {
        if (name.toLowerCase() === '!doctype' ? /[[]|entity/i.test(data) : name !== '?xml')
          throw other('entities or style sheets')
      },
      onopentag(name, attributes) {
        // A prefix hides nothing, and what it says is not drawn.
        const what = refused[name.split(':').at(-1)!]
        if (what) throw other(what)
        if (++elements > maxElements || open.length + skipped > maxDepth)
          throw new RenderError('too large', 'it has too many parts')
        const element = { name, attributes: safeAttributes(attributes), children: [] }
        if (skipped > 0 || !kept.has(name)) return void skipped++
        open.at(-1)!.children.push(element)
        open.push(element)
      },
      ontext(words) {
        const element = open.at(-1)!
        if (skipped > 0 || !/^(?:text|tspan|style)$/.test(element.name)) return
        if (element.name === 'style') requireOwnStyle(words)
        element.children.push(words)
      },
      onclosetag() {
        if (skipped > 0) skipped--
        else open.pop()
      },
    },
    { xmlMode: true, decodeEntities: true, recognizeCDATA: true },
  )
  parser.end(text)
  const [root, ...others] = top.children
  if (typeof root !== 'object' || root.name !== 'svg' || others.length > 0)
    throw new RenderError('corrupt', 'it is no drawing')
  for (const style of stylesIn(root)) requireOwnStyle(style)
  return root
}

function safeAttributes(given: Readonly<Record<string, string>>): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (/^on/i.test(name)) throw other('a script')
    if (/(?:^|:)href$/i.test(name) && !/^#[\w.:-]+$/.test(value.trim()))
      throw other('a reference to another file')
    if (!keptAttributes.has(name)) continue
    requireOwnStyle(value)
    safe[name] = value
  }
  return safe
}

/** Style that refers to nothing but parts of the same drawing. An escape could spell anything. */
function requireOwnStyle(style: string): void {
  const rest = style.replaceAll(/url\(\s*(["']?)#[\w.:-]+\1\s*\)/g, '')
  if (/url\s*\(|@|\\|image(?:-set)?\s*\(|expression\s*\(|javascript:/i.test(rest))
    throw other('a reference to another file')
}

/** Together as they are applied: a name can be spread over two pieces of text. */
function* stylesIn(element: Drawn): Generator<string> {
  if (element.name === 'style') yield element.children.join('')
  for (const child of element.children) if (typeof child === 'object') yield* stylesIn(child)
}

function sizeOf({ attributes }: Drawn): { viewBox: string; proportion: number } {
  const box = (attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [x, y, width, height] =
    box.length === 4 ? box : [0, 0, lengthOf(attributes['width']), lengthOf(attributes['height'])]
  const all = [x!, y!, width!, height!]
  if (!all.every((one) => Number.isFinite(one) && Math.abs(one) < 1e6) || width! <= 0 || height! <= 0)
    throw new RenderError('corrupt', 'it does not say how large it is')
  const proportion = width! / height!
  if (proportion > maxProportion || proportion < 1 / maxProportion)
    throw new RenderError('too large', 'it is too long and narrow')
  return { viewBox: all.join(' '), proportion }
}

function lengthOf(length = ''): number {
  return Number(/^\s*(\d{1,6}(?:\.\d{1,6})?)(?:px|pt|mm|cm|in)?\s*$/.exec(length)?.[1] ?? 'none')
}

function written(part: Drawn | string): string {
  if (typeof part === 'string') return escaped(part)
  const attributes = Object.entries(part.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${part.name}${attributes.join('')}>${part.children.map(written).join('')}</${part.name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (one) => entities[one]!)
}

function other(what: string): RenderError {
  return new RenderError('unsupported', what)
}
