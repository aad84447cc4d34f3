export type Placed = {
  path: string
  /** Where it is in the room. */
  original: string
  size: number
}

/**
 * What an entry takes of an archive besides its bytes, at most: its two records, and its lines in the index, in which a
 * character of its path can take several, and where it is in the room is said if that differs.
 */
function overheadOf({ path, original }: Placed): number {
  const beside = original === path ? 0 : 8 * Buffer.byteLength(original)
  return 1024 + 16 * Buffer.byteLength(path) + beside
}

/** The index of an archive, without the lines of its entries, and what ends an archive. */
const indexBytes = 16 * 1024

/**
 * Which numbered part of a download each entry is in, from 1, in order: a part stays under the limit (bytes) with
 * everything that belongs to it. A file for which that leaves no room is a part of its own.
 */
export function partsOf(entries: readonly Placed[], limit: number): number[] {
  let part = 1
  let filled = indexBytes
  let isEmpty = true
  return entries.map((entry) => {
    const bytes = entry.size + overheadOf(entry)
    if (!isEmpty && filled + bytes > limit) {
      part++
      filled = indexBytes
    }
    isEmpty = false
    filled += bytes
    return part
  })
}

/** Whether a file is a part of its own because of its size. */
export function isPartOfItsOwn(file: Placed, limit: number): boolean {
  return indexBytes + file.size + overheadOf(file) > limit
}
