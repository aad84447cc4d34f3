import type { WatermarkLook } from '#server/rendering/types.ts'
import { makeCodeTile } from './watermark-code.ts'
import { fillsPage, makeLinesTile } from './watermark-lines.ts'
import type { MarkTile } from './watermark-tile.ts'

const CAPACITY = 48
// Pages whose widths differ by less than this share a tile: the text differs by an unseen part of a pixel.
const WIDTH_STEP = 40

/** The tiles of the most recently used looks. A look contains the time, so its lines are used for a minute or so. */
export class TileCache {
  private readonly tiles = new Map<string, Promise<MarkTile | null>>()

  /** The tiles of a look for a page of these pixels, one after the other; its colour does not matter. */
  async get(
    { lines, code, size }: WatermarkLook,
    page: { width: number; height: number },
  ): Promise<MarkTile[]> {
    const width = Math.ceil(page.width / WIDTH_STEP) * WIDTH_STEP
    const box = fillsPage(size) ? page : { width, height: 0 }
    const tiles = await Promise.all([
      this.keep(['lines', lines, code, size, box.width, box.height], () =>
        makeLinesTile({ lines, code, size }, box),
      ),
      // Whoever crops a page leaves some of a repeated watermark, but may leave nothing of one large one.
      size === 'large' ? this.keep(['code', code, width], () => makeCodeTile(code, width)) : null,
    ])
    return tiles.filter((tile) => tile !== null)
  }

  private keep(what: readonly unknown[], make: () => Promise<MarkTile | null>): Promise<MarkTile | null> {
    const key = JSON.stringify(what)
    const tile = this.tiles.get(key) ?? make()
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
