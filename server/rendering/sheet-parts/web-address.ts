const maxCharacters = 2_048
const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])

/**
 * An address from a document that a reader may follow, rewritten; null for everything else: other schemes, places
 * within the document or beside it, and addresses that pretend to be others by a user name before the host.
 */
export function webAddress(text: string): string | null {
  if (text.length > maxCharacters || !URL.canParse(text)) return null
  const { protocol, username, password, href } = new URL(text)
  if (!schemes.has(protocol) || username !== '' || password !== '') return null
  return href.length > maxCharacters ? null : href
}

/** A formula that is a link and nothing else, to an address that it spells itself. */
const link = /^of:=HYPERLINK\(\s*"((?:[^"]|"")*)"\s*(?:;(?:"[^"]*"|[^"()])*)?\)$/i

/** Where the formula of a cell leads, as `webAddress` lets it; null for every other formula. */
export function linkIn(formula: string): string | null {
  const [, spelled] = link.exec(formula) ?? []
  return spelled === undefined ? null : webAddress(spelled.replaceAll('""', '"'))
}
