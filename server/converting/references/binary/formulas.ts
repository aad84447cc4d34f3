/** Functions by number: CELL, INDIRECT, INFO, and those that are called by their name. */
const numbers = String.raw`[\x7d\x94\xf4\xff][\x00\x80]`
/** A call with a fixed number of arguments, and one that says how many. */
const calls = new RegExp(String.raw`(?<=[\x21\x41\x61]|[\x22\x42\x62][^])${numbers}`, 'g')

/**
 * Where formulas in the binary formats of Excel call a function that reads another document or a server, or says where the
 * document is; and, rarely, what only looks like it.
 */
export function outsideCalls(bytes: Buffer): number[] {
  return [...bytes.toString('latin1').matchAll(calls)].map(({ index }) => index)
}

export function callsOutside(bytes: Buffer): boolean {
  return outsideCalls(bytes).length > 0
}
