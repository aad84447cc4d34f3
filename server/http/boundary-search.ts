import type { Busboy } from 'busboy'

/** What busboy does with what was found: bytes before a delimiter, or before the next chunk; `isSafe` if they stay. */
type Found = (isMatch: boolean, data: Buffer | undefined, start: number, end: number, isSafe: boolean) => void

/** Busboy's own search, as its parser of multipart forms holds it. */
type Searching = {
  _bparser?: { _needle?: Buffer; _cb?: Found; push(chunk: Buffer, at: number): void; destroy(): void }
  /** Reads the head of a part while there is one to read. */
  _hparser?: object | null
}

const carriageReturn = 13

/**
 * Looks for the delimiter between the parts of a form with the native search of Buffer. Busboy's own is written in script
 * and goes byte by byte through files of gigabytes: it took a quarter of the processor time of an upload.
 */
export class BoundarySearch {
  readonly #needle: Buffer
  readonly #found: Found
  /** How many bytes at the end of what was searched are the beginning of a delimiter, perhaps. */
  #held: number
  #isStopped = false

  /**
   * `needle` begins with the only carriage return in it: so nothing that begins within it can be another one. `held`:
   * so much of it has been seen.
   */
  constructor(needle: Buffer, found: Found, held = 0) {
    this.#needle = needle
    this.#found = found
    this.#held = held
  }

  push(chunk: Buffer, from: number): void {
    let at = this.#held > 0 ? this.#goOn(chunk, from) : from
    while (at < chunk.length && !this.#isStopped) {
      const match = chunk.indexOf(this.#needle, at)
      if (match === -1) return this.#keep(chunk, at)
      this.#tell(true, chunk, at, match)
      at = match + this.#needle.length
    }
  }

  /** Nothing more is looked for. */
  stop(): void {
    this.#isStopped = true
  }

  /** The form is over: what was held is no delimiter. */
  destroy(): void {
    if (this.#held > 0) this.#found(false, this.#needle, 0, this.#held, false)
    this.#held = 0
  }

  /** Whether the chunk goes on as the held beginning does; answers where to search on. */
  #goOn(chunk: Buffer, from: number): number {
    const held = this.#held
    const until = Math.min(chunk.length, from + this.#needle.length - held)
    const isSame = chunk.compare(this.#needle, held, held + until - from, from, until) === 0
    if (isSame && held + until - from < this.#needle.length) {
      this.#held += until - from
      return chunk.length
    }
    this.#held = 0
    this.#found(isSame, isSame ? undefined : this.#needle, 0, isSame ? 0 : held, isSame)
    return isSame ? until : from
  }

  /** Passes on what can be no part of a delimiter, and holds the beginning of one at the end of the chunk. */
  #keep(chunk: Buffer, at: number): void {
    const first = Math.max(at, chunk.length - this.#needle.length + 1)
    const start = chunk.lastIndexOf(carriageReturn)
    const length = chunk.length - start
    const isBeginning = start >= first && chunk.compare(this.#needle, 0, length, start) === 0
    this.#held = isBeginning ? length : 0
    const end = chunk.length - this.#held
    if (end > at) this.#tell(false, chunk, at, end)
  }

  #tell(isMatch: boolean, chunk: Buffer, start: number, end: number): void {
    if (end > start) this.#found(isMatch, chunk, start, end, true)
    else this.#found(isMatch, undefined, 0, 0, true)
  }
}

/**
 * Gives a parser that has read nothing yet the search above; all else stays busboy's, but that a delimiter in the middle
 * of a part's head is a malformed head: busboy would never end the file that the rest of the head describes. Where its
 * search is not where this version has it, or the boundary contains what no head of a request can, it keeps its own.
 */
export function searchNatively(parser: Busboy): Busboy {
  const inside = parser as Searching
  const { _needle: needle, _cb: found } = inside._bparser ?? {}
  if (!needle || !found || needle.lastIndexOf(carriageReturn) !== 0) return parser
  const search = new BoundarySearch(
    needle,
    (isMatch, ...where) => {
      found(isMatch, ...where)
      if (!isMatch || !inside._hparser) return
      search.stop()
      parser.destroy(new Error('Malformed part header'))
    },
    // It has been given a line end, since a form can begin with its first delimiter.
    '\r\n'.length,
  )
  inside._bparser = search
  return parser
}
