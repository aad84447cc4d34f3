import type { Coverage, Lettering } from './watermark-text.ts'

/** Strengths that a tile tells apart: 0 is none, then comes the halo, then more and more of the letter. */
export const HALO_LEVELS = 2
export const CORE_LEVELS = 5
export const LEVELS = 1 + HALO_LEVELS + CORE_LEVELS

/**
 * What a watermark covers of a tile, and nothing else: the positions of row y are from rows[y] up to rows[y + 1] in
 * `columns` and `levels`. It repeats every `width` and `height` positions.
 */
export type Covered = {
  width: number
  height: number
  rows: Uint32Array
  columns: Uint16Array
  levels: Uint8Array
}

/**
 * A watermark that repeats over a page: by pixels, and by the pairs of them that share a byte in 4-bit samples. The
 * level of a pair is that of its left pixel times LEVELS, plus that of the right one. A tile that repeats across a page
 * is an even number of pixels wide, so that its repetitions are the same pairs.
 */
export type MarkTile = { pixels: Covered; pairs: Covered }

/** A tile of this many pixels, onto which letters are drawn one after the other. */
export class TileForm {
  private readonly width: number
  private readonly height: number
  private readonly levels: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.levels = new Uint8Array(width * height)
  }

  /** Letters with their halo. What leaves the tile on one side enters on the other. */
  press({ width, height, core, halo }: Lettering, left: number, top: number): void {
    this.put({ width, height }, left, top, (at) => levelOf(core[at]!, halo[at]!))
  }

  /** Letters alone, with a part of the ink. */
  pressFaintly({ width, height, bytes }: Coverage, left: number, top: number, share: number): void {
    this.put({ width, height }, left, top, (at) => levelOf(bytes[at]! * share, 0))
  }

  private put(
    box: { width: number; height: number },
    left: number,
    top: number,
    levelAt: (at: number) => number,
  ): void {
    for (let y = 0; y < box.height; y++) {
      const row = modulo(top + y, this.height) * this.width
      let column = modulo(left, this.width)
      for (let from = y * box.width, end = from + box.width; from < end; from++) {
        const level = levelAt(from)
        if (level > this.levels[row + column]!) this.levels[row + column] = level
        if (++column === this.width) column = 0
      }
    }
  }

  /** What was pressed, as a tile. */
  tile(): MarkTile {
    const pixels = this.covered()
    return { pixels, pairs: pairsOf(pixels) }
  }

  private covered(): Covered {
    const { width, height } = this
    let count = 0
    for (const level of this.levels) if (level > 0) count++
    const rows = new Uint32Array(height + 1)
    const columns = new Uint16Array(count)
    const levels = new Uint8Array(count)
    let next = 0
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        const level = this.levels[at]!
        if (level === 0) continue
        columns[next] = x
        levels[next++] = level
      }
      rows[y + 1] = next
    }
    return { width, height, rows, columns, levels }
  }
}

/** Pixels side by side, from an even one on, as one place. */
function pairsOf(pixels: Covered): Covered {
  const rows = new Uint32Array(pixels.height + 1)
  const columns = new Uint16Array(pixels.columns.length)
  const levels = new Uint8Array(pixels.columns.length)
  let next = 0
  for (let y = 0; y < pixels.height; y++) {
    const end = pixels.rows[y + 1]!
    for (let index = pixels.rows[y]!; index < end; next++) {
      const x = pixels.columns[index]!
      columns[next] = x >> 1
      if (x % 2 === 0) levels[next] = pixels.levels[index++]! * LEVELS
      if (index < end && pixels.columns[index] === 2 * columns[next]! + 1)
        levels[next]! += pixels.levels[index++]!
    }
    rows[y + 1] = next
  }
  const width = Math.ceil(pixels.width / 2)
  return { ...pixels, width, rows, columns: columns.slice(0, next), levels: levels.slice(0, next) }
}

function levelOf(core: number, halo: number): number {
  const ofCore = Math.round((core * CORE_LEVELS) / 255)
  return ofCore > 0 ? HALO_LEVELS + ofCore : Math.round((halo * HALO_LEVELS) / 255)
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
