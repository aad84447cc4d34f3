/** The parts of a cell that have a colour: its background, its text, and its borders. */
export const colouredParts = {
  g: 'background-color',
  i: 'color',
  t: 'border-top-color',
  r: 'border-right-color',
  b: 'border-bottom-color',
  l: 'border-left-color',
} as const

export type ColouredPart = keyof typeof colouredParts

/** The most that one style sheet has: its address stays short enough for every proxy. */
export const maxCellColours = 150

const code = /^([girtbl])([0-9a-f]{6})$/

/** The class of cells of which a part has this colour, as `gffcc00`; null if it is not a colour. */
export function cellColour(part: ColouredPart, colour: string): string | null {
  const written = `${part}${colour.replace(/^#/, '')}`
  return code.test(written) ? written : null
}

/** The style sheet for several such classes, separated by hyphens; null for anything else. */
export function cellColourStyles(address: string): string | null {
  const codes = address.split('-')
  if (codes.length > maxCellColours) return null
  const rules = codes.map((each) => {
    const [, part, colour] = code.exec(each) ?? []
    return part && `.sheet-grid .${each}{${colouredParts[part as ColouredPart]}:#${colour}}`
  })
  return rules.includes(undefined) ? null : rules.join('\n')
}
