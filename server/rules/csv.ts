/**
 * One line of a CSV file (RFC 4180), with its line end. A cell that a spreadsheet would take for a formula gets an
 * apostrophe in front: names and browsers are written by strangers.
 */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map((cell) => quoted(String(cell))).join(',')}\r\n`
}

function quoted(text: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
