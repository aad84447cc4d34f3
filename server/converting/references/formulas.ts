import { namesMachine } from './addresses.ts'

/** Functions that read other documents or servers, run programs, or reveal where the document is. */
const functions =
  /\b(?:WEBSERVICE|DDE|INDIRECT|IMAGE|RTD|CELL|INFO|CALL|REGISTER\.ID|EXEC|SQL\.REQUEST)\s*\(/i

/** Where a cell leads on the web: nothing happens until someone follows it. */
const webLinks = /\bHYPERLINK\(\s*"https?:\/\/[^"\\]*"/gi

/**
 * Whether a formula can read anything but its own document. Its last value stays in the cell, so nothing is lost if
 * this is wrong.
 */
export function leavesDocument(whole: string): boolean {
  const formula = whole.replace(webLinks, 'HYPERLINK(""')
  if (namesMachine(formula) || functions.test(formula)) return true
  // A document in quotes, or in brackets, before a sheet of its own.
  const isOpenFormula = /^\w+:=/.test(formula)
  return isOpenFormula
    ? /['"]#|#\$/.test(formula)
    : /:\/\/|\\\\|'#|\[[^\][]*[./\\][^\][]*\]|[\\/][^'"]*\]/.test(formula)
}
