/** Beyond these, Windows and common programs refuse to unpack. Bytes of UTF-8; UTF-16 units, with room for a folder. */
const maxSegmentBytes = 240
const maxPath = 190

/** Where entries are whose own folders would make their path too long. */
const shortFolder = 'Long paths'

const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])(?=\s*(?:\.|$))/i
/** Marks that change the order in which a name is read. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A file or folder name that every system can unpack into the folder it is in, and nowhere else. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .normalize('NFC')
    .replace(direction, '')
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/^\s+/, '')
    .replace(/[\s.]+$/, '')
  if (plain === '') return '_'
  return cut(reserved.test(plain) ? `_${plain}` : plain, maxSegmentBytes)
}

/**
 * The names of the entries of an archive, each given as its folders and its file name, which is empty for a folder that
 * is an entry itself: safe, different from each other
 * even where case is ignored, no name both file and folder, and never one of `taken`.
 */
export function zipPaths(entries: readonly (readonly string[])[], taken: readonly string[]): string[] {
  const folders = new Map<string, string>()
  const used = new Set(taken.map(keyOf))
  const safe = entries.map((names) => {
    const end = names.at(-1) === '' && names.length > 1 ? [''] : []
    const some = names.slice(0, names.length - end.length).map(safeName)
    const isLong = some.join('/').length > maxPath
    return [...(isLong ? [shortFolder, cut(some.at(-1)!, 120)] : some), ...end]
  })
  const places = safe.map((names) => {
    let place = ''
    for (const name of names.slice(0, -1)) {
      const key = keyOf(place + name)
      if (!folders.has(key)) folders.set(key, used.has(key) ? numbered(place, name, used) : place + name)
      place = `${folders.get(key)!}/`
      used.add(keyOf(place.slice(0, -1)))
    }
    return place
  })
  const counts = new Map<string, number>()
  return safe.map((names, at) => {
    if (names.at(-1) === '') return places[at]!
    const path = numbered(places[at]!, names.at(-1)!, used, counts)
    used.add(keyOf(path))
    return path
  })
}

function keyOf(path: string): string {
  return path.toLowerCase()
}

/** The name if it is free, otherwise the first free one of "name (2).ext", "name (3).ext" … */
function numbered(
  place: string,
  name: string,
  used: ReadonlySet<string>,
  counts = new Map<string, number>(),
): string {
  if (!used.has(keyOf(place + name))) return place + name
  const key = keyOf(place + name)
  for (let count = (counts.get(key) ?? 1) + 1; ; count++) {
    const path = place + marked(name, ` (${count})`)
    if (used.has(keyOf(path))) continue
    counts.set(key, count)
    return path
  }
}

function marked(name: string, mark: string): string {
  const [stem, ending] = inTwo(name)
  return stem + mark + ending
}

/** At most the given number of bytes of UTF-8, in whole characters, with the file extension. */
function cut(name: string, maxBytes: number): string {
  if (bytesOf(name) <= maxBytes) return name
  const [stem, ending] = inTwo(name)
  const room = maxBytes - bytesOf(ending)
  let kept = ''
  let bytes = 0
  for (const { segment } of new Intl.Segmenter().segment(stem)) {
    bytes += bytesOf(segment)
    if (bytes > room) break
    kept += segment
  }
  return (kept.trimEnd() || '_') + ending
}

/** Only a short ending is one. */
function inTwo(name: string): [stem: string, ending: string] {
  const ending = /(?<=.)\.[^.\s]{1,12}$/u.exec(name)?.[0] ?? ''
  return [name.slice(0, name.length - ending.length), ending]
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
