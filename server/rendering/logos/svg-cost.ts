/** An element of a drawing. */
export type Drawn = { name: string; attributes: Record<string, string>; children: (Drawn | string)[] }

/**
 * How many elements are drawn when every reference was followed, as far as `limit`: a few lines that refer to each other
 * can say to draw billions. A part that contains itself is above any limit.
 */
export function costOf(root: Drawn, limit: number): number {
  const named = new Map<string, Drawn>()
  collect(root, named)
  const known = new Map<Drawn, number>()
  const under = new Set<Drawn>()
  const classes = referencesByClass(styleOf(root))
  if (classes === null) return Infinity
  const byClass = classes

  function cost(element: Drawn): number {
    const before = known.get(element)
    if (before !== undefined) return before
    if (under.has(element)) return Infinity
    under.add(element)
    let total = 1
    for (const child of element.children) if (typeof child === 'object') total += cost(child)
    for (const [name, value] of Object.entries(element.attributes)) {
      const ids = name.endsWith('href') ? [value.trim().slice(1)] : referencesIn(value)
      const ofClasses = name === 'class' ? value.split(/\s+/).flatMap((one) => byClass.get(one) ?? []) : []
      for (const id of [...ids, ...ofClasses]) {
        const target = named.get(id)
        if (target && total <= limit) total += cost(target)
      }
    }
    under.delete(element)
    known.set(element, total)
    return total
  }
  return cost(root)
}

function collect(element: Drawn, named: Map<string, Drawn>): void {
  const { id } = element.attributes
  if (id !== undefined && !named.has(id)) named.set(id, element)
  for (const child of element.children) if (typeof child === 'object') collect(child, named)
}

function styleOf(element: Drawn): string {
  return element.children
    .map((child) => (typeof child === 'object' ? styleOf(child) : element.name === 'style' ? child : ''))
    .join('\n')
}

/** What a style sheet draws elements of a class with; null if it says so of others: that could be any number of them. */
function referencesByClass(style: string): Map<string, string[]> | null {
  const found = new Map<string, string[]>()
  for (const [, selectors, body] of style.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const ids = referencesIn(body!)
    if (ids.length === 0) continue
    for (const selector of selectors!.split(',')) {
      const name = /^\.([\w-]+)$/.exec(selector.replaceAll(/\/\*.*?\*\//gs, '').trim())?.[1]
      if (name === undefined) return null
      found.set(name, [...(found.get(name) ?? []), ...ids])
    }
  }
  return found
}

function referencesIn(value: string): string[] {
  return [...value.matchAll(/url\(\s*["']?#([\w.:-]+)/g)].map(([, id]) => id!)
}
