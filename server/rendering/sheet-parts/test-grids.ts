import { FlatSheet } from '#server/rendering/sheet/flat-sheet.ts'
import type { GridRow } from '#server/rendering/sheet/grid.ts'
import { readGridIndex, readGridScreen } from '#server/rendering/sheet/grid-reader.ts'
import { GridWriter } from '#server/rendering/sheet/grid-writer.ts'

/** A grid of a text, which comes in pieces of some characters. */
export async function gridOf(fods: string, pieceLength = 1 << 20) {
  const writer = new GridWriter()
  const sheet = new FlatSheet(writer)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < fods.length; at += pieceLength) {
    sheet.write(fods.slice(at, at + pieceLength))
    pieces.push(...writer.take())
  }
  sheet.end()
  writer.end()
  const bytes = Buffer.concat([...pieces, ...writer.take()])
  const source = {
    size: bytes.length,
    async *read(start: number, end: number) {
      yield bytes.subarray(start, end)
    },
  }
  const index = await readGridIndex(source)
  const rows = async (sheetNumber: number, screen = 0): Promise<GridRow[]> => {
    const entry = index.sheets[sheetNumber]!.screens[screen]
    return entry ? readGridScreen(source, entry) : []
  }
  return { index, rows, bytes }
}
