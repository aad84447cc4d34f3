/** A number formatted by a program. */
export type CsvCell = string | number | { figure: string }

/**
 * One line of a CSV file (RFC 4180), with its line end. A cell that a spreadsheet would take for a formula is preceded
 * by an apostrophe: names and browsers are written by strangers.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map((cell) => (typeof cell === 'object' ? figure(cell.figure) : quoted(String(cell)))).join(',')}\r\n`
}

/** With a sign it is not a formula, as long as it is only a number. */
function figure(text: string): string {
  return /^[+-]\d[\d.,]*%?$/.test(text) ? plain(text) : quoted(text)
}

function quoted(text: string): string {
  return plain(/^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text)
}

function plain(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
