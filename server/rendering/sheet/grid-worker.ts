import { FlatSheet } from './flat-sheet.ts'
import { GridWriter } from './grid-writer.ts'
import { serveParser } from '#server/rendering/workers/parse-port.ts'

const grid = new GridWriter()
const sheet = new FlatSheet(grid)
const decoder = new TextDecoder('utf-8')

/** Flat OpenDocument text in, the stored grid out. */
serveParser({
  write: (bytes) => sheet.write(decoder.decode(bytes, { stream: true })),
  end() {
    sheet.write(decoder.decode())
    sheet.end()
    grid.end()
  },
  take: () => grid.take(),
})
