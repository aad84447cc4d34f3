import path from 'node:path'

/** The names in a package, as parts are looked up: case-insensitively; and what is known of their relations. */
export class PartNames {
  readonly #names = new Set<string>()
  readonly #webRelations = new Set<string>()

  constructor(names: Iterable<string>) {
    for (const name of names) {
      const parts = name.toLowerCase().split('/')
      // A folder is a part too: an object is named by its own.
      parts.forEach((_, index) => this.#names.add(parts.slice(0, index + 1).join('/')))
    }
  }

  /**
   * Whether an address names a part of the package, without a step upwards: anything that steps up is searched for
   * outside.
   */
  has(address: string, folder: string): boolean {
    const within = address.replace(/^#/, '').replace(/[#?].*$/s, '')
    const spellings = [within, unescaped(within)]
    if (spellings.some((each) => /^[a-z][a-z0-9+.-]*:|^\/|\\|(?:^|\/)\.\.(?:\/|$)/i.test(each))) return false
    return spellings.some((each) => [folder, ''].some((from) => this.#isPart(path.posix.join(from, each))))
  }

  /** Whether the target of a relationship is a part of the package, seen from the folder of the part that has it. */
  hasTarget(target: string, folder: string): boolean {
    if (/^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(target)) return false
    const within = target.replaceAll('\\', '/').replace(/[#?].*$/s, '')
    const from = within.startsWith('/') ? '' : folder
    return [within, unescaped(within)].some((each) => this.#isPart(path.posix.join(from, each)))
  }

  /** Notes the id of a relation to the web, of a list of relations: only hyperlinks may name it. */
  addWebRelation(list: string, id: string): void {
    this.#webRelations.add(relationKey(list.replace(/_rels\/([^/]*)\.rels$/i, '$1'), id))
  }

  isWebRelation(part: string, id: string): boolean {
    return this.#webRelations.has(relationKey(part, id))
  }

  #isPart(name: string): boolean {
    return this.#names.has(name.replace(/^\/|\/$/g, '').toLowerCase())
  }
}

function relationKey(part: string, id: string): string {
  return `${part.replace(/^\//, '').toLowerCase()}\n${id.trim()}`
}

function unescaped(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Where a hyperlink can lead: nothing is requested there before someone follows it. */
export function isWebAddress(address: string): boolean {
  return /^(?:https?|ftp|mailto|tel):/i.test(address)
}

/** Whether an address refers to something in the same part. */
export function isFragment(address: string): boolean {
  return address === '' || /^#[^/\\:]*$/.test(address)
}

/**
 * Whether an address is an inline image, of a kind that refers to nothing: it could be an XML image, with addresses of
 * its own.
 */
export function isPlainPicture(address: string): boolean {
  const [, encoded] = /^data:[^,]*;base64,([a-z\d+/]{16,64})/i.exec(address) ?? []
  return encoded !== undefined && isBitmap(Buffer.from(encoded, 'base64'))
}

const bitmaps = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF8', 'BM', 'II*\0', 'MM\0*', 'RIFF']

/** Whether bytes begin like an image that refers to nothing else. */
export function isBitmap(head: Buffer): boolean {
  const bytes = head.toString('latin1', 0, 16)
  return bitmaps.some((start) => bytes.startsWith(start))
}

/** Whether a text contains an address of this machine anywhere. */
export function namesMachine(text: string): boolean {
  return /(?<![a-z])file:|vnd\.sun\.star\.|vnd\.libreoffice|(?<![a-z])smb:|@import|url\(\s*["']?\s*[^#"'\s)]/i.test(
    text,
  )
}
