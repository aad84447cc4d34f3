import { colourOf } from '#server/rules/files/bar-colours.ts'
import { conditionIn, type CellValue, type Condition } from './cell-value.ts'

type Attributes = Record<string, string>
type Case = { holds: Condition | null; format: string }
type Format = { isText: boolean; colour: string | null; cases: Case[] }

const maxCases = 10

const formats: ReadonlySet<string> = new Set(
  ['number', 'currency', 'percentage', 'date', 'time', 'boolean', 'text'].map(
    (kind) => `number:${kind}-style`,
  ),
)

/** Whether this element describes how numbers are written. */
export function isNumberFormat(element: string): boolean {
  return formats.has(element)
}

/** How numbers are written, as far as it concerns their colour: most often red for negative ones. */
export class NumberFormats {
  readonly #formats = new Map<string, Format>()
  #current: Format | null = null

  get size(): number {
    return this.#formats.size
  }

  begin(element: string, attributes: Attributes): void {
    this.#current = { isText: element === 'number:text-style', colour: null, cases: [] }
    this.#formats.set(attributes['style:name'] ?? '', this.#current)
  }

  /** Takes what is in a format. */
  see(element: string, attributes: Attributes): void {
    const format = this.#current
    if (!format) return
    if (element === 'style:text-properties') format.colour = colourOf(attributes['fo:color'] ?? '')
    if (element === 'style:map' && format.cases.length < maxCases) {
      const holds = conditionIn(attributes['style:condition'] ?? '')
      format.cases.push({ holds, format: attributes['style:apply-style-name'] ?? '' })
    }
  }

  /** The colour in which a format writes a value; null for that of the cell. */
  colourOf(name: string, value: CellValue): string | null {
    const format = this.#formats.get(name)
    if (!format || value === null) return null
    if (typeof value === 'string') return format.isText ? format.colour : null
    for (const { holds, format: other } of format.cases) {
      if (!holds) return null
      if (holds(value)) return this.#formats.get(other)?.colour ?? null
    }
    return format.isText ? null : format.colour
  }
}
