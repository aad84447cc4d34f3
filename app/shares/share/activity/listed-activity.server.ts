import { countryName } from '#server/rules/text/countries.ts'
import { shownTime, type ShownTime } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { ActivityRow } from '#server/tracking/tracking.ts'
import { activityWords } from '#app/view-models/activity-words.server.ts'

/** One record of what happened, ready to print. */
export type ListedEvent = {
  number: number
  at: ShownTime
  who: string
  what: string
  isRefused: boolean
  from: string
}

export function listedEvent(row: ActivityRow, timeZone: string): ListedEvent {
  return {
    number: row.sequence,
    at: shownTime(row.at, timeZone),
    who: row.email ?? (row.ip === '' ? productName : 'Link visitor'),
    what: activityWords[row.kind]?.(row.detail) ?? row.kind,
    isRefused: row.kind === 'Refused',
    from: row.ip + (row.country ? ` (${countryName(row.country)})` : ''),
  }
}
