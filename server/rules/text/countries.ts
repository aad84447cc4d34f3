const names = new Intl.DisplayNames('en', { type: 'region' })

/** "Germany" for the two letters of a country; '' for none. */
export function countryName(code: string): string {
  return code === '' ? '' : (names.of(code) ?? code)
}
