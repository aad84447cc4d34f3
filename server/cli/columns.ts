/** Rows of a table as lines, each column as wide as its widest entry. The first row is the heading. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((entry, index) => {
      widths[index] = Math.max(widths[index] ?? 0, entry.length)
    })
  }
  return rows.map((row) =>
    row
      .map((entry, index) => entry.padEnd(widths[index]!))
      .join('  ')
      .trimEnd(),
  )
}
