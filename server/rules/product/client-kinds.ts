/** What a program other than a browser writes into its user agent: the first group of the pattern is its version. */
export type ClientKey = Readonly<{ kind: string; pattern: RegExp }>

/** What a user agent claims; nothing relies on it, since anyone can write anything there. */
export type ClientKind = Readonly<{
  /** The name of a key, or `browser`. */
  kind: string
  /** As people read it: "Desktop app". */
  label: string
  /** "3.8", or null if it gives none. */
  version: string | null
  isOutdated: boolean
}>

const browser: ClientKind = { kind: 'browser', label: 'Browser', version: null, isOutdated: false }

/** The kinds that a default installation recognises. */
export const standardClientKeys =
  'desktop=StrongroomDesktop/(\\d+(?:\\.\\d+)*), mobile=StrongroomMobile/(\\d+(?:\\.\\d+)*), chrome-clip=StrongroomClip/(\\d+(?:\\.\\d+)*)'

const labels: Readonly<Record<string, string>> = {
  desktop: 'Desktop app',
  mobile: 'Mobile app',
  'chrome-clip': 'Chrome clip',
}

/** The oldest versions that still work with this server, by kind. */
export const oldestVersions: Readonly<Record<string, string>> = { 'chrome-clip': '3.8' }

export const outdatedClientText =
  'is too old for this server, so some features may fail. Update it to continue.'

/** Parses `kind=pattern, kind=pattern`. Throws an Error that says which part makes no sense. */
export function parseClientKeys(text: string): ClientKey[] {
  // A pattern can contain commas: only one followed by another `kind=` is a separator.
  const parts = text.split(/\s*,\s*(?=[a-z][a-z0-9-]*=)/).map((part) => part.trim())
  return parts.filter(Boolean).map((part) => {
    const [, kind, pattern] = /^([a-z][a-z0-9-]*)=(.+)$/.exec(part) ?? []
    if (!kind || !pattern) throw new Error(`"${part}" is not kind=pattern`)
    try {
      return { kind, pattern: new RegExp(pattern) }
    } catch {
      throw new Error(`the pattern of ${kind} is not a regular expression`)
    }
  })
}

/** What kind of client a user agent names: the first key that fits, or a browser. */
export function clientKindOf(userAgent: string, keys: readonly ClientKey[]): ClientKind {
  for (const { kind, pattern } of keys) {
    const found = pattern.exec(userAgent)
    if (!found) continue
    const version = found[1] ?? null
    const oldest = oldestVersions[kind]
    const isOutdated = oldest !== undefined && version !== null && isOlder(version, oldest)
    return { kind, label: labels[kind] ?? kind, version, isOutdated }
  }
  return browser
}

/** Part by part as numbers: 3.10 is newer than 3.8, and 3.8 is 3.8.0. */
export function isOlder(version: string, than: string): boolean {
  const [left, right] = [version.split('.').map(Number), than.split('.').map(Number)]
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
