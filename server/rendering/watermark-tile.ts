import type { Coverage, Lettering } from './watermark-text.ts'

/** Strengths that a tile tells apart: 0 is none, then comes the halo, then more and more of the letter. */
export const HALO_LEVELS = 2
export const CORE_LEVELS = 5
export const LEVELS = 1 + HALO_LEVELS + CORE_LEVELS

/**
 * What a mark covers of a tile, and nothing else: the places of row y stand from rows[y] up to rows[y + 1] in `columns`
 * and `levels`. It repeats every `width` and `height` places.
 */
export type Covered = {
  width: number
  height: number
  rows: Uint32Array
  columns: Uint16Array
  levels: Uint8Array
}

/**
 * A mark that repeats over a page: by pixels, and by the pairs of them that share a byte where samples have four bits. The
 * level of a pair is that of its left pixel times LEVELS, and that of the right one. A tile that repeats across a page
 * is an even number of pixels wide, so that its repetitions are the same pairs.
 */
export type MarkTile = { pixels: Covered; pairs: Covered }

/** A tile of those pixels, to which letters are pressed one after the other. */
export class TileForm {
  private readonly width: number
  private readonly height: number
  private readonly levels: Uint8Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.levels = new Uint8Array(width * height)
  }

  /** Letters with their halo. What leaves the tile on one side comes in on the other. */
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
    const { width, height, levels } = this
    const levelAt = (x: number, y: number): number => (x < width ? levels[y * width + x]! : 0)
    const pairAt = (x: number, y: number): number => levelAt(2 * x, y) * LEVELS + levelAt(2 * x + 1, y)
    return {
      pixels: covered(width, height, levelAt),
      pairs: covered(Math.ceil(width / 2), height, pairAt),
    }
  }
}

function covered(width: number, height: number, levelAt: (x: number, y: number) => number): Covered {
  const rows = new Uint32Array(height + 1)
  const columns: number[] = []
  const levels: number[] = []
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const level = levelAt(x, y)
      if (level === 0) continue
      columns.push(x)
      levels.push(level)
    }
    rows[y + 1] = columns.length
  }
  return { width, height, rows, columns: Uint16Array.from(columns), levels: Uint8Array.from(levels) }
}

function levelOf(core: number, halo: number): number {
  const ofCore = Math.round((core * CORE_LEVELS) / 255)
  return ofCore > 0 ? HALO_LEVELS + ofCore : Math.round((halo * HALO_LEVELS) / 255)
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}
