/** Time zones by their IANA names: UTC first, then in the order of the platform's data. */
export const timeZoneNames: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')]

const known = new Set(timeZoneNames)

export function isTimeZone(name: string): boolean {
  return known.has(name)
}

/** How far a zone's clocks are from UTC at an instant: "UTC+05:45"; "UTC" where they agree. */
export function offsetFromUtc(timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeZoneName: 'longOffset' })
  const offset = format.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? ''
  return offset.replace('GMT', 'UTC').replace('+00:00', '')
}

/** The region that a zone's name begins with; '' for UTC. */
export function regionOf(timeZone: string): string {
  return timeZone.includes('/') ? timeZone.slice(0, timeZone.indexOf('/')) : ''
}

/** The place in a zone's name as people write it: "Buenos Aires, Argentina", "New York". */
export function placeIn(timeZone: string): string {
  return timeZone.split('/').slice(1).toReversed().join(', ').replaceAll('_', ' ') || timeZone
}
