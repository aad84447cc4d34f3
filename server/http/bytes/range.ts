/** The part of a body to send: from start up to end (exclusive). */
export type Part = { start: number; end: number }

/**
 * Parses a Range header (RFC 9110, section 14). `whole`: there is none, it is not understood, or it requests several
 * ranges, which a server may answer with everything. `unsatisfiable`: nothing of it is in the body.
 */
export function rangeOf(header: string | null, size: number): Part | 'whole' | 'unsatisfiable' {
  const match = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  const [, first, last] = match ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) }
}
