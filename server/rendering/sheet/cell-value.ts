type Attributes = Record<string, string>

/** The content of a cell, for conditions on it; null if it is neither a number nor a comparable text. */
export type CellValue = number | string | null

const numeric: ReadonlySet<string> = new Set(['float', 'percentage', 'currency', 'date', 'time'])

/** Whether the cell is a number, a date or a time. */
export function isNumeric(attributes: Attributes): boolean {
  return numeric.has(attributes['office:value-type'] ?? '')
}

/** An empty cell counts as 0, as in the programs. */
export function valueOf(attributes: Attributes, text: string): CellValue {
  const type = attributes['office:value-type']
  if (type === undefined && text === '') return 0
  if (type === undefined || type === 'string') return text
  const number = Number(attributes['office:value'] ?? NaN)
  return Number.isFinite(number) ? number : null
}

export type Condition = (value: CellValue) => boolean

const figure = String.raw`[-+]?\d+(?:\.\d+)?(?:E[-+]?\d+)?`
const comparison = new RegExp(
  String.raw`^(?:value|cell-content)\(\)\s*(>=|<=|!=|<>|=|>|<)\s*(${figure}|"(?:[^"]|"")*")$`,
  'i',
)
const between = new RegExp(
  String.raw`^cell-content-is-(not-)?between\(\s*(${figure})\s*,\s*(${figure})\s*\)$`,
  'i',
)

/** A condition of a style or of a number format; null for one that needs more than the cell's own value. */
export function conditionIn(text: string): Condition | null {
  const [, operator, operand] = comparison.exec(text.trim()) ?? []
  if (operator && operand)
    return operand.startsWith('"') ? sameText(operator, operand) : compared(operator, Number(operand))
  const [isBetween, not, low, high] = between.exec(text.trim()) ?? []
  if (!isBetween) return null
  return (value) =>
    typeof value === 'number' && (value >= Number(low) && value <= Number(high)) === (not === undefined)
}

function compared(operator: string, bound: number): Condition {
  const holds = comparisons.get(operator)!
  return (value) => (typeof value === 'number' ? holds(value, bound) : isUnequal(operator) && value !== null)
}

const comparisons: ReadonlyMap<string, (value: number, bound: number) => boolean> = new Map([
  ['>=', (value, bound) => value >= bound],
  ['<=', (value, bound) => value <= bound],
  ['>', (value, bound) => value > bound],
  ['<', (value, bound) => value < bound],
  ['=', (value, bound) => value === bound],
  ['!=', (value, bound) => value !== bound],
  ['<>', (value, bound) => value !== bound],
])

function isUnequal(operator: string): boolean {
  return operator === '!=' || operator === '<>'
}

/** Words are compared without case; their order depends on a language that is not known here. */
function sameText(operator: string, quoted: string): Condition | null {
  const wanted = quoted.slice(1, -1).replaceAll('""', '"').toLowerCase()
  if (operator !== '=' && !isUnequal(operator)) return null
  return (value) => (typeof value === 'string' && value.toLowerCase() === wanted) !== isUnequal(operator)
}
