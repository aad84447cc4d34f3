import { setImmediate } from 'node:timers/promises'
import { offsetFromUtc, placeIn, regionOf, timeZoneNames } from '#server/rules/accounts/time-zones.ts'

export type TimeZoneOption = { value: string; label: string }
export type TimeZoneGroup = { region: string; zones: TimeZoneOption[] }

const quarterHour = 15 * 60_000
const zonesPerTurn = 20

let known: { at: number; groups: Promise<TimeZoneGroup[]> } | undefined

/** All zones by region with their current offset from UTC; UTC alone and first. */
export function timeZoneGroups(now: number): Promise<TimeZoneGroup[]> {
  // No clock changes except at full quarter hours.
  const at = now - (now % quarterHour)
  if (known?.at !== at) known = { at, groups: readGroups(at) }
  return known.groups
}

/** In small parts: computing four hundred offsets together would block everyone else for a tenth of a second. */
async function readGroups(at: number): Promise<TimeZoneGroup[]> {
  const groups = new Map<string, TimeZoneOption[]>()
  for (const [index, value] of timeZoneNames.entries()) {
    if (index % zonesPerTurn === 0) await setImmediate()
    const offset = offsetFromUtc(value, at)
    const label = value === 'UTC' ? value : `${placeIn(value)} (${offset})`
    groups.set(regionOf(value), [...(groups.get(regionOf(value)) ?? []), { value, label }])
  }
  return [...groups].map(([region, zones]) => ({ region, zones }))
}
