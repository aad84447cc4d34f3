/** Browsers whose way back shows a page from memory, whatever its headers said about that. */
const keeping = /^(?:Lynx|ELinks|Links|w3m|edbrowse)\b|\bDillo\b/i

/** What a browser is told once it is signed out. A user agent can say anything; nothing relies on it. */
export function signedOutWords(userAgent: string): string {
  const isKept = keeping.test(userAgent)
  return isKept
    ? 'You are signed out. Close this browser, too: until then, its way back can show pages that you read.'
    : 'You are signed out.'
}
