import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { isWorthCompressing } from '#server/http/bytes/media-types.ts'

const smallest = 512

/** Adds a .br and a .gz beside every file of the folder that becomes smaller by it. Answers how many files it wrote. */
export async function precompress(folder: string): Promise<number> {
  let written = 0
  for (const name of globSync('**/*', { cwd: folder })) {
    if (!isWorthCompressing(name)) continue
    const file = path.join(folder, name)
    const bytes = await readFile(file)
    if (bytes.length < smallest) continue
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    for (const [ending, small] of [
      ['.br', brotli],
      ['.gz', gzipSync(bytes, { level: 9 })],
    ] as const) {
      if (small.length >= bytes.length) continue
      await writeFile(file + ending, small)
      written++
    }
  }
  return written
}

// node server/http/files/precompress.ts build/client
if (process.argv[2] && process.argv[1] === fileURLToPath(import.meta.url)) await precompress(process.argv[2])
