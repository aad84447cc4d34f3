/** What an entry costs an archive besides its bytes: its records, and its lines in the index. */
function overheadOf(path: string): number {
  return 1024 + 16 * Buffer.byteLength(path)
}

/** The index of an archive, without the lines of its entries. */
const indexBytes = 16 * 1024

/**
 * Which numbered part of a download each file is in, from 1, in order: a part stays under the limit (bytes) with
 * everything that belongs to it. A file that is larger than that is a part of its own.
 */
export function partsOf(files: readonly { path: string; size: number }[], limit: number): number[] {
  let part = 1
  let filled = indexBytes
  let hasFiles = false
  return files.map(({ path, size }) => {
    const bytes = size + overheadOf(path)
    if (hasFiles && filled + bytes > limit) {
      part++
      filled = indexBytes
    }
    hasFiles = true
    filled += bytes
    return part
  })
}
