/** A tab of the settings, for emails: built from the configured public address, never from a request. */
export function settingsUrl(
  publicUrl: URL,
  tab: 'addresses' | 'notifications' | 'sessions' | 'tokens',
): string {
  const url = new URL('/setting', publicUrl)
  url.searchParams.set('tabActive', tab)
  return url.href
}
