/**
 * Browsers that show a page from memory, whatever its headers say: when going back, and Links even when its address is
 * requested again.
 */
const keeping = /^(?:Lynx|ELinks|Links|w3m|edbrowse)\b|\bDillo\b/i

/** What a browser shows once it is signed out. A user agent can say anything; nothing relies on it. */
export function signedOutText(userAgent: string): string {
  const isKept = keeping.test(userAgent)
  return isKept
    ? 'You’re signed out. Close this browser too; until then, it can still show pages you read.'
    : 'You’re signed out.'
}
