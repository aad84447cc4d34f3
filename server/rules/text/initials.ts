/** "RR" for Rita Rossi, "R" for rita@example.net. */
export function initialsOf(name: string): string {
  const [first = '', ...others] = name.includes('@') ? [name] : name.split(/\s+/)
  const letters = [first, others.at(-1) ?? ''].map((part) => [...part][0] ?? '')
  return letters.join('').toUpperCase()
}
