/** What a style sheet asks for that is not to be served: layers, nested rules, gradients. */
export function brokenCssRules(css: string): string[] {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  const found: string[] = []
  if (/@layer\b/.test(plain)) found.push('@layer')
  if (/gradient\(/.test(plain)) found.push('gradient')
  found.push(...nestedRules(plain))
  return found
}

/** Selectors that open a block inside the block of another selector. */
function nestedRules(css: string): string[] {
  const open: string[] = []
  const nested: string[] = []
  for (const [, prelude = '', sign] of css.matchAll(/([^{};]*)([{};])/g)) {
    if (sign === '}') open.pop()
    if (sign !== '{') continue
    const selector = prelude.trim()
    if (open.some((outer) => !outer.startsWith('@'))) nested.push(`nested ${selector}`)
    open.push(selector)
  }
  return nested
}
