/** Functions by number: CELL, INDIRECT, INFO, and those that are called by their name. */
const numbers = String.raw`[\x7d\x94\xf4\xff]`
/** Before it, a call with a fixed number of arguments, and one that says how many. */
const call = String.raw`(?<=[\x21\x41\x61]|[\x22\x42\x62][^])`
/** A number of a function has two bytes, and had one in Excel 2 and 3. */
const calls = { 1: new RegExp(call + numbers, 'g'), 2: new RegExp(`${call}${numbers}[\\x00\\x80]`, 'g') }

export type NumberBytes = keyof typeof calls

/**
 * Where formulas in the binary formats of Excel call a function that reads another document or a server, or says where the
 * document is; and, rarely, what only looks like it.
 */
export function outsideCalls(bytes: Buffer, numberBytes: NumberBytes = 2): number[] {
  return [...bytes.toString('latin1').matchAll(calls[numberBytes])].map(({ index }) => index)
}

export function callsOutside(bytes: Buffer, numberBytes: NumberBytes = 2): boolean {
  return outsideCalls(bytes, numberBytes).length > 0
}
