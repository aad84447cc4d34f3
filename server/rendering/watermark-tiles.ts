import type { WatermarkLook } from './types.ts'
import { fillsPage, makeTile, type MarkTile } from './watermark-tile.ts'

const CAPACITY = 24
// Pages whose widths differ by less than this share a tile: the text differs by an unseen part of a pixel.
const WIDTH_STEP = 40

/** The tiles of the looks used last. A look names the time, so each is used for a minute or so. */
export class TileCache {
  private readonly tiles = new Map<string, Promise<MarkTile | null>>()

  /** The tile of a look for a page of these pixels; its colour does not matter. */
  get({ lines, size }: WatermarkLook, page: { width: number; height: number }): Promise<MarkTile | null> {
    const width = fillsPage(size) ? page.width : Math.ceil(page.width / WIDTH_STEP) * WIDTH_STEP
    const height = fillsPage(size) ? page.height : 0
    const key = JSON.stringify([lines, size, width, height])
    const tile = this.tiles.get(key) ?? makeTile(lines, size, { width, height })
    this.tiles.delete(key)
    this.tiles.set(key, tile)
    tile.catch(() => this.tiles.delete(key))
    for (const oldest of this.tiles.keys()) {
      if (this.tiles.size <= CAPACITY) break
      this.tiles.delete(oldest)
    }
    return tile
  }
}
