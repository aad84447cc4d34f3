import { namesMachine } from './addresses.ts'

/** Functions that read other documents or servers, run programs, or reveal where the document is. */
const functions =
  /\b(?:WEBSERVICE|DDE|INDIRECT|IMAGE|RTD|CELL|INFO|CALL|REGISTER\.ID|EXEC|SQL\.REQUEST)\s*\(/i

/** Where a cell leads on the web: nothing happens until someone follows it. */
const webLinks = /\bHYPERLINK\(\s*"https?:\/\/[^"\\]*"/gi

/** Cells of the document itself in the brackets of OpenDocument, as conditions name them without saying of what they are. */
const sheet = String.raw`(?:\$?(?:'[^'/\\#]*'|[^'"\][/\\#.:]+))?`
const cell = String.raw`\.\$?[a-z]{1,3}\$?\d+`
const ownCells = new RegExp(String.raw`\[${sheet}${cell}(?::${sheet}${cell})?\]`, 'gi')

/**
 * Whether a formula can read anything but its own document. Its last value stays in the cell, so nothing is lost if
 * this is wrong.
 */
export function leavesDocument(whole: string): boolean {
  const formula = whole.replace(webLinks, 'HYPERLINK(""').replace(ownCells, 'A1')
  if (namesMachine(formula) || functions.test(formula)) return true
  // A document in quotes, or in brackets, before a sheet of its own.
  const isOpenFormula = /^(?:of|oooc):=/.test(formula)
  return isOpenFormula
    ? /['"]\s*#|#\$|\[[^\]#]*[/\\][^\]#]*#/.test(formula)
    : /:\/\/|\\\\|['"]\s*#|\[[^\][]*[./\\][^\][]*\]|[\\/][^'"]*\]|'[^']*[\\/][^']*'!/.test(formula)
}
